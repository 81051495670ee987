// The code in the documents as files of a program: what a fence says, where it stands, and what the compiler says of it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

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

/** What the compiler says of the sources, which see the package as its users do: a line for each error. Empty: nothing. */
export function diagnose(root: string, sources: ReadonlyMap<string, string>): readonly string[] {
  const source = (path: string) => [resolve(root, path)]
  const compilerOptions = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    paths: {
      'wallet-modal': source('src/index.ts'),
      'wallet-modal/react': source('src/react/index.ts'),
      'wallet-modal/onramp': source('src/onramp.ts'),
      'wallet-modal/onramp/react': source('src/react/onramp.ts'),
      'wallet-modal/solana': source('src/solana/index.ts'),
      'wallet-modal/solana/react': source('src/react/solana.ts'),
      'wallet-modal/testing': source('src/testing.ts'),
      'wallet-modal/connector': source('src/connectors/create-connector.ts'),
      'wallet-modal/errors': source('src/errors.ts'),
      'wallet-modal/siwx': source('src/siwx/index.ts'),
      'wallet-modal/frame': source('src/frame/index.ts'),
      'wallet-modal/wagmi': source('src/wagmi.ts'),
    },
  }
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const folder = mkdtempSync(join(root, 'test-results/snippets-')) // below the packages that snippets import
  try {
    for (const [name, code] of sources) writeFileSync(join(folder, name), code)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [...sources.keys()] }))
    const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
    const { stdout, stderr, status } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false', '--singleThreaded'], {
      cwd: folder,
      encoding: 'utf8',
    })
    if (status !== 0 && !/\berror TS\d/.test(stdout)) return [`${stdout}${stderr}`]
    // A line that is indented goes on with the error before it. Our own sources are checked with options of their own.
    return stdout.split(/\n(?!\s)/).filter((error) => sources.has(error.replace(/\(\d.*$/s, '')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A page of the documents as snippets. */
export const readSnippets = (root: string, page: string): readonly Snippet[] =>
  snippetsOf(page, readFileSync(join(root, page), 'utf8'))
