// A Cosmos wallet for tests in the shape of Keplr's object, with keys of secp256k1.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32 } from '@scure/base'
import * as z from 'zod/mini'
import { places } from '../cosmos/places.js'
import { peek } from '../peek.js'
import { createControls } from './controls.js'
import {
  givenBytes,
  invalidParams,
  keyBytes,
  type MockAccountsOptions,
  type MockAccountsWallet,
  newKey,
  notAllowed,
  putAt,
  rowOf,
  takePlace,
} from './accounts-wallet.js'
import { shownName } from './name.js'

/** What a mock wallet of Cosmos is to be. */
export interface MockCosmosOptions extends MockAccountsOptions {
  readonly namespace: 'cosmos'
  /**
   * The prefix of addresses by chain, for the chains that it knows. Default: `cosmoshub-4` and `osmosis-1`. It adds others when the
   * page suggests them.
   */
  readonly chains?: Readonly<Record<string, string>> | undefined
}

/** A Cosmos wallet in a page. Its `addresses` are those of the selected key, one for each chain that it knows. */
export interface MockCosmosWallet extends MockAccountsWallet {
  readonly namespace: 'cosmos'
}

const suggestion = z.object({ chainId: z.string(), bech32Config: z.object({ bech32PrefixAccAddr: z.string() }) })
const directSchema = z.object({ chainId: z.string(), accountNumber: z.unknown() })

/**
 * Makes a Cosmos wallet and puts it where the wallet of its name stands, such as `window.leap` for `Leap`; any other name at
 * `window.keplr`, which says it. So a page has one wallet without a place of its own. Requests: `enable`, `disable`, `getKey`,
 * `experimentalSuggestChain`, `signAmino`, `signDirect`, `signArbitrary`, with their arguments as `params`.
 */
export function announceCosmosWallet(window: Window, options: MockCosmosOptions): MockCosmosWallet {
  const { approve = () => true } = options
  const name = shownName(options.name)
  const prefixes = new Map(Object.entries(options.chains ?? { 'cosmoshub-4': 'cosmos', 'osmosis-1': 'osmo' }))
  const [path, , changeEvent] = places.find(([, known]) => known === name) ?? [['keplr'], name, 'keplr_keystorechange']
  const enabled = new Set(options.allowed ? prefixes.keys() : [])
  let secrets = (options.accounts ?? [newKey()]).map(keyBytes)
  const report = () => window.dispatchEvent(new Event(changeEvent))
  const setAccounts: MockAccountsWallet['setAccounts'] = (accounts) => {
    secrets = accounts.map(keyBytes)
    if (secrets.length === 0) enabled.clear()
    report()
  }
  const { controls, answer } = createControls({
    approve,
    delay: options.delay,
    refuse: () => new Error('Request rejected'), // Keplr's text
    changeAccounts: () => setAccounts([newKey()]),
  })
  const prefixOf = (chain: unknown): string => {
    const prefix = prefixes.get(String(chain))
    if (prefix === undefined) throw new Error(`There is no chain info for ${String(chain)}`)
    return prefix
  }
  /** The selected key on a chain. */
  const keyOn = (chain: unknown) => {
    const prefix = prefixOf(chain)
    const [secret] = secrets
    if (!secret || !enabled.has(String(chain))) throw notAllowed()
    return keyOf(secret, prefix)
  }
  const signerOn = (chain: unknown, signer: unknown) => {
    const key = keyOn(chain)
    if (key.bech32Address !== signer) throw notAllowed()
    return key
  }

  const acts = {
    enable(chains: unknown) {
      const list = [chains].flat().map(String)
      for (const chain of list) prefixOf(chain)
      if (secrets.length > 0) for (const chain of list) enabled.add(chain)
    },
    disable: () => enabled.clear(),
    getKey(chain: unknown) {
      const { bech32Address, pubKey, address } = keyOn(chain)
      return { name: 'Account 1', algo: 'secp256k1', pubKey, address, bech32Address, isNanoLedger: false, isKeystone: false }
    },
    experimentalSuggestChain(info: unknown) {
      const { data } = suggestion.safeParse(info)
      if (!data) throw invalidParams()
      prefixes.set(data.chainId, data.bech32Config.bech32PrefixAccAddr)
    },
    signAmino(chain: unknown, signer: unknown, document: unknown) {
      if (typeof document !== 'object' || document === null) throw invalidParams()
      return { signed: document, signature: signerOn(chain, signer).sign(aminoBytes(document)) }
    },
    signDirect(chain: unknown, signer: unknown, document: unknown) {
      return { signed: document, signature: signerOn(chain, signer).sign(directBytes(document)) }
    },
    signArbitrary(chain: unknown, signer: unknown, data: unknown) {
      const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : givenBytes(data)
      if (!bytes) throw invalidParams()
      return signerOn(chain, signer).sign(aminoBytes(textDocument(String(signer), bytes)))
    },
  }
  const isKnown = (chains: unknown) => [chains].flat().every((chain) => enabled.has(String(chain)))
  const ask =
    (method: keyof typeof acts, asks: (first: unknown) => boolean = () => true) =>
    (...params: readonly unknown[]) =>
      answer({ method, params }, asks(params[0]), () => acts[method](params[0], params[1], params[2])) // each reads what it is given
  const keplr = {
    version: '0.12.0',
    mode: 'extension',
    ...(path[0] === 'keplr' && name !== 'Keplr' ? { name } : {}),
    // A wallet that does not know a chain says so without a prompt.
    enable: ask('enable', (chains) => !isKnown(chains) && [chains].flat().every((chain) => prefixes.has(String(chain)))),
    disable: ask('disable', () => false),
    getKey: ask('getKey', () => false),
    experimentalSuggestChain: ask('experimentalSuggestChain'),
    signAmino: ask('signAmino'),
    signDirect: ask('signDirect'),
    signArbitrary: ask('signArbitrary'),
  }

  const place = path.join('.')
  const stop = takePlace(window, 'cosmos', place, () => leave())
  const leave = putAtPath(window, path, keplr)
  return {
    ...controls,
    namespace: 'cosmos',
    installed: rowOf('cosmos', `injected:${place}`, name),
    get addresses() {
      return secrets.slice(0, 1).flatMap((secret) => [...prefixes.values()].map((prefix) => keyOf(secret, prefix).bech32Address))
    },
    setAccounts,
    disconnect() {
      enabled.clear()
      report()
    },
    stop,
  }
}

function keyOf(secret: Uint8Array, prefix: string) {
  const pubKey = secp256k1.getPublicKey(secret, true)
  const address = ripemd160(sha256(pubKey))
  return {
    pubKey,
    address,
    bech32Address: bech32.encode(prefix, bech32.toWords(address)),
    /** A `StdSignature`. */
    sign: (bytes: Uint8Array) => ({
      pub_key: { type: 'tendermint/PubKeySecp256k1', value: base64.encode(pubKey) },
      signature: base64.encode(secp256k1.sign(sha256(bytes), secret, { prehash: false })),
    }),
  }
}

/** The document by which a text is signed (ADR-36). */
const textDocument = (signer: string, data: Uint8Array) => ({
  account_number: '0',
  chain_id: '',
  fee: { amount: [], gas: '0' },
  memo: '',
  msgs: [{ type: 'sign/MsgSignData', value: { data: base64.encode(data), signer } }],
  sequence: '0',
})

/** What is signed of a document of amino: JSON with sorted keys, and three characters written as Go's encoder does. */
function aminoBytes(document: object): Uint8Array {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, each]) => [key, sorted(each)]),
          )
        : value
  const text = JSON.stringify(sorted(document)).replace(
    /[&<>]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return new TextEncoder().encode(text)
}

/** What is signed of a document of protobuf (`SignDoc`): three fields of bytes, and a number that is left out when it is 0. */
function directBytes(document: unknown): Uint8Array {
  const { data } = directSchema.safeParse(document)
  const { bodyBytes, authInfoBytes } = document as { readonly bodyBytes?: unknown; readonly authInfoBytes?: unknown } // an object, as the schema says
  const [body, authInfo] = [givenBytes(bodyBytes), givenBytes(authInfoBytes)]
  // cosmjs gives a bigint, others a text or a `Long`.
  const digits = /^\d{1,20}$/.exec(String(data?.accountNumber))?.[0]
  if (!data || !digits || !body || !authInfo) throw invalidParams()
  const number = BigInt(digits)
  return Uint8Array.from([
    ...field(1, body),
    ...field(2, authInfo),
    ...field(3, new TextEncoder().encode(data.chainId)),
    ...(number === 0n ? [] : [4 << 3, ...varint(number)]),
  ])
}

/** A field of bytes in protobuf's encoding; an empty one is left out. */
const field = (number: number, bytes: Uint8Array): readonly number[] =>
  bytes.length === 0 ? [] : [(number << 3) | 2, ...varint(BigInt(bytes.length)), ...bytes]

function varint(value: bigint): readonly number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>= 7n) {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0))
    if (rest <= 127n) return bytes
  }
}

/** Puts an object at a path below the window, with the objects on the way. */
function putAtPath(window: Window, path: readonly string[], value: object): () => void {
  const [key = '', ...rest] = path
  if (rest.length === 0) return putAt(window, key, value)
  const there = peek(window, key)
  const holder = typeof there === 'object' && there !== null ? there : {}
  const leaveHolder = holder === there ? undefined : putAt(window, key, holder)
  let at = holder as Record<string, unknown> // the objects on the way
  for (const each of rest.slice(0, -1)) at = (at[each] ??= {}) as Record<string, unknown>
  const leave = putAt(at, rest.at(-1) ?? '', value)
  return () => {
    leave()
    leaveHolder?.()
  }
}
