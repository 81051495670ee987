// A Cosmos wallet behind a relay session: the methods of WalletConnect (wire reference §6), and answers of wrong shapes.
import { Secp256k1HdWallet, type StdSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { describe, expect, test } from 'vitest'
import type { ConnectorChange } from '../../../src/connectors/connector.js'
import { createSessionConnector } from '../../../src/connectors/cosmos/index.js'
import { methods } from '../../../src/connectors/cosmos/methods.js'
import { WalletError } from '../../../src/vocabulary/errors.js'
import { cosmoshub } from '../../../src/vocabulary/non-evm-networks.js'
import { signedBytes, textDocument } from '../../support/cosmos-wallet.js'
import { createFakeSession } from '../../support/fake-session.js'
import { changedBytes, changedText, codeOf, wrongAnswers } from '../../support/hostile.js'
import { testRows } from '../../support/rows.js'

const chain = cosmoshub.caipNetworkId
const wallet = await Secp256k1HdWallet.fromMnemonic(
  'surround miss nominee dream gap cross assault thank captain prosper drop duty group candy wealth weather scale put',
)
const [own] = await wallet.getAccounts()
if (!own) throw new Error('cosmjs gave no account')
const { address } = own
const pubkey = Buffer.from(own.pubkey).toString('base64')
const account = `${chain}:${address}` as const
const direct = { chainId: 'cosmoshub-4', accountNumber: '1', authInfoBytes: 'CgA=', bodyBytes: 'CgA=' }
const std = { pub_key: { type: 'tendermint/PubKeySecp256k1', value: pubkey }, signature: Buffer.alloc(64, 1).toString('base64') }
const answers: Readonly<Record<string, (params: never) => unknown>> = {
  cosmos_getAccounts: () => [
    { algo: 'secp256k1', address, pubkey },
    { algo: 'secp256k1', address: 'cosmos1x', pubkey }, // not one of the session
  ],
  cosmos_signAmino: ({ signerAddress, signDoc }: { signerAddress: string; signDoc: StdSignDoc }) =>
    wallet.signAmino(signerAddress, signDoc),
  cosmos_signDirect: ({ signDoc }: { signDoc: object }) => ({ signature: std, signed: signDoc, extra: 1 }),
}

async function open({
  allowed = methods,
  answer = ({ method, params }: { method: string; params?: unknown }): unknown => answers[method]?.(params as never), // each method has its own
} = {}) {
  const fake = createFakeSession('cosmos', { [chain]: [address] }, allowed, answer)
  const connector = createSessionConnector(fake.session)
  const changes: ConnectorChange[] = []
  connector.onChange((change) => changes.push(change))
  const shared = await connector.connect({ networks: [cosmoshub], silent: true })
  return { ...fake, connector, changes, shared }
}

test('texts are asked for as ADR-36 documents, and verified', async () => {
  const { connector, asked, shared } = await open()
  expect(shared).toEqual({ accounts: [{ chain, address }], chain, chains: [chain] })
  const message = 'Hello <&> 👋'
  const { signature, publicKey = '' } = await connector.sign({ account, message })
  expect(asked).toEqual([
    { chain, method: 'cosmos_signAmino', params: { signerAddress: address, signDoc: textDocument(address, message) } },
  ])
  const bytes = Uint8Array.from(Buffer.from(signature, 'base64'))
  const isValid = async (text: string, signed: Uint8Array) =>
    Secp256k1.verifySignature(
      Secp256k1Signature.fromFixedLength(signed),
      sha256(signedBytes(address, text)),
      Buffer.from(publicKey, 'hex'),
    )
  expect(
    await Promise.all([isValid(message, bytes), isValid(changedText(message), bytes), isValid(message, changedBytes(bytes))]),
  ).toEqual([true, false, false])
})

test('the calls of a page go to the wallet in its words', async () => {
  const { connector, asked } = await open()
  const ask = (method: string, params: object = {}) => connector.request(chain, { method, params })
  const signDoc = textDocument(address, 'x')
  expect(await ask('cosmos_getAccounts')).toEqual([{ algo: 'secp256k1', address, pubkey }])
  expect(await ask('cosmos_signAmino', { signerAddress: address, signDoc })).toMatchObject({ signed: signDoc })
  expect(await ask('cosmos_signDirect', { signerAddress: address, signDoc: direct })).toEqual({ signature: std, signed: direct })
  expect(asked).toEqual([
    { chain, method: 'cosmos_getAccounts', params: {} },
    { chain, method: 'cosmos_signAmino', params: { signerAddress: address, signDoc } },
    { chain, method: 'cosmos_signDirect', params: { signerAddress: address, signDoc: direct } },
  ])
})

test('a method that the session does not grant is not sent', async () => {
  const { connector, asked } = await open({ allowed: ['cosmos_signAmino'] })
  const params = { signDoc: direct }
  expect(await codeOf(connector.request(chain, { method: 'cosmos_signDirect', params }))).toBe('UNSUPPORTED_METHOD')
  expect(await connector.request(chain, { method: 'cosmos_getAccounts' })).toMatchObject([{ address }])
  expect(asked).toEqual([])
})

describe('an answer of a wrong shape', () => {
  testRows([
    ...wrongAnswers,
    ['a signature of another length', { signature: { ...std, signature: 'AAAA' }, signed: direct }] as const,
    ['a signature that is no base64', { signature: { ...std, signature: '!' }, signed: direct }] as const,
    ['a key of a megabyte', { signature: { ...std, pub_key: { type: 'x', value: 'A'.repeat(1_000_000) } } }] as const,
    ['a key of several signers', { signature: { ...std, pub_key: { type: 'x', value: { pubkeys: [] } } } }] as const,
  ])('%s: no text is signed', async (_, answer) => {
    const { connector } = await open({ answer: () => answer })
    expect(await codeOf(connector.sign({ account, message: 'x' }))).toBe('WALLET_FAILED')
  })

  testRows(wrongAnswers)('%s: the calls of a page fail with a code', async (name, answer) => {
    const { connector } = await open({ answer: () => answer })
    // What a wallet throws by itself reaches a page as it is.
    const error = name === 'a proxy that throws' ? Error : WalletError
    const ask = (method: string, signDoc: object) => connector.request(chain, { method, params: { signDoc } })
    await expect(ask('cosmos_signAmino', {})).rejects.toBeInstanceOf(error)
    await expect(ask('cosmos_signDirect', direct)).rejects.toBeInstanceOf(error)
    if (name !== 'a list of nothing') await expect(ask('cosmos_getAccounts', {})).rejects.toBeInstanceOf(error)
  })
})

test('takes back its accounts, and ends', async () => {
  const { grant, state, changes, connector, count } = await open()
  grant({})
  expect([changes, state.left]).toEqual([[{ type: 'grant', grant: { accounts: [], chain } }], ['cosmos']])
  await connector.disconnect()
  expect([state.closed, state.released, count()]).toEqual([1, 1, 0])
})
