// What a wallet of all five ecosystems adds to a peer of the relay: keys of other people's libraries, and the answers to WalletConnect's
// methods (wire reference §6).
import { Secp256k1HdWallet, type StdSignDoc } from '@cosmjs/amino'
import { Keyring } from '@polkadot/keyring'
import { hexToU8a, u8aToHex } from '@polkadot/util'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { base58 } from '@scure/base'
import { Keypair, type Transaction, VersionedTransaction } from '@solana/web3.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import * as z from 'zod'
import type { PeerRequest, WalletPeerOptions } from '../../services/test/support/wallet-peer.js'
import { createBitcoinWallet } from './bitcoin-wallet.js'

const MNEMONIC =
  'surround miss nominee dream gap cross assault thank captain prosper drop duty group candy wealth weather scale put'
const paramsOf = <T>(schema: z.ZodType<T>, { params }: PeerRequest): T => schema.parse(params.request.params)

/** @param chains CAIP-2 by namespace; the wallet offers no namespace that is left out */
export async function createFiveKeys(
  chains: Readonly<Partial<Record<'solana' | 'bip122' | 'polkadot' | 'cosmos', readonly string[]>>>,
) {
  await cryptoWaitReady()
  const solana = Keypair.fromSeed(new Uint8Array(32).fill(7))
  const bitcoin = createBitcoinWallet(7)
  const polkadot = new Keyring({ type: 'sr25519', ss58Format: 0 }).addFromUri('//Alice')
  const cosmos = await Secp256k1HdWallet.fromMnemonic(MNEMONIC, { prefix: 'cosmos' })
  const [cosmosAccount] = await cosmos.getAccounts()
  if (!cosmosAccount) throw new Error('cosmjs gave no account')
  const addresses = {
    solana: solana.publicKey.toBase58(),
    bip122: bitcoin.payment,
    polkadot: polkadot.address,
    cosmos: cosmosAccount.address,
  }
  const methods = {
    solana: ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions'],
    bip122: ['signMessage', 'signPsbt', 'sendTransfer', 'getAccountAddresses'],
    polkadot: ['polkadot_signMessage', 'polkadot_signTransaction'],
    cosmos: ['cosmos_getAccounts', 'cosmos_signAmino', 'cosmos_signDirect'],
  }
  const namespaces = ['solana', 'bip122', 'polkadot', 'cosmos'] as const
  const others = Object.fromEntries(
    namespaces.flatMap((namespace) => {
      const accounts = chains[namespace]?.map((chain) => `${chain}:${addresses[namespace]}`)
      return accounts ? [[namespace, { accounts, methods: methods[namespace] }]] : []
    }),
  )

  /** The answer to a request of one of the four; `undefined` leaves it to the peer. */
  const answer: NonNullable<WalletPeerOptions['answer']> = (request) => {
    switch (request.params.request.method) {
      case 'solana_signMessage': {
        const { message } = paramsOf(z.object({ message: z.string() }), request)
        return Promise.resolve({ signature: base58.encode(ed25519.sign(base58.decode(message), solana.secretKey.slice(0, 32))) })
      }
      case 'solana_signTransaction': {
        const { transaction } = paramsOf(z.object({ transaction: z.string() }), request)
        const signed = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'))
        signed.sign([solana])
        return Promise.resolve({
          signature: base58.encode(signed.signatures[0] ?? new Uint8Array()),
          transaction: Buffer.from(signed.serialize()).toString('base64'),
        })
      }
      case 'signMessage': {
        const { message, protocol = 'ecdsa' } = paramsOf(
          z.object({ message: z.string(), protocol: z.enum(['ecdsa', 'bip322']).optional() }),
          request,
        )
        const signature = bitcoin.signMessage(bitcoin.payment, message, protocol)
        return Promise.resolve({ address: bitcoin.payment, signature: Buffer.from(signature, 'base64').toString('hex') })
      }
      case 'polkadot_signMessage': {
        const { data } = paramsOf(z.object({ data: z.string() }), request)
        return Promise.resolve({ signature: u8aToHex(polkadot.sign(hexToU8a(data))) })
      }
      case 'cosmos_signAmino': {
        const { signerAddress, signDoc } = paramsOf(
          z.object({ signerAddress: z.string(), signDoc: z.custom<StdSignDoc>() }),
          request,
        )
        return cosmos.signAmino(signerAddress, signDoc)
      }
      default:
        return undefined
    }
  }
  return { addresses, others, answer }
}

/** The same transaction, unsigned, as the page hands it over. */
export const unsigned = (transaction: Transaction): string =>
  transaction.serialize({ requireAllSignatures: false, verifySignatures: false }).toString('base64')
