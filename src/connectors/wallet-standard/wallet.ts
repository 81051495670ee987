// One wallet of the Wallet Standard, whose object and accounts are read with care: features, accounts, connecting, changes.
import { displayName } from '../../vocabulary/display-name.js'
import { isImageUrl } from '../../vocabulary/image-url.js'
import type { Namespace } from '../../vocabulary/caip.js'
import type { FoundWallet } from '../connector.js'
import { attempt, call, has, listOf, malformed, textAt } from '../foreign-calls.js'
import { peek } from '../peek.js'

/** An account of the standard (`WalletAccount`), as far as it is used. */
export interface StandardAccount {
  /** The wallet's own object, with which it is asked to sign. */
  readonly object: unknown
  readonly address: string
  /** Chains of the standard, such as `solana:mainnet`. */
  readonly chains: readonly string[]
  readonly publicKey?: Uint8Array | undefined
  readonly label?: string | undefined
}

const ICON_MAX_CHARACTERS = 262_144

/** Names of the chains, such as `solana:mainnet`, that a wallet or an account of the standard says it has. */
export function chainsOf(object: unknown): readonly string[] {
  return listOf(peek(object, 'chains')).filter((chain) => typeof chain === 'string')
}

/** The object of a feature, such as `solana:signMessage`; `undefined` when the wallet has none. */
export function featureOf(wallet: unknown, name: string): unknown {
  return peek(peek(wallet, 'features'), name)
}

/** Whether the wallet has a feature with a function of the same name, such as `solana:signMessage`. */
export function hasFeature(wallet: unknown, name: string): boolean {
  return has(featureOf(wallet, name), methodOf(name))
}

/** Calls the function of a feature. Rejects with what it throws. @throws WalletError UNSUPPORTED_METHOD when it has none */
export function callFeature(wallet: unknown, name: string, ...args: readonly unknown[]): Promise<unknown> {
  return call(featureOf(wallet, name), methodOf(name), ...args)
}

const methodOf = (feature: string) => feature.slice(feature.indexOf(':') + 1)

/** The row of a registered wallet; `undefined` when it has no name that can be shown. Its id is `standard:` and the name. */
export function foundWallet(namespace: Namespace, object: unknown, provider: unknown = object): FoundWallet | undefined {
  const name = displayName(peek(object, 'name'))
  if (!name) return undefined
  const icon = textAt(object, 'icon', ICON_MAX_CHARACTERS)
  const id = `standard:${name}`
  return {
    provider,
    wallet: {
      id,
      uid: `${namespace} ${id}`,
      namespace,
      name,
      ...(icon && isImageUrl(icon) ? { icon } : {}),
      source: 'announced',
    },
  }
}

/** The accounts in a list of the standard; malformed ones are left out. */
export function readAccounts(value: unknown): readonly StandardAccount[] {
  return listOf(value).flatMap((object) => {
    const address = textAt(object, 'address', 128)
    if (!address) return []
    const publicKey = bytesOf(peek(object, 'publicKey'))
    const label = displayName(peek(object, 'label'))
    return [{ object, address, chains: chainsOf(object), ...(publicKey ? { publicKey } : {}), ...(label ? { label } : {}) }]
  })
}

/** A copy of bytes of a foreign object, at most 1 MiB; `undefined` for anything else. Arrays of another window count. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  try {
    return ArrayBuffer.isView(value) && value.byteLength > 0 && value.byteLength <= 1_048_576
      ? Uint8Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
      : undefined
  } catch {
    return undefined // a proxy that throws
  }
}

/** The bytes of an answer's property. @throws WalletError WALLET_FAILED when there are none. @param what such as `a signature` */
export function requireBytes(answer: unknown, key: string, what: string): Uint8Array {
  const bytes = bytesOf(peek(answer, key))
  if (!bytes) throw malformed(`it did not answer with ${what}`)
  return bytes
}

/** Asks for the accounts. @param feature `standard:connect`, or that of an ecosystem. @param input its input */
export async function connectStandard(
  wallet: unknown,
  feature: string,
  input: Readonly<Record<string, unknown>>,
): Promise<readonly StandardAccount[]> {
  const answer = readAccounts(peek(await callFeature(wallet, feature, input), 'accounts'))
  return answer.length > 0 ? answer : readAccounts(peek(wallet, 'accounts'))
}

/** Calls `listener` when the accounts or chains of a wallet have changed. Returns the function that stops. */
export function onStandardChange(wallet: unknown, listener: (accounts: readonly StandardAccount[]) => void): () => void {
  let isOn = true
  const stop = attempt(featureOf(wallet, 'standard:events'), 'on', 'change', (changed: unknown) => {
    // Features are looked up when they are needed. A wallet that is still connecting has no accounts to tell of them with.
    const isOther = peek(changed, 'features') !== undefined && !peek(changed, 'accounts') && !peek(changed, 'chains')
    if (isOn && !isOther) listener(readAccounts(peek(wallet, 'accounts')))
  })
  return () => {
    isOn = false
    if (typeof stop === 'function') attempt({ stop }, 'stop')
  }
}
