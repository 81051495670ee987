// Writes what is generated, and only where it is another: whoever reads at this moment finds all of it, and a check may run beside tests.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * @param {string} path
 * @param {string} text
 */
export function write(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/**
 * Makes the files of `folder` these and no others.
 * @param {string} folder
 * @param {ReadonlyMap<string, string>} texts by name
 */
export function writeFolder(folder, texts) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) if (!texts.has(name)) rmSync(join(folder, name))
  for (const [name, text] of texts) write(join(folder, name), text)
}
