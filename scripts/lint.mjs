// Types and lint in one process, over one program of TypeScript: the compiler and the type-checked rules ask it the same questions, and each is
// answered once. Prints what they find; ends with 1 where there is anything.
import { ESLint } from 'eslint'
import ts from 'typescript'
import { root } from './prepare.mjs'

const config = ts.getParsedCommandLineOfConfigFile(`${root}/tsconfig.json`, undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
  },
})
const program = ts.createProgram({
  rootNames: config.fileNames,
  options: config.options,
  configFileParsingDiagnostics: config.errors,
})

const eslint = new ESLint({
  cwd: root,
  overrideConfig: {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: false, programs: [program] } },
  },
})
const results = await eslint.lintFiles(['src', 'test', 'services', 'demo', 'scripts', 'bench'])
const formatter = await eslint.loadFormatter('stylish')
const problems = ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
  getCurrentDirectory: () => root,
  getCanonicalFileName: (name) => name,
  getNewLine: () => '\n',
})
const output = `${problems}${await formatter.format(results)}`.trim()
if (output !== '') console.log(output)
process.exitCode = output === '' ? 0 : 1
