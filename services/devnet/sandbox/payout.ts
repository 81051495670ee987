// Pays orders of the sandbox out of the devnet's faucet. A payment is signed and written down before it is sent, in one transaction with
// the order's new state: after a crash, and on a second click, the same signed transaction is sent again, which a chain takes only once.
import { encodeFunctionData, keccak256, parseAbi, TransactionReceiptNotFoundError, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { FAUCET_KEY } from '../manifest.js'
import { HttpError } from '../../src/http/errors.js'
import { NATIVE } from '../../src/data/assets/ids.js'
import type { OnrampContext } from '../../src/data/context.js'
import { openPayments, settle, type Order, type Payment } from './orders.js'

const abi = parseAbi(['function mint(address to, uint256 amount)'])
/** Any number that no other lock of this database has. */
const LOCK_KEY = 7_202_413
const FRESH_MS = 10_000
/** Longest wait for the block of a payment. */
const MINED_MS = 1_000

export interface Payout {
  /** Once per order, however often it is called. @throws HttpError 503 when the chain does not answer; nothing has happened then */
  pay(order: Order): Promise<void>
  /** Sends again what was written down but is not on the chain, and notes what is. */
  resume(): Promise<void>
}

export function createPayout(ctx: OnrampContext, chainId: string): Payout {
  const { db, now, log } = ctx
  const faucet = privateKeyToAccount(FAUCET_KEY)
  const client = ctx.chains.client(chainId)
  const nonceOnChain = () => client.getTransactionCount({ address: faucet.address, blockTag: 'latest' })
  const genesisHash = async () => (await client.getBlock({ blockNumber: 0n })).hash

  async function sign(order: Order) {
    const [nonce, genesis] = await Promise.all([nonceOnChain(), genesisHash()])
    const to = order.address as Address // checked when the order was made
    const call =
      order.asset === NATIVE
        ? { to, value: BigInt(order.amount) }
        : { to: order.asset as Address, data: encodeFunctionData({ abi, args: [to, BigInt(order.amount)] }) }
    const [gas, fees] = await Promise.all([client.estimateGas({ account: faucet.address, ...call }), client.estimateFeesPerGas()])
    const base = { ...call, type: 'eip1559', chainId: Number(chainId.slice('eip155:'.length)), gas: (gas * 6n) / 5n } as const
    const price = { maxFeePerGas: fees.maxFeePerGas * 2n, maxPriorityFeePerGas: fees.maxPriorityFeePerGas }
    return { nonce, genesis, at: (free: number) => faucet.signTransaction({ ...base, ...price, nonce: free }) }
  }

  /** Undefined: another instance has begun it. */
  async function begin(order: Order): Promise<Payment | undefined> {
    const signer = await sign(order).catch((error: unknown) => {
      log.warn('payment not prepared', { error })
      throw new HttpError(503, 'chainId', 'The devnet did not answer')
    })
    return db.transaction(async (sql) => {
      await sql.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]) // two orders must not take one nonce
      const open = await sql.query<{ nonce: number }>(
        `select nonce from onramp_orders where genesis = $1 and (state = 'paying' or (state = 'done' and updated_at > $2))
         order by nonce desc limit 1`,
        [signer.genesis, now() - FRESH_MS], // one that was mined after we asked the chain
      )
      const nonce = Math.max(signer.nonce, (open[0]?.nonce ?? -1) + 1)
      const rawTx = await signer.at(nonce)
      const txHash = keccak256(rawTx)
      const begun = await sql.query(
        `update onramp_orders set state = 'paying', raw_tx = $2, tx_hash = $3, nonce = $4, genesis = $5, updated_at = $6
         where id = $1 and state = 'pending' returning id`,
        [order.id, rawTx, txHash, nonce, signer.genesis, now()],
      )
      return begun.length === 0 ? undefined : { orderId: order.id, rawTx, txHash, nonce, genesis: signer.genesis }
    })
  }

  async function push(payment: Payment): Promise<void> {
    const receipt = await receiptOf(payment.txHash)
    if (receipt) return settle(db, payment, receipt.status === 'success' ? 'done' : 'failed', now())
    const [genesis, next] = await Promise.all([genesisHash(), nonceOnChain()])
    // On a new chain, or when something else took its place, this payment can never happen. It is not made again: better none than two.
    const isLost = genesis !== payment.genesis || next > payment.nonce
    if (isLost && !(await receiptOf(payment.txHash))) return settle(db, payment, 'failed', now())
    await client.sendRawTransaction({ serializedTransaction: payment.rawTx as Hex }).catch((error: unknown) => {
      log.debug('payment not sent', { error }) // known already, most often: the receipt will tell
    })
    // The node may answer before it has mined. What takes longer is noted by the next sweep.
    const mined = await client
      .waitForTransactionReceipt({ hash: payment.txHash as Hex, timeout: MINED_MS, pollingInterval: 50, checkReplacement: false })
      .catch(() => undefined)
    if (mined) await settle(db, payment, mined.status === 'success' ? 'done' : 'failed', now())
  }

  async function receiptOf(hash: string) {
    try {
      return await client.getTransactionReceipt({ hash: hash as Hex }) // written down below
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return undefined
      throw error
    }
  }

  return {
    async pay(order) {
      const payment = await begin(order)
      if (payment) await push(payment).catch((error: unknown) => log.warn('payment waits', { error }))
    },
    async resume() {
      for (const payment of await openPayments(db, chainId)) await push(payment)
    },
  }
}
