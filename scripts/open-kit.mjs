// Opens a recovery kit of the embedded wallet without any service, on a machine of its owner: `node scripts/open-kit.mjs kit.json`, and the recovery code on
// the standard input. Prints the 24 words, which every other wallet takes, and the addresses. Best done without a network.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { register } from 'tsx/esm/api'

register()
const { openKit } = await import('../services/frame/keys/recovery-kit.ts')
const { mnemonicBytes } = await import('../services/frame/keys/words.ts')

const says = {
  BAD_INPUT: 'This is not a recovery kit.',
  CODE_INVALID: 'This is not a recovery code: it has 34 letters and digits. Is one mistyped?',
  WRONG_KEY: 'This kit does not open with this code.',
  TAMPERED: 'This kit was changed.',
  ADDRESS_MISMATCH: 'This kit was changed: it holds another wallet than it says.',
}

const [file] = process.argv.slice(2)
if (!file) {
  console.error('Usage: node scripts/open-kit.mjs FILE')
  process.exit(2)
}
const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: process.stdin.isTTY })
const code = await new Promise((resolve) => {
  lines.on('close', () => resolve(''))
  lines.question('Recovery code: ', resolve)
})
lines.close()
try {
  const { entropy, accounts } = await openKit(readFileSync(file, 'utf8'), code)
  console.log(new TextDecoder().decode(await mnemonicBytes(entropy)))
  for (const [name, address] of Object.entries(accounts.addresses)) console.log(`${name}: ${address}`)
} catch (error) {
  console.error(says[error.code] ?? error.message)
  process.exitCode = 1
}
