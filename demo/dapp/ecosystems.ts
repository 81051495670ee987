// What the dapp's cards do in the ecosystems beside Ethereum: let the wallet sign a text, send coins on the Solana devnet, and check a signature.
import { base64, hex } from '@scure/base'
import type { Account, WalletModal } from '../../src/index.js'
import { verifySignature } from '../../src/siwx/verify-signature.js'
import type { FamilyName as Ecosystem } from '../shared/families/family.js'

/** A signature as `verifySignature` takes it. */
export interface Signed {
  readonly signature: string
  readonly publicKey?: string
}

type Sign = (modal: WalletModal, address: string, text: string) => Promise<Signed>
const encoder = new TextEncoder()

const signers: Readonly<Record<Ecosystem, Sign>> = {
  solana: (modal, pubkey, text) =>
    modal.provider('solana').request({ method: 'solana_signMessage', params: { message: encoder.encode(text), pubkey } }),
  async bip122(modal, address, message) {
    const params = { message, address }
    const { signature } = await modal.provider('bip122').request<{ signature: string }>({ method: 'signMessage', params })
    return { signature: base64.encode(hex.decode(signature)) }
  },
  polkadot: (modal, address, message) =>
    modal.provider('polkadot').request({ method: 'polkadot_signMessage', params: { address, message } }),
  async cosmos(modal, signerAddress, text) {
    // The document of a text (ADR-36).
    const signDoc = {
      chain_id: '',
      account_number: '0',
      sequence: '0',
      fee: { gas: '0', amount: [] },
      msgs: [{ type: 'sign/MsgSignData', value: { signer: signerAddress, data: base64.encode(encoder.encode(text)) } }],
      memo: '',
    }
    const params = { signerAddress, signDoc }
    const { signature } = await modal.provider('cosmos').request({ method: 'cosmos_signAmino', params })
    return { signature: signature.signature, publicKey: hex.encode(base64.decode(signature.pub_key.value)) }
  },
}

/** Lets the wallet sign a text. Rejects with a `WalletError`. */
export const signText = (modal: WalletModal, namespace: Ecosystem, address: string, text: string): Promise<Signed> =>
  signers[namespace](modal, address, text)

/** Checks here in the page who has signed a text. */
export const isSignedBy = ({ address, chainId }: Account, text: string, signed: Signed): Promise<boolean> =>
  verifySignature({ ...signed, text, address, chainId })

const LAMPORTS_PER_SOL = 1_000_000_000n
const CONFIRM_POLL_MS = 250
const CONFIRM_TIMEOUT_MS = 30_000

/**
 * Sends coins on the Solana devnet, and waits until the transaction is confirmed. Resolves with its id.
 * @param amount in SOL, such as `0.01`
 */
export async function sendSol(modal: WalletModal, url: string, account: Account, to: string, amount: string): Promise<string> {
  const [whole = '', fraction = ''] = amount.split('.')
  if (!/^\d+(\.\d{1,9})?$/.test(amount)) throw new Error('That is not an amount. Write it like 0.01')
  const { buildTransfer } = await import('../../src/connectors/solana/transfer.js')
  const transaction = await buildTransfer(
    (_chain, { method, params }) => ask(url, method, params),
    { chain: account.chainId, address: account.address },
    {
      from: `${account.chainId}:${account.address}`,
      to: to.trim(),
      amount: BigInt(whole) * LAMPORTS_PER_SOL + BigInt(fraction.padEnd(9, '0')),
      asset: `${account.chainId}/slip44:501`,
    },
    0,
  )
  const { signature } = await modal
    .provider('solana')
    .request({ method: 'solana_signAndSendTransaction', params: { transaction, pubkey: account.address } })
  for (const end = Date.now() + CONFIRM_TIMEOUT_MS; Date.now() < end;) {
    const { value } = (await ask(url, 'getSignatureStatuses', [[signature]])) as {
      value: readonly ({ readonly err: unknown; readonly confirmationStatus?: string } | null)[]
    } // our own devnet's node
    const [status] = value
    if (status?.err) throw new Error('The transaction failed on the chain.')
    if (status && status.confirmationStatus !== 'processed') return signature
    await new Promise((resolve) => setTimeout(resolve, CONFIRM_POLL_MS))
  }
  throw new Error('The transaction is not confirmed yet.')
}

/** One JSON-RPC call to the devnet. */
async function ask(url: string, method: string, params: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } } // JSON-RPC 2.0
  if (error) throw new Error(error.message)
  return result
}
