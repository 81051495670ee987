// A wallet in a process of its own, knowing nothing but a relay and a key. Commands come as JSON lines on standard input, answers and events leave as JSON lines.
// Usage: tsx wallet-process.ts '{"relayUrl":"…","version":"2.21.8","privateKey":"0x…","chains":["eip155:31337"],"rpcUrl":"…"}'
import { createInterface } from 'node:readline'
import {
  createWalletPeer,
  type PeerRequest,
  type Policy,
  type WalletPeerOptions,
} from '../../../services/test/support/wallet-peer.js'

/** What the process is started with. */
export type WalletProcessOptions = WalletPeerOptions & {
  /** Chains (CAIP-2) of the ecosystems beside Ethereum, for a wallet of several. */
  readonly five?: Readonly<Partial<Record<'solana' | 'bip122' | 'polkadot' | 'cosmos', readonly string[]>>>
}

type Command =
  | { readonly do: 'pair'; readonly uri: string }
  | { readonly do: 'policy'; readonly proposals?: Policy; readonly requests?: Policy }
  /** `hold`: from now on every request waits, as for a person who reads first; `release`: yes to all of them, and to what follows. */
  | { readonly do: 'hold' | 'release' }
  /** Method and parameters of the request that waits longest; waits for one. */
  | { readonly do: 'asked' }
  /** Yes or no to that request. */
  | { readonly do: 'answer'; readonly isYes: boolean }
  | { readonly do: 'disconnect' | 'sessions' | 'requests' | 'failures' | 'close' }
  | { readonly do: 'chain'; readonly chain: string }

const { five, ...options } = JSON.parse(process.argv[2] ?? '{}') as WalletProcessOptions
const keys = five && (await (await import('../../support/five-keys.js')).createFiveKeys(five))
interface Waiting {
  readonly request: PeerRequest
  answer(isYes: boolean): void
}
let isHolding = false
const waiting: Waiting[] = []
let arrived = () => {}
const decide = (request: PeerRequest) =>
  isHolding
    ? new Promise<void>((yes, no) => {
        waiting.push({ request, answer: (isYes) => (isYes ? yes() : no(new Error('User rejected.'))) })
        arrived()
      })
    : Promise.resolve()
const peer = await createWalletPeer({
  ...options,
  decide,
  ...(keys ? { others: keys.others, answer: (request: PeerRequest) => keys.answer(request) } : {}),
})
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)

async function obey(command: Command): Promise<unknown> {
  switch (command.do) {
    case 'pair':
      return peer.pair(command.uri)
    case 'policy':
      Object.assign(peer.policy, {
        ...(command.proposals && { proposals: command.proposals }),
        ...(command.requests && { requests: command.requests }),
      })
      return undefined
    case 'hold':
      isHolding = true
      return undefined
    case 'release':
      isHolding = false
      for (const each of waiting.splice(0)) each.answer(true)
      return undefined
    case 'asked':
      return asked()
    case 'answer':
      waiting.shift()?.answer(command.isYes)
      return undefined
    case 'disconnect':
      return peer.disconnect()
    case 'sessions':
      return peer.sessions().length
    case 'requests':
      return peer.requests.map((request) => request.params.request.method)
    case 'failures':
      return peer.failures.map(String)
    case 'chain':
      return peer.emitChain(command.chain)
    case 'close':
      await peer.close()
      setTimeout(() => process.exit(0), 50)
      return undefined
  }
}

async function asked(): Promise<unknown> {
  if (waiting.length === 0)
    await new Promise<void>((resolve) => {
      arrived = resolve
    })
  return waiting[0]?.request.params.request
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, ...command } = JSON.parse(line) as Command & { id: number }
  obey(command).then(
    (result) => say({ id, result: result ?? null }),
    (error: unknown) => say({ id, error: String(error) }),
  )
})
process.stdin.on('end', () => process.exit(0))
say({ ready: true, address: peer.address })
