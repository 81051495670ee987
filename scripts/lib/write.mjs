// Writes generated files, in the style of `npm run format`, and only where they change: who reads at this moment finds all of it. With `WM_GENERATE=check` in the
// environment nothing is written: a file that would change is named, and the process ends with 1.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { format as formatWith } from 'oxfmt'
import { root } from '../prepare.mjs'

const { $schema: _, ignorePatterns: __, ...style } = JSON.parse(readFileSync(`${root}/.oxfmtrc.json`, 'utf8'))

/**
 * @param {string} name of the file: its ending says the language
 * @param {string} text
 * @throws Error that says where `text` is no such language
 */
export async function format(name, text) {
  const { code, errors } = await formatWith(name, text, style)
  if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message, codeframe }) => codeframe ?? message).join('\n')}`)
  return code
}

/** Whether a change of the file may be made; where it may not, it is named. @param {string} path */
function mayChange(path) {
  if (process.env.WM_GENERATE !== 'check') return true
  console.error(`${relative(root, path)} is not what npm run generate writes`)
  process.exitCode = 1
  return false
}

/**
 * @param {string} path
 * @param {string} text
 */
export function write(path, text) {
  if ((existsSync(path) && readFileSync(path, 'utf8') === text) || !mayChange(path)) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/**
 * Makes the files of `folder` these and no others.
 * @param {string} folder
 * @param {ReadonlyMap<string, string>} texts by name
 */
export function writeFolder(folder, texts) {
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!texts.has(name) && mayChange(join(folder, name))) rmSync(join(folder, name))
  for (const [name, text] of texts) write(join(folder, name), text)
}
