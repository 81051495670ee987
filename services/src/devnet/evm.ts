// The EVM devnet: anvil on the loopback with funded accounts that are the same on every start, and Multicall3 where clients expect it.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import { createTestClient, http, publicActions } from 'viem'
import * as z from 'zod'
import { devnetAccounts, MNEMONIC, type DevnetAccount } from './accounts.js'
import { spawnAnvil } from './anvil.js'

export const CHAIN_ID = 31_337
/** Where every chain has Multicall3. */
export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const READY_TIMEOUT_MS = 15_000
const READY_POLL_MS = 20
const CALL_TIMEOUT_MS = 1_000
const STOP_TIMEOUT_MS = 3_000

const hex = z.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value))
const artifact = z
  .object({ sourceSha256: z.string(), runtimeBytecode: hex })
  .parse(JSON.parse(readFileSync(new URL('./contracts/Multicall3.json', import.meta.url), 'utf8')))

export interface Devnet {
  /** JSON-RPC over HTTP and, on the same port, WebSocket. */
  readonly url: string
  readonly chainId: number
  /** Funded with 10 000 ETH each. The private keys are public knowledge. */
  readonly accounts: readonly DevnetAccount[]
  /** Back to the first block, Multicall3 included. */
  reset(): Promise<void>
  /** Idempotent; resolves when the process is gone. */
  stop(): Promise<void>
  /** Resolves when the process ends, with the reason if nobody asked it to. */
  readonly ended: Promise<string | undefined>
}

/** @param options.port 0 (default): any free one. @throws Error when anvil is missing, the port is taken, or it does not answer. */
export async function startDevnet(options: { readonly port?: number } = {}): Promise<Devnet> {
  const port = options.port || (await freePort())
  const url = `http://127.0.0.1:${port}`
  const anvil = spawnAnvil({ port, chainId: CHAIN_ID, mnemonic: MNEMONIC })
  const life = watch(anvil)
  const client = createTestClient({ mode: 'anvil', transport: http(url, { retryCount: 0, timeout: CALL_TIMEOUT_MS }) }).extend(
    publicActions,
  )
  const prepare = () => client.setCode({ address: MULTICALL3, bytecode: artifact.runtimeBytecode })

  const signal = AbortSignal.timeout(READY_TIMEOUT_MS)
  for (;;) {
    if (life.endedWith() !== undefined) throw new Error(`The EVM devnet did not start on port ${port}: ${life.endedWith()}`)
    // Refused connections are the normal state of the first moments.
    const chainId = await client.getChainId().catch(() => undefined)
    // An answer while our process is dying comes from a stranger on the same port.
    if (chainId !== undefined && life.isRunning()) break
    if (signal.aborted) {
      await life.stop()
      throw new Error(`The EVM devnet did not answer on port ${port} within ${READY_TIMEOUT_MS / 1000} s`)
    }
    await wait(READY_POLL_MS)
  }
  await prepare()
  return {
    url,
    chainId: CHAIN_ID,
    accounts: devnetAccounts(),
    async reset() {
      // viem's own `reset` always asks for a fork.
      await client.request({ method: 'anvil_reset', params: [] } as never)
      await prepare()
    },
    stop: life.stop,
    ended: life.ended,
  }
}

function watch(anvil: ChildProcess) {
  let stopping = false
  let reason: string | undefined
  let complaint = ''
  anvil.stderr?.on('data', (text: Buffer) => (complaint = `${complaint}${text.toString()}`.slice(-2000)))
  const ended = new Promise<string | undefined>((resolve) => {
    anvil.once('error', (error) => resolve((reason = error.message)))
    anvil.once('close', (code, signal) => {
      reason ??= complaint.trim() || `anvil ended with ${signal ?? `code ${code}`}`
      resolve(stopping ? undefined : reason)
    })
  })
  // Whatever ends this process, the chain must not outlive it.
  const onExit = () => void anvil.kill('SIGKILL')
  process.once('exit', onExit)
  void ended.then(() => process.removeListener('exit', onExit))
  return {
    ended,
    endedWith: () => reason,
    isRunning: () => anvil.exitCode === null && anvil.signalCode === null,
    async stop() {
      stopping = true
      if (anvil.exitCode !== null || anvil.signalCode !== null) return
      anvil.kill('SIGTERM')
      const force = setTimeout(() => anvil.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await ended
      clearTimeout(force)
    },
  }
}

/** A port that was free a moment ago; anvil cannot tell which one it chose by itself. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
