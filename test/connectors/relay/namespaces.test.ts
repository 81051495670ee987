// One session over the relay that carries all five ecosystems: a wallet with keys of other people's libraries, the page's connectors, and
// libraries that check what was signed.
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import type { Connector, ConnectorChange, RelaySession } from '../../../src/connectors/connector.js'
import type { AccountId, Namespace } from '../../../src/vocabulary/caip.js'
import { bitcoin, cosmoshub, polkadot, solana } from '../../../src/vocabulary/non-evm-networks.js'
import { createFiveKeys, unsigned } from '../../support/five-keys.js'
import { createMemory, network, nextSession, useRelay } from '../../support/relay-page.js'
import { verifiers } from '../../support/verifiers.js'

const { createPage, createWallet } = useRelay()
const networks = [network(31337), solana, bitcoin, polkadot, cosmoshub]
const chainOf = Object.fromEntries(networks.map(({ chainNamespace, caipNetworkId }) => [chainNamespace, caipNetworkId]))
const text = 'example.org wants you to sign in 👋'

/** A wallet of all five that has approved the session of a page. */
async function five() {
  const keys = await createFiveKeys({
    solana: [solana.caipNetworkId],
    bip122: [bitcoin.caipNetworkId],
    polkadot: [polkadot.caipNetworkId],
    cosmos: [cosmoshub.caipNetworkId],
  })
  const wallet = await createWallet({ others: keys.others, answer: keys.answer })
  const memory = createMemory()
  const page = createPage({ storage: memory }, { networks })
  const session = await page.relay.pair({ ...page.options, onUri: (uri) => void wallet.pair(uri) })
  const addresses: Readonly<Record<Namespace, string>> = { eip155: wallet.address, ...keys.addresses }
  return { keys, wallet, memory, page, session, addresses }
}

function of(session: RelaySession | undefined, namespace: Namespace): Connector {
  const connector = session?.connectors.find((each) => each.namespace === namespace)
  if (!connector) throw new Error(`No connector of ${namespace}`)
  return connector
}

/** Connects the connectors of a session, and signs the text with each. */
async function signWith(session: RelaySession | undefined, namespace: Namespace, address: string) {
  const connector = of(session, namespace)
  await connector.connect({ networks: networks.filter(({ chainNamespace }) => chainNamespace === namespace) })
  return connector.sign({ account: `${chainOf[namespace]}:${address}` as AccountId, message: text })
}

const namespaces = Object.keys(verifiers) as Namespace[] // keys of a record by namespace

describe('a session of five ecosystems', () => {
  test('is asked for all of them at once, with the old ids of Solana, and signs in each', async () => {
    const { wallet, session, addresses } = await five()
    expect(session.connectors.map(({ namespace }) => namespace).sort()).toEqual([...namespaces].sort())
    const asked = wallet.proposals[0]?.params.optionalNamespaces
    expect(Object.keys(asked ?? {}).sort()).toEqual([...namespaces].sort())
    expect(asked?.['solana']).toMatchObject({
      chains: [solana.caipNetworkId, 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'],
      methods: [
        'solana_signMessage',
        'solana_signTransaction',
        'solana_requestAccounts',
        'solana_getAccounts',
        'solana_signAllTransactions',
        'solana_signAndSendTransaction',
      ],
    })
    expect(asked?.['bip122']?.methods).toEqual(['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'])
    for (const namespace of namespaces) {
      const address = addresses[namespace]
      const { signature, publicKey } = await signWith(session, namespace, address)
      const verify = verifiers[namespace]
      expect([namespace, await verify(text, signature, address, publicKey)]).toEqual([namespace, true])
      expect([namespace, await verify(`${text}.`, signature, address, publicKey)]).toEqual([namespace, false])
    }
    await session.disconnect()
  })

  test('signs a transaction of Solana that the real library made', async () => {
    const { session, addresses } = await five()
    const connector = of(session, 'solana')
    await connector.connect({ networks: [solana] })
    const payer = new PublicKey(addresses.solana)
    const transaction = new Transaction({ feePayer: payer, blockhash: PublicKey.default.toBase58(), lastValidBlockHeight: 1 })
    transaction.add(SystemProgram.transfer({ fromPubkey: payer, toPubkey: PublicKey.default, lamports: 5 }))
    const answer = await connector.request(solana.caipNetworkId, {
      method: 'solana_signTransaction',
      params: { transaction: unsigned(transaction), pubkey: addresses.solana },
    })
    const signed = Transaction.from(Buffer.from((answer as { transaction: string }).transaction, 'base64'))
    expect(signed.verifySignatures()).toBe(true)
    expect(signed.serializeMessage()).toEqual(transaction.serializeMessage())
    await session.disconnect()
  })

  test('comes back with the next page, in all of them; ended once, it has ended for all', async () => {
    const { wallet, memory, page, session, addresses } = await five()
    page.reload()
    const next = createPage({ storage: memory }, { networks, storagePrefix: page.options.storagePrefix })
    const restored = await next.relay.restore({ ...next.options, topic: session.topic })
    const heard: (readonly [Namespace, ConnectorChange])[] = []
    for (const namespace of namespaces) {
      const { signature, publicKey } = await signWith(restored, namespace, addresses[namespace])
      expect(await verifiers[namespace](text, signature, addresses[namespace], publicKey)).toBe(true)
      of(restored, namespace).onChange((change) => heard.push([namespace, change]))
    }
    await wallet.disconnect()
    await expect.poll(() => heard.length).toBe(5)
    expect(heard.map(([namespace, { type }]) => [namespace, type]).sort()).toEqual(
      namespaces.map((namespace) => [namespace, 'disconnect']).sort(),
    )
  })

  test('goes on in the others when the connector of one is released, and ends with the last', async () => {
    const { wallet, session, addresses } = await five()
    await signWith(session, 'solana', addresses.solana)
    of(session, 'solana').release()
    const { signature, publicKey } = await signWith(session, 'cosmos', addresses.cosmos)
    expect(await verifiers.cosmos(text, signature, addresses.cosmos, publicKey)).toBe(true)
    await of(session, 'cosmos').disconnect()
    await nextSession(wallet).toBe(0)
  })
})
