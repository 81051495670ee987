// Opens a recovery kit of the embedded wallet without any service, on a machine of its owner: `node scripts/open-kit.mjs kit.json`, and the recovery code on
// the standard input. Prints the 24 words, which every other wallet takes, and the addresses. Best done without a network.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { register } from 'tsx/esm/api'

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
let kit = ''
try {
  kit = readFileSync(file, 'utf8')
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: process.stdin.isTTY })
const code = await new Promise((resolve) => {
  lines.on('close', () => resolve(''))
  lines.question('Recovery code: ', resolve)
})
lines.close()

register() // what follows takes seconds to load, which nobody waits for who has mistyped the name of the file
const { openKit } = await import('../services/frame/keys/recovery-kit.ts')
const { mnemonicBytes } = await import('../services/frame/keys/words.ts')
try {
  const { entropy, accounts } = await openKit(kit, code)
  console.log(new TextDecoder().decode(await mnemonicBytes(entropy)))
  for (const [name, address] of Object.entries(accounts.addresses)) console.log(`${name}: ${address}`)
} catch (error) {
  console.error(says[error.code] ?? error.message)
  process.exitCode = 1
}
