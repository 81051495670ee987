// The phones of the model test: each session is one of WalletConnect, as the client of each tab holds it. The session of the page, its views and its
// connectors are the real ones.
import type { RelaySession } from '../../src/connectors/connector.js'
import * as cosmos from '../../src/connectors/cosmos/index.js'
import { methods as cosmosMethods } from '../../src/connectors/cosmos/methods.js'
import * as eip155 from '../../src/connectors/eip155/index.js'
import { methods as eip155Methods } from '../../src/connectors/eip155/methods.js'
import type { RelayClient } from '../../src/connectors/relay/client.js'
import { readSession } from '../../src/connectors/relay/proposal.js'
import { openSettled, type SessionModules } from '../../src/connectors/relay/relay-session.js'
import * as solana from '../../src/connectors/solana/index.js'
import { methods as solanaMethods } from '../../src/connectors/solana/methods.js'
import type { AccountId, ChainId, Namespace } from '../../src/vocabulary/caip.js'
import type { Network } from '../../src/vocabulary/network.js'
import { Emitter, evmAddresses, refusal } from './installed.js'

const modules: SessionModules = new Map([
  ['eip155', eip155],
  ['solana', solana],
  ['cosmos', cosmos],
])
const methods = new Map<Namespace, readonly string[]>([
  ['eip155', eip155Methods],
  ['solana', solanaMethods],
  ['cosmos', cosmosMethods],
])
const [first, second] = evmAddresses
/** What a phone shares in each namespace. */
const accounts: Readonly<Partial<Record<Namespace, readonly AccountId[]>>> = {
  eip155: [`eip155:1:${first}`, `eip155:1:${second}`, `eip155:8453:${first}`, `eip155:8453:${second}`],
  solana: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn'],
  cosmos: ['cosmos:cosmoshub-4:cosmos1qurswpc8qurswpc8qurswpc8qurswpc8nn86qp'],
}

/** A session with a phone, as all tabs of the site share it. The page's own end of it is told to the phone, not to the other tabs. */
export class PhoneSession extends Emitter {
  readonly topic: string
  isAlive = true
  #namespaces: readonly Namespace[]
  #selected: string = first

  constructor(topic: string, namespaces: readonly Namespace[]) {
    super()
    this.topic = topic
    this.#namespaces = namespaces
  }
  /** Where it grants accounts at this moment. */
  get namespaces(): readonly Namespace[] {
    return this.isAlive ? this.#namespaces : []
  }
  grants(chain: ChainId, address: string) {
    return this.namespaces.some((namespace) => accounts[namespace]?.includes(`${chain}:${address}`))
  }
  end() {
    if (!this.isAlive) return
    this.isAlive = false
    this.emit('session_delete', { topic: this.topic })
  }
  /** The phone selects another chain. Pages ignore one that the session does not grant. */
  setChain(chain: ChainId) {
    this.#say(chain, 'chainChanged', chain)
  }
  /** The phone selects its other account. */
  rotate() {
    this.#selected = this.#selected === first ? second : first
    this.#say('eip155:1', 'accountsChanged', [`eip155:1:${this.#selected}`])
  }
  #say(chainId: ChainId, name: string, data: unknown) {
    if (this.isAlive) this.emit('session_event', { topic: this.topic, params: { chainId, event: { name, data } } })
  }
  /** The phone takes back what it grants in a namespace; with the last one the page ends the session. */
  drop(namespace: Namespace) {
    if (!this.namespaces.includes(namespace)) return
    this.#namespaces = this.#namespaces.filter((other) => other !== namespace)
    this.emit('session_update', { topic: this.topic })
  }
  /** As one tab holds it. */
  open(networks: readonly Network[]): RelaySession | undefined {
    const settled = readSession(this.#stored())
    if (!settled) throw new TypeError('A session that is malformed')
    const session = openSettled(this.#client(), settled, modules, methods, {
      networks,
      read: () => Promise.reject(refusal(4200)),
    })
    if (!session) this.isAlive = false // as `restore` ends a session that grants nothing
    return session
  }
  #stored() {
    const namespaces = this.#namespaces.map((namespace) => [
      namespace,
      { accounts: accounts[namespace] ?? [], methods: methods.get(namespace) ?? [], events: [] },
    ])
    const metadata = { name: 'Phone', url: '', icons: [] }
    return { topic: this.topic, expiry: 4_000_000_000, namespaces: Object.fromEntries(namespaces) as unknown, peer: { metadata } }
  }
  /** As much of the client of a tab as a session uses. */
  #client(): RelayClient {
    let isHeld = true
    const isKnown = () => isHeld && this.isAlive
    const client = {
      session: {
        keys: undefined as unknown,
        get: () => this.#stored(),
        map: { delete: () => void (isHeld = false) },
        delete: () => Promise.resolve(void (this.isAlive = false)),
      },
      on: (event: string, listener: (payload: unknown) => void) => this.on(event, listener),
      off: (event: string, listener: (payload: unknown) => void) => this.removeListener(event, listener),
      disconnect: () => Promise.resolve(void (this.isAlive = false)),
      request: async ({ request: { method, params } }: { request: { method: string; params: unknown } }) => {
        await Promise.resolve()
        if (!this.isAlive) throw refusal(4900)
        return method.startsWith('cosmos') ? params : `0x${'ab'.repeat(65)}`
      },
    }
    Object.defineProperty(client.session, 'keys', { get: () => (isKnown() ? [this.topic] : []) })
    return client as unknown as RelayClient // the members above are the ones that a session uses
  }
}
