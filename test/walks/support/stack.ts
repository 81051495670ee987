// The whole product in processes of its own (`npm start` with free ports), and wallets in others: what a walk talks to.
import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Hex } from 'viem'
import type { Policy } from '../../../services/test/support/wallet-peer.js'
import { PROGRAMS, programOf } from './bundle-programs.js'
import type { WalletProcessOptions } from './wallet-process.js'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')

export interface Urls {
  readonly dapp: string
  readonly services: string
  readonly relay: string
  readonly frame: string
  /** What the embedded wallet's mails come to. */
  readonly mailbox: string
  readonly wallet: string
  readonly gallery: string
  readonly evm: string
  /** Absent where the Solana devnet cannot run. */
  readonly solana?: string
}

export interface Stack extends Urls {
  stop(): Promise<void>
}

export const ended = (child: ChildProcess) =>
  new Promise<void>((done) => (child.exitCode === null && child.signalCode === null ? child.once('exit', () => done()) : done()))

/** Starts everything on free ports; resolves with the urls of the `ready {…}` line. */
export async function startStack(env: Record<string, string> = {}): Promise<Stack> {
  const child = spawn(process.execPath, ['scripts/start.mjs', '--no-build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      WM_DAPP_PORT: '0',
      WM_SERVICES_PORT: '0',
      WM_FRAME_PORT: '0',
      WM_WALLET_PORT: '0',
      WM_EVM_PORT: '0',
      WM_SOLANA_PORT: '0',
      WM_GALLERY_PORT: '0',
      WM_PROGRAMS: PROGRAMS,
      ...env,
    },
  })
  const urls = await new Promise<Urls>((resolveUrls, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('ready ')) return
      resolveUrls(JSON.parse(line.slice('ready '.length)) as Urls)
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)))
  })
  return {
    ...urls,
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
    },
  }
}

export interface WalletProcess {
  readonly address: Hex
  pair(uri: string): Promise<void>
  policy(policy: { proposals?: Policy; requests?: Policy }): Promise<void>
  disconnect(): Promise<void>
  /** From now on requests wait, until they are answered, or until `release`, which says yes to all of them. */
  hold(): Promise<void>
  release(): Promise<void>
  /** The request that waits longest; waits for one. */
  asked(): Promise<{ readonly method: string; readonly params: unknown }>
  /** Says yes or no to it. */
  answer(isYes: boolean): Promise<void>
  sessions(): Promise<number>
  requests(): Promise<string[]>
  chain(chain: string): Promise<void>
  close(): Promise<void>
}

/** A wallet that knows the relay and a key, and the dapp only by the uri that it is given. */
export async function startWallet(options: WalletProcessOptions): Promise<WalletProcess> {
  const child = spawn(process.execPath, [programOf('wallet'), JSON.stringify(options)], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let next = 1
  const address = await new Promise<Hex>((ready, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return
      const answer = JSON.parse(line) as { ready?: true; address: Hex; id: number; result: never; error?: string }
      if (answer.ready) return ready(answer.address)
      const waiter = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (answer.error) waiter?.reject(new Error(answer.error))
      else waiter?.resolve(answer.result)
    })
    child.once('exit', (code) => reject(new Error(`the wallet ended with ${code}`)))
  })
  const tell = <T>(command: Record<string, unknown>) =>
    new Promise<T>((done, reject) => {
      const id = next++
      waiting.set(id, { resolve: done, reject })
      child.stdin.write(`${JSON.stringify({ id, ...command })}\n`)
    })
  return {
    address,
    pair: (uri) => tell({ do: 'pair', uri }),
    policy: (policy) => tell({ do: 'policy', ...policy }),
    disconnect: () => tell({ do: 'disconnect' }),
    hold: () => tell({ do: 'hold' }),
    release: () => tell({ do: 'release' }),
    asked: () => tell({ do: 'asked' }),
    answer: (isYes) => tell({ do: 'answer', isYes }),
    sessions: () => tell({ do: 'sessions' }),
    requests: () => tell({ do: 'requests' }),
    chain: (chain) => tell({ do: 'chain', chain }),
    async close() {
      child.stdin.end()
      child.kill('SIGKILL')
      await ended(child)
    },
  }
}

/** Keys of the devnet's funded accounts (the public test mnemonic "test test … junk"): worthless anywhere else. */
export const devnetKeys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
] as const
