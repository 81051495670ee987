// Checked by the compiler alone (`npm run check`): the contract of connectors, and the public surface that a page writes against.
import type { Connector, ConnectorChange, Grant, Signature } from '../../src/connectors/connector.js'
import { type ConnectorFactory, createConnector, type CustomConnector } from '../../src/connectors/create-connector.js'
import { mockConnector } from '../../src/connectors/mock/connector.js'
import type { Account, ModalConfig, WalletModal } from '../../src/index.js'

declare const connector: Connector
declare const modal: WalletModal

// A call names its account, and its asset by CAIP-19.
connector.sign satisfies (request: { account: 'eip155:1:0xabc'; message: string }) => Promise<Signature>
// @ts-expect-error a text alone says not who signs
void connector.sign('hello')
// @ts-expect-error an address is no account
void connector.sign({ account: '0xabc', message: 'hello' })
void connector.send({ from: 'solana:x:y', to: 'z', amount: 1n, asset: 'solana:x/slip44:501' })
// @ts-expect-error money is whole units
void connector.send({ from: 'solana:x:y', to: 'z', amount: 0.5, asset: 'solana:x/slip44:501' })
// @ts-expect-error an asset stands on a chain
void connector.send({ from: 'solana:x:y', to: 'z', amount: 1n, asset: 'slip44:501' })

// What is told is a whole grant, a message, or the end.
connector.onChange((change) => change satisfies ConnectorChange)
const ofChange = (change: ConnectorChange): Grant | undefined => (change.type === 'grant' ? change.grant : undefined)
ofChange satisfies (change: ConnectorChange) => Grant | undefined
connector.switchTo satisfies (network: never) => Promise<Grant>

// What a page writes is a connector's factory; both ways of making one go into the settings.
const least = {
  id: 'a',
  namespace: 'cosmos',
  name: 'A',
  connect: () =>
    Promise.resolve({ chain: 'cosmos:cosmoshub-4', accounts: [{ chain: 'cosmos:cosmoshub-4', address: 'cosmos1x' }] }),
  getAccounts: () => Promise.resolve([]),
} satisfies CustomConnector
const factories: readonly ConnectorFactory[] = [
  createConnector(() => least),
  mockConnector({ namespace: 'polkadot', accounts: [{ chain: 'polkadot:x', address: 'y' }] }),
]
export const settings: ModalConfig = { connectors: factories }
// @ts-expect-error a family that this package does not know
createConnector(() => ({ ...least, namespace: 'near' }))
// @ts-expect-error nothing could be connected
createConnector(() => ({ id: 'a', namespace: 'cosmos', name: 'A' }))
// @ts-expect-error at least one account
mockConnector({ namespace: 'polkadot', accounts: [] })

// What the page is told of an account is typed by its family.
modal.on('account', (account) => account satisfies Account | undefined)
void modal.connect({ namespace: 'eip155' }).then(({ address }) => address satisfies `0x${string}`)
void modal.connect({ namespace: 'bip122' }).then(({ address }) => address satisfies string)
// @ts-expect-error no such event
modal.on('connected', () => undefined)
// @ts-expect-error a setting that does not exist
export const wrong: ModalConfig = { connector: factories }
