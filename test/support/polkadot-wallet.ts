// A Polkadot wallet of other people's code: the injection of Polkadot's own extensions over their keyring.
import { injectExtension } from '@polkadot/extension-inject'
import { Keyring } from '@polkadot/keyring'
import type { KeyringPair } from '@polkadot/keyring/types'
import { hexToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { cryptoWaitReady } from '@polkadot/util-crypto'

/** The phrase that everyone's test accounts are made of, and the seed that it stands for: a page may not run WebAssembly, and works out a seed for a second. */
const DEV_PHRASE = 'bottom drive obey lake curtain smoke basket hold race lonely fit walk'
const DEV_SEED = '0xfac7959dbfe72f052e5a0c3c8d6530f202b02fd8f9f5ca3580ec8deb7797479e'

/** Its accounts, by name, each with a key of another kind. */
const accounts = {
  Alice: [`${DEV_SEED}//Alice`, 'sr25519'],
  Bob: [`${DEV_SEED}//Bob`, 'ed25519'],
  Charlie: [`${DEV_SEED}//Charlie`, 'ecdsa'],
  Dave: [`${DEV_PHRASE}/m/44'/60'/0'/0/0`, 'ethereum'],
} as const
const everybody = Object.keys(accounts) as (keyof typeof accounts)[] // keys of a record by name

type Subscriber = (accounts: unknown) => void

/**
 * @param window gets the wallet at `injectedWeb3` under `name`
 * @param people whose accounts it has
 */
export async function injectPolkadotWallet(window: Window, name = 'polkadot-js', people = everybody) {
  await cryptoWaitReady()
  const keyring = new Keyring({ type: 'sr25519', ss58Format: 42 })
  for (const person of people) {
    const [uri, type] = accounts[person]
    keyring.addFromUri(uri, { name: person }, type)
  }
  const subscribers = new Set<Subscriber>()
  const state = {
    pairs: keyring.getPairs(),
    /** Answers for the person: throws to refuse. */
    approve: (_request: string): void => undefined,
    origins: [] as string[],
  }
  const listed = () =>
    state.pairs.map((pair) => ({
      address: pair.address,
      name: pair.meta['name'],
      type: pair.type,
      genesisHash: pair.meta['genesisHash'],
    }))
  const pairOf = (address: string): KeyringPair => {
    const found = state.pairs.find((pair) => pair.address === address) ?? keyring.getPair(address)
    return found
  }
  const injected = {
    accounts: {
      get: async () => listed(),
      subscribe: (subscriber: Subscriber) => {
        subscribers.add(subscriber)
        subscriber(listed())
        return () => void subscribers.delete(subscriber)
      },
    },
    signer: {
      signRaw: async ({ address, data }: { address: string; data: string }) => {
        state.approve('signRaw')
        return { id: 1, signature: u8aToHex(pairOf(address).sign(u8aWrapBytes(hexToU8a(data)))) } // as the extension wraps it
      },
      signPayload: async ({ address }: { address: string }) => {
        state.approve('signPayload')
        return { id: 2, signature: u8aToHex(pairOf(address).sign('payload', { withType: true })) }
      },
    },
  }
  const globals = globalThis as { window?: unknown }
  const before = globals.window
  globals.window = window // where the library injects
  try {
    injectExtension(
      async (origin: string) => {
        state.approve('enable')
        state.origins.push(origin)
        return injected as never
      },
      { name, version: '1.0.0' },
    )
  } finally {
    globals.window = before
  }
  return {
    keyring,
    state,
    subscribers,
    /** The person selects other accounts for the page. */
    setPairs(pairs: readonly KeyringPair[]) {
      state.pairs = [...pairs]
      for (const subscriber of subscribers) subscriber(listed())
    },
  }
}
