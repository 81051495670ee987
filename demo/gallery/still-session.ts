// A session for scenes of the gallery: its wallet has accounts to show, and signs nothing.
import type { Connector, RelaySession } from '../../src/connectors/connector.js'
import type { GrantedAccount } from '../../src/vocabulary/account.js'
import type { ChainId, Namespace } from '../../src/vocabulary/caip.js'
import { walletError } from '../../src/vocabulary/errors.js'

const accounts: Readonly<Record<Namespace, readonly GrantedAccount[]>> = {
  eip155: [{ chain: 'eip155:1', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  solana: [{ chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', address: '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn' }],
  bip122: [
    {
      chain: 'bip122:000000000019d6689c085ae165831e93',
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      purpose: 'payment',
    },
    {
      chain: 'bip122:000000000019d6689c085ae165831e93',
      address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      purpose: 'ordinals',
    },
  ],
  polkadot: [
    {
      chain: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
      address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      label: 'Savings',
    },
  ],
  cosmos: [{ chain: 'cosmos:cosmoshub-4', address: 'cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq' }],
}

export interface StillSessionOptions {
  /** Default `Phone`. */
  readonly name?: string
  /** The wallet does not confirm its end. */
  readonly cannotEnd?: boolean
}

/** A phone that is connected on all of `namespaces`. */
export function createStillSession(
  namespaces: readonly Namespace[],
  { name = 'Phone', cannotEnd = false }: StillSessionOptions = {},
): RelaySession {
  const wallet = { id: 'still', name }
  const disconnect = () => (cannotEnd ? Promise.reject(walletError('RELAY_UNREACHABLE')) : Promise.resolve())
  const refuse = () => Promise.reject(walletError('UNSUPPORTED_METHOD', { details: { method: 'of the gallery' } }))
  const connectors = namespaces.map((namespace): Connector => {
    const granted = accounts[namespace]
    const chain = granted[0]?.chain as ChainId // each has one
    const grant = { accounts: granted, chain, chains: granted.map((account) => account.chain) }
    return {
      id: 'relay:still',
      namespace,
      transport: 'relay',
      wallet,
      connect: () => Promise.resolve(grant),
      getAccounts: () => Promise.resolve(granted),
      isAuthorized: () => Promise.resolve(true),
      disconnect,
      release: () => undefined,
      switchTo: refuse,
      sign: refuse,
      send: refuse,
      request: refuse,
      onChange: () => () => undefined,
    }
  })
  return { topic: 'still', wallet, expiresAt: Infinity, connectors, disconnect, forget: () => undefined }
}
