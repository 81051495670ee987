// The EVM devnet as a process of its own, with contracts and a past (port: WM_EVM_PORT; url of the names' gateway, with {sender} and
// {data}: WM_GATEWAY_URL). Prints one line `devnet {"url":…,"chainId":…}` when it is ready, ends on SIGTERM or SIGINT.
import { startDevnet } from './evm.js'

const port = Number(process.env['WM_EVM_PORT'] ?? 8545)
if (!Number.isInteger(port) || port < 0 || port > 65_535) fail('WM_EVM_PORT: a whole number from 0 to 65535 is needed')

const gateway = { url: process.env['WM_GATEWAY_URL'] || undefined }
const starting = startDevnet({ port, past: true, gateway })
// From the beginning: a process that ended half-way would leave its node at the port.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void starting.then((devnet) => devnet.stop()).then(() => process.exit(0)))
}
const devnet = await starting.catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)))
console.log(`devnet ${JSON.stringify({ url: devnet.url, chainId: devnet.chainId })}`)
const reason = await devnet.ended
if (reason !== undefined) fail(reason)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
