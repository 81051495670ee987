// The EVM devnet: anvil on the loopback with funded accounts that are the same on every start, and Multicall3 where clients expect it.
import { setTimeout as wait } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import { parseEther, toHex } from 'viem'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { devnetAccounts, MNEMONIC, type DevnetAccount } from './accounts.js'
import { spawnAnvil } from './anvil.js'
import { readArtifact } from './artifacts.js'
import { deploy, type Gateway } from './deploy.js'
import { createChainWriter } from './chain-writer.js'
import { BUNDLER, DEPLOYER, FAUCET } from './manifest.js'
import { livePast } from './past.js'
import { createRpcClient, type RpcClient } from './rpc-client.js'

const CHAIN_ID = 31_337
/** Where every chain has Multicall3. */
export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const READY_TIMEOUT_MS = 15_000
const READY_POLL_MS = 20
const PROBE_TIMEOUT_MS = 1_000
const STOP_TIMEOUT_MS = 3_000
/** The chain begins so long before now, so that there is room for a past. */
const AGE_S = 30 * 86_400
const BALANCE = parseEther('10000')

export interface Devnet {
  /** JSON-RPC over HTTP and, on the same port, WebSocket. */
  readonly url: string
  readonly chainId: number
  /** Funded with 10 000 ETH each. The private keys are public knowledge. */
  readonly accounts: readonly DevnetAccount[]
  /** Back to how it was when it started, contracts and past included. */
  reset(): Promise<void>
  /** Idempotent; resolves when the process is gone. */
  stop(): Promise<void>
  /** Resolves when the process ends, with the reason if nobody asked it to. */
  readonly ended: Promise<string | undefined>
}

export interface DevnetOptions {
  /** 0 (default): a free one. */
  readonly port?: number
  /** Gives the accounts tokens, collectibles and a month of history. Default: contracts and pools only. */
  readonly past?: boolean
  /** Where the names of the zone are asked for. */
  readonly gateway?: Gateway
}

/** @throws Error when anvil is missing, the port is taken, or it does not answer. */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const port = options.port || (await freePort())
  const url = `http://127.0.0.1:${port}`
  const born = Math.floor(Date.now() / 1000) - AGE_S
  const anvil = spawnAnvil({ port, chainId: CHAIN_ID, mnemonic: MNEMONIC, timestamp: born })
  const life = watch(anvil)
  const client = createRpcClient(url)
  const probe = createRpcClient(url, PROBE_TIMEOUT_MS)

  const signal = AbortSignal.timeout(READY_TIMEOUT_MS)
  for (;;) {
    if (life.endedWith() !== undefined) throw new Error(`The EVM devnet did not start on port ${port}: ${life.endedWith()}`)
    // Refused connections are the normal state of the first moments.
    const chainId = await probe.request('eth_chainId').catch(() => undefined)
    // An answer while our process is dying comes from a stranger on the same port.
    if (chainId !== undefined && life.isRunning()) break
    if (signal.aborted) {
      await life.stop()
      throw new Error(`The EVM devnet did not answer on port ${port} within ${READY_TIMEOUT_MS / 1000} s`)
    }
    await wait(READY_POLL_MS)
  }
  try {
    await prepare(client, born, options)
  } catch (error) {
    await life.stop()
    throw error
  }
  const keepTime = () => client.request('evm_setTime', [Math.floor(Date.now() / 1000)])
  await keepTime() // on a busy machine it took a while until here
  let snapshot = await client.request('evm_snapshot')
  return {
    url,
    chainId: CHAIN_ID,
    accounts: devnetAccounts(),
    async reset() {
      if ((await client.request('evm_revert', [snapshot])) !== true) throw new Error('The EVM devnet could not go back')
      // A snapshot serves once; and the chain's clock went back with it.
      snapshot = await client.request('evm_snapshot')
      await keepTime()
    },
    stop: life.stop,
    ended: life.ended,
  }
}

async function prepare(client: RpcClient, born: number, { past = false, gateway = {} }: DevnetOptions): Promise<void> {
  const setBalance = (address: string, balance: bigint) => client.request('anvil_setBalance', [address, toHex(balance)])
  const now = born + AGE_S
  const writer = createChainWriter(client, CHAIN_ID)
  await client.request('evm_setAutomine', [false])
  await client.request('anvil_setCode', [MULTICALL3, readArtifact('Multicall3').runtimeBytecode])
  for (const address of [DEPLOYER, FAUCET, BUNDLER]) await setBalance(address, parseEther('1000000'))
  await deploy(writer, born + 12, gateway)
  if (past) await livePast(writer, now)
  // What the past cost is given back, so that everyone starts with a round sum.
  for (const { address } of devnetAccounts()) await setBalance(address, BALANCE)
  await writer.block(now, [])
  await client.request('evm_setAutomine', [true])
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
