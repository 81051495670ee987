// The JSON-RPC methods of the Solana devnet. Every block is final at once, so commitments are accepted and make no difference.
import * as z from 'zod'
import { fromBase58 } from '../../src/base58.js'
import type { Bank, Sent } from './bank.js'
import { transferSol } from './instructions.js'
import { invalidParams, RpcFault } from './json.js'
import { signerOf, TOKEN, TOKEN_2022 } from './keys.js'
import type { NativeAccount } from './litesvm.js'
import { GENESIS_HASH, SOLANA_FAUCET } from './manifest.js'
import { accountJson, transactionJson } from './parsed.js'
import { addressSchema, configs, encodedBytes, hashSchema, signatureSchema } from './parameters.js'
import { readMint, readTokenAccount, tokenAmount } from './token.js'
import { readMessage, readTransaction, writeTransaction } from './transaction.js'

const SLOTS_PER_EPOCH = 432_000
const SIGNATURES_PAGE = 1_000
const STATUSES_MAX = 256
const ACCOUNTS_MAX = 100
const AIRDROP_MAX = 1_000_000_000_000n
const REPLACED_HASH = '11111111111111111111111111111111'

type Method = (params: unknown) => unknown

/** A method whose parameters are checked against a tuple. Missing ones at the end count as absent. */
function method<const T extends readonly z.ZodType[]>(
  schemas: T,
  run: (...given: { [K in keyof T]: z.output<T[K]> }) => unknown,
): Method {
  return (params) => {
    const given: unknown = params ?? []
    if (!Array.isArray(given)) throw invalidParams('params must be an array')
    const values = schemas.map((schema, index) => {
      const parsed = schema.safeParse(given[index] ?? undefined)
      if (!parsed.success) throw invalidParams(`params[${index}]: ${parsed.error.issues[0]?.message ?? 'invalid'}`)
      return parsed.data
    })
    // The schemas of `T` made the values, one by one.
    return run(...(values as { [K in keyof T]: z.output<T[K]> }))
  }
}

/** @throws RpcFault */
export function createMethods(bank: Bank): Readonly<Record<string, Method>> {
  const context = () => ({ apiVersion: '3.0.0', slot: bank.slot() })
  const wrap = (value: unknown) => ({ context: context(), value })
  const json = (account: NativeAccount | null, { encoding, dataSlice }: z.output<typeof configs.account>) =>
    account === null ? null : accountJson(account, bank.account, encoding, dataSlice)
  const exists = (account: NativeAccount | null) => (account !== null && account.lamports() > 0n ? account : null)
  const find = (address: string) => exists(bank.account(address))
  const mintOf = (address: string) => {
    const account = find(address)
    const mint = account && readMint(account)
    if (!mint) throw invalidParams('Invalid param: could not find mint')
    return mint
  }
  const read = (bytes: Uint8Array) => {
    try {
      return readTransaction(bytes)
    } catch (error) {
      throw invalidParams(`failed to deserialize transaction: ${error instanceof Error ? error.message : 'malformed'}`)
    }
  }
  const epoch = () => ({
    absoluteSlot: bank.slot(),
    blockHeight: bank.slot(),
    epoch: Math.floor(bank.slot() / SLOTS_PER_EPOCH),
    slotIndex: bank.slot() % SLOTS_PER_EPOCH,
    slotsInEpoch: SLOTS_PER_EPOCH,
    transactionCount: bank.records().length,
  })
  const refuse = ({ error, logs, units }: Pick<Sent, 'error' | 'logs' | 'units'>) =>
    new RpcFault(-32002, `Transaction simulation failed: ${typeof error === 'string' ? error : JSON.stringify(error)}`, {
      err: error,
      logs,
      unitsConsumed: units,
      accounts: null,
      returnData: null,
    })
  const any = z.unknown()

  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 0 }),
    getGenesisHash: () => GENESIS_HASH,
    getSlot: () => bank.slot(),
    getBlockHeight: () => bank.slot(),
    getEpochInfo: epoch,
    getTransactionCount: () => bank.records().length,
    getFirstAvailableBlock: () => 1,
    getBlockTime: method([z.int()], (slot) => bank.records().find((record) => record.slot === slot)?.blockTime ?? bank.now()),
    getRecentPrioritizationFees: () => [{ slot: bank.slot(), prioritizationFee: 0 }],
    getMinimumBalanceForRentExemption: method([z.int().min(0).max(10_485_760)], (length) => bank.rent(BigInt(length))),
    getLatestBlockhash: () => {
      const blockhash = bank.blockhash()
      return wrap({ blockhash, lastValidBlockHeight: bank.slot() + (bank.blockhashLife(blockhash) ?? 0) })
    },
    isBlockhashValid: method([hashSchema, any], (hash) => wrap(bank.blockhashLife(hash) !== undefined)),
    getFeeForMessage: method([z.base64(), any], (text) => {
      try {
        const message = readMessage(Buffer.from(text, 'base64'))
        return wrap(bank.blockhashLife(message.blockhash) === undefined ? null : bank.fee({ message }))
      } catch {
        throw invalidParams('failed to deserialize message')
      }
    }),

    getBalance: method([addressSchema, any], (address) => wrap(bank.balance(address))),
    getAccountInfo: method([addressSchema, configs.account], (address, config) => wrap(json(find(address), config))),
    getMultipleAccounts: method([z.array(addressSchema).max(ACCOUNTS_MAX), configs.account], (addresses, config) =>
      wrap(addresses.map((address) => json(find(address), config))),
    ),
    getProgramAccounts: method([addressSchema, configs.program], (program, config) => {
      const found = bank
        .programAccounts(program)
        .filter(({ account }) => config.filters.every((filter) => matches(account.data(), filter)))
        .map(({ address, account }) => ({ pubkey: address, account: json(account, config) }))
      return config.withContext ? wrap(found) : found
    }),
    getTokenAccountBalance: method([addressSchema, any], (address) => {
      const account = find(address)
      const holding = account && readTokenAccount(account, bank.account)
      if (!holding) throw invalidParams('Invalid param: could not find account')
      return wrap(holding.uiTokenAmount)
    }),
    getTokenSupply: method([addressSchema, any], (address) => {
      const { supply, decimals } = mintOf(address)
      return wrap(tokenAmount(supply, decimals))
    }),
    getTokenAccountsByOwner: method([addressSchema, configs.owned, configs.account], (owner, by, config) => {
      if ('programId' in by && by.programId !== TOKEN && by.programId !== TOKEN_2022) {
        throw invalidParams('Invalid param: unrecognized Token program id')
      }
      if ('mint' in by) mintOf(by.mint)
      const programs = 'programId' in by ? [by.programId] : [TOKEN, TOKEN_2022]
      const found = programs.flatMap(bank.programAccounts).filter(({ account }) => {
        const holding = readTokenAccount(account, bank.account)
        return holding?.owner === owner && (!('mint' in by) || holding.mint === by.mint)
      })
      return wrap(found.map(({ address, account }) => ({ pubkey: address, account: json(account, config) })))
    }),

    sendTransaction: method([z.string(), configs.send], (text, { encoding, skipPreflight }) => {
      const bytes = encodedBytes(text, encoding)
      const transaction = read(bytes)
      if (!bank.isSigned(transaction)) throw new RpcFault(-32003, 'Transaction signature verification failure')
      if (!skipPreflight) {
        const simulated = bank.simulate(bytes)
        if (simulated.error !== null) throw refuse(simulated)
      }
      const sent = bank.send(bytes)
      // A node without preflight forwards blindly, and what cannot be executed is never heard of again.
      if (sent.record === undefined && !skipPreflight) throw refuse(sent)
      return sent.signature
    }),
    simulateTransaction: method([z.string(), configs.simulate], (text, config) => {
      const bytes = encodedBytes(text, config.encoding)
      const { message, ...transaction } = read(bytes)
      if (config.sigVerify && config.replaceRecentBlockhash)
        throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
      if (config.sigVerify && !bank.isSigned({ message, ...transaction })) {
        throw new RpcFault(-32003, 'Transaction signature verification failure')
      }
      const result = bank.simulate(bytes, { replaceBlockhash: config.replaceRecentBlockhash, sigVerify: config.sigVerify })
      const { accounts: wanted } = config
      return wrap({
        err: result.error,
        logs: result.logs,
        unitsConsumed: result.units,
        accounts:
          wanted?.addresses.map((address) =>
            json(exists(result.accounts.get(address) ?? bank.account(address)), { encoding: wanted.encoding }),
          ) ?? null,
        returnData: result.returned
          ? { programId: result.returned.programId, data: [Buffer.from(result.returned.bytes).toString('base64'), 'base64'] }
          : null,
        innerInstructions: null,
        ...(config.replaceRecentBlockhash
          ? { replacementBlockhash: { blockhash: bank.blockhash() || REPLACED_HASH, lastValidBlockHeight: bank.slot() } }
          : {}),
      })
    }),
    requestAirdrop: method([addressSchema, z.int().min(1), any], (address, lamports) => {
      if (BigInt(lamports) > AIRDROP_MAX) throw invalidParams('at most 1000 SOL at once')
      const faucet = signerOf(SOLANA_FAUCET.seed)
      const transfer = transferSol(faucet.address, address, BigInt(lamports))
      const sent = bank.send(writeTransaction([transfer], [faucet], bank.blockhash()))
      if (sent.error !== null) throw refuse(sent)
      return sent.signature
    }),

    getSignatureStatuses: method([z.array(signatureSchema).max(STATUSES_MAX), any], (signatures) =>
      wrap(
        signatures.map((signature) => {
          const record = bank.record(signature)
          if (record === undefined) return null
          const { slot, error } = record
          const status = error === null ? { Ok: null } : { Err: error }
          return { slot, confirmations: null, err: error, status, confirmationStatus: 'finalized' }
        }),
      ),
    ),
    getSignaturesForAddress: method(
      [addressSchema, configs.signatures],
      (address, { before, until, limit = SIGNATURES_PAGE }) => {
        const all = bank
          .records()
          .filter(({ keys }) => keys.includes(address))
          .toReversed()
        const after = (signature: string | undefined, otherwise: number) =>
          signature === undefined ? otherwise : all.findIndex((record) => record.signature === signature)
        const start = before === undefined ? 0 : after(before, 0) + 1
        const end = after(until, all.length)
        if (before !== undefined && start === 0) return []
        return all
          .slice(start, end === -1 ? all.length : end)
          .slice(0, limit)
          .map(({ signature, slot, error, blockTime }) => ({
            signature,
            slot,
            err: error,
            memo: null,
            blockTime,
            confirmationStatus: 'finalized',
          }))
      },
    ),
    getTransaction: method([signatureSchema, configs.transaction], (signature, { encoding, maxSupportedTransactionVersion }) => {
      const record = bank.record(signature)
      if (record === undefined) return null
      if (record.transaction.message.version === 0 && maxSupportedTransactionVersion === undefined) {
        throw new RpcFault(-32015, 'Transaction version (0) is not supported by the requesting client')
      }
      return transactionJson(record, encoding)
    }),
  }
}

function matches(bytes: Uint8Array, filter: z.output<typeof configs.program>['filters'][number]): boolean {
  if ('dataSize' in filter) return bytes.length === filter.dataSize
  const { offset, bytes: text, encoding } = filter.memcmp
  const wanted = encoding === 'base64' ? Buffer.from(text, 'base64') : fromBase58(text)
  return Buffer.from(bytes.slice(offset, offset + wanted.length)).equals(wanted)
}
