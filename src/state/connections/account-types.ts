// The type of account that the visitor prefers in each ecosystem (specification §4): smart account or own key, payment or ordinals.
import { namespaces, type Namespace } from '../../vocabulary/caip.js'
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { Core } from '../core.js'
import { createPersisted } from '../lib/persisted.js'
import { fieldsOf, schemaOf, textOf } from '../lib/schema.js'

/** Preferred types of accounts, by namespace. */
export interface AccountTypes {
  /** The stored preference, else the setting `defaultAccountTypes`, else the specification's default (§9); undefined where there are no types. */
  preferred(namespace: Namespace): string | undefined
  /** Stores a preference. */
  prefer(namespace: Namespace, type: string): void
}

/** Specification §9. */
const defaults: Readonly<Partial<Record<Namespace, string>>> = {
  eip155: 'smartAccount',
  solana: 'eoa',
  polkadot: 'eoa',
  bip122: 'payment',
}

/** What an account is for, or else of which kind it is. */
export const typeOf = ({ purpose, type }: Pick<GrantedAccount, 'purpose' | 'type'>): string | undefined => purpose ?? type

/** A part. */
export function createAccountTypes(core: Core): AccountTypes {
  const stored = createPersisted<Readonly<Partial<Record<Namespace, string>>>>(core, 'account-types', schemaOf(parse), {})
  return {
    preferred: (namespace) => stored.get()[namespace] ?? core.config.defaultAccountTypes[namespace] ?? defaults[namespace],
    prefer: (namespace, type) => stored.set({ ...stored.get(), [namespace]: type }),
  }
}

function parse(value: unknown): Partial<Record<Namespace, string>> | undefined {
  const fields = fieldsOf(value)
  if (!fields) return undefined
  return Object.fromEntries(
    namespaces.flatMap((namespace) => {
      const type = textOf(fields[namespace], 32)
      return type === undefined ? [] : [[namespace, type]]
    }),
  )
}
