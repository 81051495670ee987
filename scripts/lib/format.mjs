// The text of a generated file in the style of `npm run format`.
import { readFileSync } from 'node:fs'
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
