// The code in the documents as files of a program: what a fence says, where it stands, and what the compiler says of it.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'

export interface Snippet {
  /** Path of the page, from the root. */
  readonly page: string
  /** Line of the fence, from 1. */
  readonly line: number
  /** `ts`, `tsx`, `html`, `vue` … */
  readonly language: string
  /** With `continue` after the language: what stands before on the page in the same chain belongs to it. */
  readonly isContinued: boolean
  readonly code: string
}

/** Every fenced block of a page of Markdown, those in lists included. */
export function snippetsOf(page: string, markdown: string): readonly Snippet[] {
  return [...markdown.matchAll(/^( *)```(\w+)( continue)?\n(.*?)\n\1```$/gms)].map((match) => {
    const [, indent = '', language = '', isContinued, code = ''] = match
    return {
      page,
      line: markdown.slice(0, match.index).split('\n').length,
      language,
      isContinued: isContinued !== undefined,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }
  })
}

/** The script of a Vue or Svelte component; undefined where there is none in TypeScript. */
const scriptOf = ({ language, code }: Snippet): string | undefined =>
  language === 'vue' || language === 'svelte' ? /<script[^>]*lang="ts"[^>]*>\n(.*?)<\/script>/s.exec(code)?.[1] : code

/** Sources by file name, ready for the compiler: a chain of continued blocks is one file. */
export function toSources(snippets: readonly Snippet[]): ReadonlyMap<string, string> {
  const sources = new Map<string, string>()
  let name = ''
  for (const snippet of snippets) {
    if (!/^(?:tsx?|vue|svelte)$/.test(snippet.language)) continue
    const code = scriptOf(snippet)
    if (code === undefined) continue
    if (!snippet.isContinued)
      name = `${snippet.page.replaceAll('/', '_')}.${snippet.line}.${snippet.language === 'tsx' ? 'tsx' : 'ts'}`
    sources.set(name, snippet.isContinued ? `${sources.get(name) ?? ''}\n${code}` : `${code}\nexport {}\n`)
  }
  return sources
}

/** What the compiler says of the sources, which see the package as its users do. Empty: nothing. */
export function diagnose(root: string, sources: ReadonlyMap<string, string>): readonly string[] {
  const folder = join(root, 'test/.snippets')
  const entry = (path: string) => [resolve(root, path)]
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    paths: {
      'wallet-modal': entry('src/index.ts'),
      'wallet-modal/react': entry('src/react/index.ts'),
      'wallet-modal/onramp': entry('src/onramp.ts'),
      'wallet-modal/onramp/react': entry('src/react/onramp.ts'),
      'wallet-modal/solana': entry('src/solana/index.ts'),
      'wallet-modal/solana/react': entry('src/react/solana.ts'),
      'wallet-modal/testing': entry('src/testing.ts'),
      'wallet-modal/connector': entry('src/connectors/create-connector.ts'),
      'wallet-modal/errors': entry('src/errors.ts'),
      'wallet-modal/siwx': entry('src/siwx/index.ts'),
      'wallet-modal/frame': entry('src/frame/index.ts'),
      'wallet-modal/wagmi': entry('src/wagmi.ts'),
    },
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  const own = (path: string) => (path.startsWith(`${folder}/`) ? sources.get(path.slice(folder.length + 1)) : undefined)
  host.fileExists = (path) => own(path) !== undefined || fileExists(path)
  host.readFile = (path) => own(path) ?? readFile(path)
  host.getSourceFile = (path, ...rest) => {
    const code = own(path)
    return code === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, code, ts.ScriptTarget.ES2022, true)
  }
  const program = ts.createProgram(
    [...sources.keys()].map((name) => join(folder, name)),
    options,
    host,
  )
  return [...sources.keys()].flatMap((name) => {
    const file = program.getSourceFile(join(folder, name))
    if (!file) return [`${name}: not read`]
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText, start = 0 }) => {
        const { line } = file.getLineAndCharacterOfPosition(start)
        return `${name} +${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
      },
    )
  })
}

/** A page of the documents as snippets. */
export const readSnippets = (root: string, page: string): readonly Snippet[] =>
  snippetsOf(page, readFileSync(join(root, page), 'utf8'))
