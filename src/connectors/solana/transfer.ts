// Builds transfers on Solana: of the native coin, and of tokens of the Token programs. Loaded when one is sent.
import * as z from 'zod/mini'
import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import type { GrantedAccount } from '../../vocabulary/account.js'
import { type ChainId, parseAssetId } from '../../vocabulary/caip.js'
import { isWalletError, walletError } from '../../vocabulary/errors.js'
import { sourcesOf, type TokenSource } from '../../vocabulary/token-sources.js'
import type { Read, Transfer } from '../connector.js'
import { readAddress } from './codec.js'

/** Token-2022, whose transfers have the layout of the first Token program. */
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const LAMPORTS_MAX = 2n ** 64n - 1n

/** A hash has the form of an address. */
const hash = z.string().check(z.refine((text) => readAddress(text) !== undefined))
const blockhashSchema = z.object({ value: z.object({ blockhash: hash, lastValidBlockHeight: z.int() }) })
const accountSchema = z.object({ value: z.nullable(z.object({ owner: z.string(), data: z.unknown() })) })
const heldSchema = z.object({
  value: z.array(
    z.object({
      pubkey: hash,
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({ state: z.string(), tokenAmount: z.object({ amount: z.string().check(z.regex(/^\d{1,20}$/)) }) }),
          }),
        }),
      }),
    }),
  ),
})
const mintSchema = z.object({ parsed: z.object({ type: z.literal('mint'), info: z.object({ decimals: z.int() }) }) })

/**
 * The unsigned transaction of a transfer, in wire format. Tokens are taken from the sender's associated account, from others where there is not enough in it,
 * and go to the receiver's associated account, which is made where there is none; the sender pays for it.
 * @param read asks the nodes of the chain
 * @param version of the transaction: one that the wallet signs
 * @throws WalletError ADDRESS_INVALID, also for tokens to a token's own account or mint; AMOUNT_INVALID above 2^64 − 1, and when the mint has other decimals than `decimals`; INVALID_PARAMS for an asset that is no coin or token of
 * Solana; INSUFFICIENT_FUNDS when the sender's accounts have less of a token; MALFORMED_RESPONSE; and what `read` throws
 */
export async function buildTransfer(
  read: Read,
  account: GrantedAccount,
  { to, amount, asset, decimals: counted }: Transfer,
  version: 0 | 'legacy',
): Promise<Uint8Array> {
  const receiver = readAddress(to)
  if (receiver === undefined) throw walletError('ADDRESS_INVALID')
  if (amount > LAMPORTS_MAX) throw walletError('AMOUNT_INVALID')
  const { assetNamespace, reference, tokenId } = parseAssetId(asset)
  if (tokenId !== undefined) throw walletError('INVALID_PARAMS', { details: { asset } })
  const payer = createNoopSigner(address(account.address))
  const instructions = await instructionsOf()
  const latest = blockhashSchema.safeParse(
    await read(account.chain, { method: 'getLatestBlockhash', params: [{ commitment: 'confirmed' }] }),
  )
  if (!latest.success) throw walletError('MALFORMED_RESPONSE', { details: { method: 'getLatestBlockhash' } })
  const { value } = latest.data
  const lifetime = { blockhash: blockhash(value.blockhash), lastValidBlockHeight: BigInt(value.lastValidBlockHeight) }
  const message = pipe(
    createTransactionMessage({ version }),
    (draft) => setTransactionMessageFeePayer(payer.address, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => appendTransactionMessageInstructions(instructions, draft),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))

  async function instructionsOf(): Promise<readonly Instruction[]> {
    const destination = address(receiver as string) // checked above
    if (assetNamespace === 'slip44' && reference === '501')
      return [getTransferSolInstruction({ source: payer, destination, amount })]
    const mintAddress = assetNamespace === 'token' ? readAddress(reference) : undefined
    if (mintAddress === undefined) throw walletError('INVALID_PARAMS', { details: { asset } })
    const [{ owner, decimals }] = await Promise.all([
      mintOf(read, account.chain, mintAddress),
      checkOwner(read, account.chain, destination),
    ])
    // The chain refuses a transfer that says other decimals than the mint has, but not an amount that was counted with others.
    if (counted !== undefined && counted !== decimals) throw walletError('AMOUNT_INVALID', { details: { decimals } })
    const [mint, tokenProgram] = [address(mintAddress), address(owner)]
    const [[source], [target]] = await Promise.all([
      findAssociatedTokenPda({ mint, owner: payer.address, tokenProgram }),
      findAssociatedTokenPda({ mint, owner: destination, tokenProgram }),
    ])
    const sources = sourcesOf(await accountsOf(mintAddress, source), amount, source)
    if (!sources) throw walletError('INSUFFICIENT_FUNDS', { details: { asset } })
    return [
      getCreateAssociatedTokenIdempotentInstruction({ payer, ata: target, owner: destination, mint, tokenProgram }),
      ...sources.map((each) =>
        getTransferCheckedInstruction(
          { source: address(each.address), mint, destination: target, authority: payer, amount: each.amount, decimals },
          { programAddress: tokenProgram },
        ),
      ),
    ]
  }

  /** From where the sender can take the token. Nodes may keep no list of an owner's accounts: then all is in the associated one, or the wallet will say. */
  async function accountsOf(mint: string, associated: string): Promise<readonly TokenSource[]> {
    const params = [account.address, { mint }, { encoding: 'jsonParsed', commitment: 'confirmed' }]
    const answer = await read(account.chain, { method: 'getTokenAccountsByOwner', params }).catch((error: unknown) => {
      if (isWalletError(error, 'RPC_ERROR')) return undefined
      throw error
    })
    if (answer === undefined) return [{ address: associated, amount }]
    const held = heldSchema.safeParse(answer)
    if (!held.success) throw walletError('MALFORMED_RESPONSE', { details: { method: 'getTokenAccountsByOwner' } })
    return held.data.value.flatMap(({ pubkey, account: { data } }) => {
      const { state, tokenAmount } = data.parsed.info
      return state === 'initialized' ? [{ address: pubkey, amount: BigInt(tokenAmount.amount) }] : [] // what is frozen stays
    })
  }
}

/**
 * Tokens sent to an account of the Token programs would belong to that account, which nobody can sign for.
 * @throws WalletError ADDRESS_INVALID, MALFORMED_RESPONSE
 */
async function checkOwner(read: Read, chain: ChainId, receiver: string): Promise<void> {
  const account = await accountOf(read, chain, receiver)
  if (isTokenProgram(account?.owner)) throw walletError('ADDRESS_INVALID')
}

/**
 * The program and decimals of a token.
 * @throws WalletError INVALID_PARAMS when the address is no mint of a Token program; MALFORMED_RESPONSE
 */
async function mintOf(read: Read, chain: ChainId, mint: string): Promise<{ owner: string; decimals: number }> {
  const { owner = '', data } = (await accountOf(read, chain, mint)) ?? {}
  const parsed = mintSchema.safeParse(data)
  if (!parsed.success || !isTokenProgram(owner))
    throw walletError('INVALID_PARAMS', { details: { asset: `${chain}/token:${mint}` } })
  return { owner, decimals: parsed.data.parsed.info.decimals }
}

const isTokenProgram = (owner: string | undefined) => owner === TOKEN_PROGRAM_ADDRESS || owner === TOKEN_2022

/** An account of the chain; `null` when there is none at the address. @throws WalletError MALFORMED_RESPONSE */
async function accountOf(read: Read, chain: ChainId, at: string) {
  const params = [at, { encoding: 'jsonParsed', commitment: 'confirmed' }]
  const parsed = accountSchema.safeParse(await read(chain, { method: 'getAccountInfo', params }))
  if (!parsed.success) throw walletError('MALFORMED_RESPONSE', { details: { method: 'getAccountInfo' } })
  return parsed.data.value
}
