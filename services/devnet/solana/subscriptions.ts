// What a client is told over its WebSocket: accounts, signatures, logs, programs' accounts and slots.
import * as z from 'zod'
import type { Bank, TransactionRecord } from './bank.js'
import { invalidParams } from './json.js'
import { addressSchema, configs, signatureSchema } from './parameters.js'
import { accountJson } from './parsed.js'
import { toBase58 } from '../../src/base58.js'

const SUBSCRIPTIONS_MAX = 1_000

type Notify = (id: number, method: string, result: unknown) => void
/** Called with each transaction; true when it has said all it ever will. */
type Watch = (record: TransactionRecord, tell: (method: string, result: unknown) => void) => boolean | undefined

export interface Subscriptions {
  /** The id of the subscription, or whether one was ended; undefined when it is another method. @throws RpcFault */
  call(method: string, params: unknown): number | boolean | undefined
  close(): void
}

const logsFilter = z.union([z.enum(['all', 'allWithVotes']), z.object({ mentions: z.array(addressSchema).length(1) })])

/** @param nextId ids are unique on the whole server, as clients expect of a node. */
export function createSubscriptions(bank: Bank, nextId: () => number, notify: Notify): Subscriptions {
  const watches = new Map<number, Watch>()
  const forget = bank.onRecord((record) => {
    for (const [id, watch] of watches) {
      if (watch(record, (method, result) => notify(id, method, result)) === true) watches.delete(id)
    }
  })
  const frame = (slot: number, value: unknown) => ({ context: { slot }, value })
  const show = (address: string, config: z.output<typeof configs.account>) => {
    const account = bank.account(address)
    return account === null ? null : accountJson(account, bank.account, config.encoding, config.dataSlice)
  }

  const starters: Readonly<Record<string, (params: readonly unknown[]) => Watch>> = {
    accountSubscribe(params) {
      const address = parse(addressSchema, params[0])
      const config = parse(configs.account, params[1])
      return ({ slot, keys }, tell) => {
        if (keys.includes(address)) tell('accountNotification', frame(slot, show(address, config)))
        return undefined
      }
    },
    signatureSubscribe(params) {
      const signature = parse(signatureSchema, params[0])
      return (record, tell) => {
        if (record.signature !== signature) return undefined
        tell('signatureNotification', frame(record.slot, { err: record.error }))
        return true
      }
    },
    logsSubscribe(params) {
      const filter = parse(logsFilter, params[0])
      return ({ slot, keys, signature, error, meta }, tell) => {
        const wanted = typeof filter === 'string' || filter.mentions.some((address) => keys.includes(address))
        if (wanted) tell('logsNotification', frame(slot, { signature, err: error, logs: meta.logs() }))
        return undefined
      }
    },
    programSubscribe(params) {
      const program = parse(addressSchema, params[0])
      const config = parse(configs.account, params[1])
      return ({ slot, keys }, tell) => {
        for (const pubkey of keys) {
          const account = bank.account(pubkey)
          if (account === null || toBase58(account.owner()) !== program) continue
          tell('programNotification', frame(slot, { pubkey, account: show(pubkey, config) }))
        }
        return undefined
      }
    },
    slotSubscribe: () => (_, tell) => {
      const slot = bank.slot()
      tell('slotNotification', { slot, parent: slot - 1, root: slot - 1 })
      return undefined
    },
    rootSubscribe: () => (_, tell) => {
      tell('rootNotification', bank.slot())
      return undefined
    },
  }

  return {
    call(method, params) {
      const list: readonly unknown[] = Array.isArray(params) ? params : []
      if (/^[a-z]+Unsubscribe$/.test(method)) return watches.delete(parse(z.int(), list[0]))
      const start = Object.hasOwn(starters, method) ? starters[method] : undefined
      if (start === undefined) return undefined
      if (watches.size >= SUBSCRIPTIONS_MAX) throw invalidParams('too many subscriptions')
      const watch = start(list)
      const id = nextId()
      watches.set(id, watch)
      if (method === 'signatureSubscribe') tellPast(id, watch, parse(signatureSchema, list[0]))
      return id
    },
    close() {
      watches.clear()
      forget()
    },
  }

  /** A signature that is known already is told after the answer. */
  function tellPast(id: number, watch: Watch, signature: string): void {
    const record = bank.record(signature)
    if (record === undefined) return
    setImmediate(() => {
      if (watches.delete(id)) watch(record, (method, result) => notify(id, method, result))
    })
  }
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value ?? undefined)
  if (!parsed.success) throw invalidParams(parsed.error.issues[0]?.message ?? 'invalid')
  return parsed.data
}
