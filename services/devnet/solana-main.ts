// The Solana devnet as a process of its own (port: WM_SOLANA_PORT): prints one line `solana {"url":…,"chainId":…}` when it is ready.
import { startSolanaDevnet } from './solana.js'

const port = Number(process.env['WM_SOLANA_PORT'] ?? 8899)
if (!Number.isInteger(port) || port < 0 || port > 65_535) fail('WM_SOLANA_PORT: a whole number from 0 to 65535 is needed')

const devnet = await startSolanaDevnet({ port, past: true }).catch((error: unknown) =>
  fail(error instanceof Error ? error.message : String(error)),
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void devnet.stop().then(() => process.exit(0)))
}
const { url, webSocketUrl, chainId } = devnet
console.log(`solana ${JSON.stringify({ url, webSocketUrl, chainId })}`)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
