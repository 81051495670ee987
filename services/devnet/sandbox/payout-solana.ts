// Pays orders of the sandbox on the Solana devnet, out of its faucet, which may mint every token. As on EVM chains, a payment is signed and written down
// before it is sent, and only ever sent again: the chain takes a signature once, and none whose block hash is too old.
import { setTimeout } from 'node:timers/promises'
import * as z from 'zod/mini'
import { HttpError } from '../../src/http/errors.js'
import { toBase58 } from '../../src/base58.js'
import { callSolana } from '../../src/chain/solana.js'
import { NATIVE } from '../../src/data/assets/ids.js'
import type { OnrampContext } from '../../src/data/context.js'
import { createTokenAccount, memo, mintTokens, transferSol } from '../solana/instructions.js'
import { signerOf, TOKEN, TOKEN_2022, tokenAccountOf } from '../solana/keys.js'
import { SOLANA_FAUCET, SOLANA_TOKENS } from '../solana/manifest.js'
import { readTransaction, writeTransaction, type Instruction } from '../solana/transaction.js'
import { openPayments, settle, type Order, type Payment } from './orders.js'
import type { Payout } from './payout.js'

/** Longest wait for a payment to be on the chain; what takes longer is noted by the next sweep. */
const LANDED_MS = 1_000
const LOOK_MS = 100

const latestSchema = z.object({ value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.int() }) })
const statusesSchema = z.object({
  value: z.array(z.nullable(z.object({ err: z.unknown(), confirmationStatus: z.nullish(z.string()) }))),
})
const validSchema = z.object({ value: z.boolean() })

export function createSolanaPayout(ctx: OnrampContext, chainId: string): Payout {
  const { db, now, log } = ctx
  const faucet = signerOf(SOLANA_FAUCET.seed)
  const call = <S extends z.ZodMiniType>(method: string, params: readonly unknown[], schema: S) =>
    callSolana(ctx, chainId, { method, params, schema })
  const genesisHash = () => call('getGenesisHash', [], z.string())

  async function sign(order: Order): Promise<Payment> {
    const [genesis, { value }] = await Promise.all([
      genesisHash(),
      call('getLatestBlockhash', [{ commitment: 'confirmed' }], latestSchema),
    ])
    // Two orders of one amount would else be one transaction, which is paid once.
    const bytes = writeTransaction([...instructionsOf(order), memo(order.id)], [faucet], value.blockhash)
    const [signature = new Uint8Array()] = readTransaction(bytes).signatures
    return {
      orderId: order.id,
      rawTx: Buffer.from(bytes).toString('base64'),
      txHash: toBase58(signature),
      nonce: value.lastValidBlockHeight,
      genesis,
    }
  }

  /** Undefined: another instance has begun it. */
  async function begin(order: Order): Promise<Payment | undefined> {
    const payment = await sign(order).catch((error: unknown) => {
      log.warn('payment not prepared', { error })
      throw new HttpError(503, 'chainId', 'The devnet did not answer')
    })
    const begun = await db.query(
      `update onramp_orders set state = 'paying', raw_tx = $2, tx_hash = $3, nonce = $4, genesis = $5, updated_at = $6
       where id = $1 and state = 'pending' returning id`,
      [order.id, payment.rawTx, payment.txHash, payment.nonce, payment.genesis, now()],
    )
    return begun.length === 0 ? undefined : payment
  }

  /** Undefined: not on the chain, or not for good yet. */
  async function outcomeOf({ txHash }: Payment): Promise<'done' | 'failed' | undefined> {
    const { value } = await call('getSignatureStatuses', [[txHash], { searchTransactionHistory: true }], statusesSchema)
    const [status] = value
    if (!status || status.confirmationStatus === 'processed') return undefined
    return status.err === null || status.err === undefined ? 'done' : 'failed'
  }

  async function push(payment: Payment): Promise<void> {
    const known = await outcomeOf(payment)
    if (known) return settle(db, payment, known, now())
    const { blockhash } = readTransaction(Buffer.from(payment.rawTx, 'base64')).message
    const [genesis, isTaken] = await Promise.all([
      genesisHash(),
      call('isBlockhashValid', [blockhash, { commitment: 'processed' }], validSchema),
    ])
    // On a new chain, and once its block hash is too old, this payment can never happen. It is not made again: better none than two.
    const isLost = genesis !== payment.genesis || !isTaken.value
    if (isLost && !(await outcomeOf(payment))) return settle(db, payment, 'failed', now())
    await call('sendTransaction', [payment.rawTx, { encoding: 'base64', preflightCommitment: 'confirmed' }], z.string()).catch(
      (error: unknown) => log.debug('payment not sent', { error }), // known already, most often: its status will tell
    )
    for (const end = Date.now() + LANDED_MS; ; await setTimeout(LOOK_MS)) {
      const outcome = await outcomeOf(payment)
      if (outcome) return settle(db, payment, outcome, now())
      if (Date.now() > end) return
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

/** Coins from the faucet; tokens are minted into the account that the buyer has by convention, which is made where it is missing. */
function instructionsOf({ asset, address, amount }: Order): readonly Instruction[] {
  const from = SOLANA_FAUCET.address
  if (asset === NATIVE) return [transferSol(from, address, BigInt(amount))]
  const known = SOLANA_TOKENS.find(({ mint }) => mint === asset)
  const program = known?.program === 'token-2022' ? TOKEN_2022 : TOKEN
  const to = tokenAccountOf(address, asset, program)
  return [createTokenAccount(from, address, asset, program), mintTokens(asset, to, from, BigInt(amount), program)]
}
