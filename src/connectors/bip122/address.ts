// Addresses of Bitcoin: which kind, and for which network.
import { bech32, bech32m, createBase58check } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { ChainId } from '../../vocabulary/caip.js'
import type { Network } from '../../vocabulary/network.js'

/** The kinds of addresses by the script that they pay to. */
export type AddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

/** What an address says. Test networks share their addresses, but for `regtest`. */
export interface BitcoinAddress {
  readonly type: AddressType
  readonly network: 'main' | 'test' | 'regtest'
}

const base58check = createBase58check(sha256)
const versions: Readonly<Record<number, BitcoinAddress>> = {
  0x00: { type: 'p2pkh', network: 'main' },
  0x05: { type: 'p2sh', network: 'main' },
  0x6f: { type: 'p2pkh', network: 'test' },
  0xc4: { type: 'p2sh', network: 'test' },
}
/**
 * Satoshis below which nodes do not pass a payment on to an address of each kind, since spending it would cost more (the limits of
 * Bitcoin Core by its default `-dustrelayfee`).
 */
export const dustLimits: Readonly<Record<AddressType, bigint>> = {
  p2pkh: 546n,
  p2sh: 540n,
  p2wpkh: 294n,
  p2wsh: 330n,
  p2tr: 330n,
}
const prefixes: Readonly<Record<string, BitcoinAddress['network']>> = { bc: 'main', tb: 'test', bcrt: 'regtest' }

/** Networks by CAIP-2 id (the first 32 digits of the hash of their first block), with their name in wallets. */
const networks = {
  'bip122:000000000019d6689c085ae165831e93': { kind: 'main', name: 'MAINNET' },
  'bip122:000000000933ea01ad0ee984209779ba': { kind: 'test', name: 'TESTNET' },
  'bip122:00000000da84f2bafbbc53dee25a72ae': { kind: 'test', name: 'TESTNET4' },
  'bip122:00000008819873e925422c1ff0f99f7c': { kind: 'test', name: 'SIGNET' },
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': { kind: 'regtest', name: 'REGTEST' },
} as const satisfies Readonly<Record<ChainId, { kind: BitcoinAddress['network']; name: string }>>

/** Name of a network in wallets, in capitals: `MAINNET`, `TESTNET`, `TESTNET4`, `SIGNET`, `REGTEST`. */
export type NetworkName = (typeof networks)[keyof typeof networks]['name']

const known = (chain: ChainId) => (Object.hasOwn(networks, chain) ? networks[chain as keyof typeof networks] : undefined)

/** The name of a network in wallets; `undefined` for one that they do not know. */
export const networkName = (chain: ChainId): NetworkName | undefined => known(chain)?.name

/** Reads an address; `undefined` when the text is none, or its check sum is wrong. */
export function decodeAddress(text: string): BitcoinAddress | undefined {
  return text.length > 100 ? undefined : (decodeSegwit(text) ?? decodeBase58(text))
}

function decodeBase58(text: string): BitcoinAddress | undefined {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === 21 ? versions[bytes[0] as number] : undefined
  } catch {
    return undefined
  }
}

/** Version 0 by bech32 (BIP-173), later ones by bech32m (BIP-350); of these only 1, taproot, is in use. */
function decodeSegwit(text: string): BitcoinAddress | undefined {
  for (const coder of [bech32, bech32m])
    try {
      const { prefix, words } = coder.decode(text as `${string}1${string}`) // throws for any other text
      const network = prefixes[prefix]
      const [version, ...program] = words
      const length = coder.fromWords(program).length
      const type =
        version === 0
          ? length === 20
            ? 'p2wpkh'
            : length === 32
              ? 'p2wsh'
              : undefined
          : version === 1 && length === 32
            ? 'p2tr'
            : undefined
      return network && type && (version === 0) === (coder === bech32) ? { type, network } : undefined
    } catch {
      continue
    }
  return undefined
}

/** The address in its usual form, if it is one; else `undefined`. */
export function readAddress(text: string): string | undefined {
  if (!decodeAddress(text)) return undefined
  return /^(?:bc|tb|bcrt)1/i.test(text) ? text.toLowerCase() : text
}

/** What a wallet says of an address, unchecked. */
export interface NamedAddress {
  readonly address: string | undefined
  /** Hex; the x-only key of a taproot address with or without its first byte. */
  readonly publicKey?: string | undefined
  readonly purpose?: string | undefined
  readonly label?: string | undefined
}

/**
 * The accounts of a wallet on the networks to which their addresses belong; malformed ones are left out.
 * @param on the name of the network that the wallet is on, where it has said; else an address of a test network is on each
 */
export function toAccounts(
  addresses: readonly NamedAddress[],
  configured: readonly Network[],
  on?: string,
): readonly GrantedAccount[] {
  return configured.flatMap(({ caipNetworkId: chain }) => {
    const network = known(chain)
    if (!network || (on !== undefined && network.name !== on)) return []
    return addresses.flatMap(({ address: given = '', publicKey, purpose, label }) => {
      const address = readAddress(given)
      const read = decodeAddress(given)
      if (address === undefined || read?.network !== network.kind) return []
      const key = publicKey?.toLowerCase()
      return [
        {
          chain,
          address,
          purpose:
            purpose === 'ordinals' || purpose === 'payment'
              ? purpose
              : read.type === 'p2tr' && addresses.length > 1
                ? 'ordinals'
                : 'payment',
          type: read.type,
          ...(key && /^(?:[\da-f]{64}|[\da-f]{66}|[\da-f]{130})$/.test(key) ? { publicKey: key } : {}),
          ...(label ? { label } : {}),
        },
      ]
    })
  })
}
