// Signing and sending on Solana, by the handlers of the frame, the real services and a real bank.
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { Connection, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSolanaDevnet, type SolanaDevnet } from '../../../devnet/solana.js'
import { engine } from '../../support/engines.js'
import { solanaMissing } from '../../support/solana.js'
import { logIn, openBrowser, openWorld } from './support.js'

let devnet: SolanaDevnet
beforeAll(async () => {
  if (!solanaMissing) devnet = await startSolanaDevnet()
})
afterAll(() => devnet?.stop())

const name = (what: string) => `${what}${solanaMissing ? ` (skipped: ${solanaMissing})` : ''}`

async function rich() {
  const world = await openWorld(engine, {}, { chains: { 'eip155:1': ['http://127.0.0.1:1'], [devnet.chainId]: [devnet.url] } })
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const evm = await logIn(world, tab)
  const { address } = await tab.ask('GET_USER', { chainId: devnet.chainId })
  expect(address).not.toBe(evm.address)
  const connection = new Connection(devnet.url, { commitment: 'confirmed', wsEndpoint: devnet.webSocketUrl })
  const key = new PublicKey(address)
  await connection.requestAirdrop(key, 2_000_000_000)
  await expect.poll(() => connection.getBalance(key)).toBeGreaterThan(0)
  const transfer = async (lamports: number) => {
    const to = PublicKey.unique()
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: key, blockhash, lastValidBlockHeight })
    transaction.add(SystemProgram.transfer({ fromPubkey: key, toPubkey: to, lamports }))
    return {
      to,
      text: transaction.serialize({ requireAllSignatures: false }).toString('base64'),
      message: transaction.serializeMessage(),
    }
  }
  return { browser, tab, address, connection, transfer }
}
const isSigned = (signature: string, message: Uint8Array, address: string) =>
  ed25519.verify(base58.decode(signature), message, base58.decode(address))

test.skipIf(solanaMissing)(name('messages and transactions are signed by the account of Solana'), async () => {
  const { tab, address, transfer } = await rich()
  expect(await tab.ask('GET_CHAIN_ID')).toEqual({ chainId: devnet.chainId })
  const message = new TextEncoder().encode('hello')
  const said = (await tab.rpc('solana_signMessage', { message: base58.encode(message), pubkey: address })) as {
    signature: string
  }
  expect(isSigned(said.signature, message, address)).toBe(true)
  const [one, two] = [await transfer(700_000_000), await transfer(800_000_000)]
  const signed = (await tab.rpc('solana_signTransaction', { transaction: one.text })) as {
    signature: string
    transaction: string
  }
  expect(isSigned(signed.signature, one.message, address)).toBe(true)
  expect(Transaction.from(Buffer.from(signed.transaction, 'base64')).verifySignatures()).toBe(true)
  const { transactions } = (await tab.rpc('solana_signAllTransactions', { transactions: [one.text, two.text] })) as {
    transactions: string[]
  }
  for (const text of transactions) expect(Transaction.from(Buffer.from(text, 'base64')).verifySignatures()).toBe(true)
  expect(tab.person.approvals).toHaveLength(3)
})

test.skipIf(solanaMissing)(
  name('a transaction is sent once, also when the network goes away at that moment (row 80)'),
  async () => {
    const { browser, tab, connection, transfer } = await rich()
    const { to, text } = await transfer(900_000_000)
    const request = () => tab.rpc('solana_signAndSendTransaction', { transaction: text }) as Promise<{ signature: string }>
    browser.breakAt = 'sendTransaction'
    await expect(request()).rejects.toMatchObject({ code: 'OFFLINE' })
    browser.breakAt = undefined
    browser.isOnline = true
    const { signature } = await request()
    expect(tab.person.approvals).toHaveLength(1)
    await expect.poll(() => connection.getBalance(to)).toBe(900_000_000)
    const { value } = await connection.getSignatureStatuses([signature])
    expect(value[0]?.err).toBeNull()
  },
)
