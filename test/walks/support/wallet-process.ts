// A wallet in a process of its own, knowing nothing but a relay and a key. Commands come as JSON lines on standard input, answers and events leave as JSON lines.
// Usage: tsx wallet-process.ts '{"relayUrl":"…","version":"2.21.8","privateKey":"0x…","chains":["eip155:31337"],"rpcUrl":"…"}'
import { createInterface } from 'node:readline'
import { isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createWalletPeer, type Policy, type WalletPeerOptions } from '../../../services/test/support/wallet-peer.js'

/** What the process is started with. */
export type WalletProcessOptions = WalletPeerOptions & {
  /** Chains (CAIP-2) of the ecosystems beside Ethereum, for a wallet of several. */
  readonly five?: Readonly<Partial<Record<'solana' | 'bip122' | 'polkadot' | 'cosmos', readonly string[]>>>
}

type Command =
  | { readonly do: 'pair'; readonly uri: string }
  | { readonly do: 'policy'; readonly proposals?: Policy; readonly requests?: Policy }
  /** `hold`: from now on signatures wait, as for a person who reads first; `release` gives them. */
  | { readonly do: 'hold' | 'release' }
  | { readonly do: 'disconnect' | 'sessions' | 'requests' | 'failures' | 'close' }
  | { readonly do: 'chain'; readonly chain: string }

const { five, ...options } = JSON.parse(process.argv[2] ?? '{}') as WalletProcessOptions
const keys = five && (await (await import('../../support/five-keys.js')).createFiveKeys(five))
let held: Promise<void> | undefined
let release = () => {}
const answer: WalletPeerOptions['answer'] = (asked) => {
  const { request } = asked.params
  return request.method === 'personal_sign' && held ? held.then(() => sign(request.params[0])) : keys?.answer(asked)
}
const sign = (message: unknown) =>
  privateKeyToAccount(options.privateKey).signMessage({ message: isHex(message) ? { raw: message } : String(message) })
const peer = await createWalletPeer({ ...options, ...(keys ? { others: keys.others } : {}), answer })
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
      held = new Promise((resolve) => (release = resolve))
      return undefined
    case 'release':
      release()
      held = undefined
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

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, ...command } = JSON.parse(line) as Command & { id: number }
  obey(command).then(
    (result) => say({ id, result: result ?? null }),
    (error: unknown) => say({ id, error: String(error) }),
  )
})
process.stdin.on('end', () => process.exit(0))
say({ ready: true, address: peer.address })
