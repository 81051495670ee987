// Checks a Sign In With Farcaster message. Nothing of the relay is believed: the message must name this wallet, this login's nonce and one Farcaster id,
// its signer must own that id, and two nodes of Optimism, where two are configured, must say so.
import {
  createPublicClient,
  defineChain,
  encodeAbiParameters,
  http,
  isHex,
  parseAbi,
  type Address,
  type PublicClient,
} from 'viem'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { HttpError } from '../../http/errors.js'
import { didSign } from '../../chain/signature.js'
import { SocialError } from './exchange.js'
import type { Identity } from './providers.js'

/** Registries of Farcaster on Optimism. */
export const ID_REGISTRY = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
export const KEY_REGISTRY = '0x00000000Fc1237824fb747aBDE0FF18990E59b7e'
export const registryAbi = parseAbi([
  'function idOf(address owner) view returns (uint256)',
  'struct KeyData { uint8 state; uint32 keyType; }',
  'function keyDataOf(uint256 fid, bytes key) view returns (KeyData)',
])
export const OPTIMISM_ID = 10
/** What every message says. */
export const STATEMENT = 'Farcaster Auth'
/** Who keeps Farcaster ids: the identity's issuer. */
const FARCASTER_ISSUER = 'https://farcaster.xyz'

const MESSAGE_CHARS_MAX = 4096
const SIGNATURE_CHARS_MAX = 20_000
const NODE_TIMEOUT_MS = 8000
/** A key that may sign logins, added by the owner of the id. */
const AUTH_KEY = { state: 1, keyType: 2 } as const

/** What a message is checked against. */
export interface FarcasterCheck {
  readonly message: string
  readonly signature: string
  readonly nonce: string
  /** Host of the wallet, with its port where it has one. */
  readonly domain: string
  /** Unix milliseconds. */
  readonly now: number
  /** One or two nodes of Optimism. */
  readonly nodes: readonly PublicClient[]
}

/** Clients of the first two nodes, each asked by itself. */
export function optimismNodes(urls: readonly string[], fetch: typeof globalThis.fetch): readonly PublicClient[] {
  return urls.slice(0, 2).map((url) => {
    const chain = defineChain({
      id: OPTIMISM_ID,
      name: 'Optimism',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    })
    return createPublicClient({
      chain,
      transport: http(url, { fetchFn: fetch, retryCount: 0, timeout: NODE_TIMEOUT_MS }),
      ccipRead: false,
    })
  })
}

/** Who signed. @throws SocialError `refused`, or `provider` when no node could be asked */
export async function verifyFarcaster(check: FarcasterCheck): Promise<Identity> {
  const { message, signature, nodes } = check
  const { fid, address } = readMessage(check)
  if (!isHex(signature) || signature.length > SIGNATURE_CHARS_MAX) throw refusal('no signature')
  if (nodes.length === 0) throw new SocialError('provider', 'no node of Optimism')
  // A key is checked here; of a contract each node is asked, so that one that lies signs for nobody.
  const signed = await Promise.all(nodes.map((node) => didSign(node, { address, message, signature }))).catch(unreachable)
  if (!signed.every(Boolean)) throw refusal('signed by somebody else')
  const methods = await Promise.all(nodes.map((node) => methodOf(node, fid, address)))
  const [method] = methods
  if (method === undefined || methods.some((one) => one !== method)) throw refusal('the id is not of this signer')
  // Names are the relay's word; the id is not. People without a name are written like this on Farcaster.
  return { issuer: FARCASTER_ISSUER, subject: String(fid), name: `!${fid}`, method }
}

/** @throws SocialError `refused` */
function readMessage({ message, nonce, domain, now }: FarcasterCheck): { fid: bigint; address: Address } {
  if (message.length > MESSAGE_CHARS_MAX) throw refusal('too long')
  const fields = parseSiweMessage(message)
  // Domain and nonce are always handed in: without them the check passes whatever they are.
  const isValid = validateSiweMessage({ message: fields, domain, nonce, time: new Date(now) })
  if (!isValid || fields.domain !== domain || fields.nonce !== nonce)
    throw refusal('another domain or nonce, or its time is over')
  if (fields.version !== '1' || fields.chainId !== OPTIMISM_ID) throw refusal('another chain')
  if (fields.statement !== STATEMENT) throw refusal('another statement')
  // A second line of one kind would let two readers see two messages.
  for (const label of ['URI: ', 'Version: ', 'Chain ID: ', 'Nonce: ', 'Issued At: '])
    if (message.split('\n').filter((line) => line.startsWith(label)).length !== 1) throw refusal('not one of each field')
  const ids = (fields.resources ?? []).filter((resource) => /^farcaster:\/\/fid(?:\/|$)/i.test(resource))
  const fid = /^farcaster:\/\/fid\/([1-9]\d{0,18})$/.exec(ids[0] ?? '')?.[1]
  if (ids.length !== 1 || fid === undefined || message.split('farcaster://fid').length !== 2)
    throw refusal('not one Farcaster id')
  if (!fields.address) throw refusal('no address')
  return { fid: BigInt(fid), address: fields.address }
}

/** With which key the signer holds the id; undefined: with none. */
async function methodOf(node: PublicClient, fid: bigint, address: Address): Promise<'custody' | 'authAddress' | undefined> {
  const key = encodeAbiParameters([{ type: 'address' }], [address])
  const [chainId, owned, data] = await Promise.all([
    node.getChainId(),
    node.readContract({ address: ID_REGISTRY, abi: registryAbi, functionName: 'idOf', args: [address] }),
    node.readContract({ address: KEY_REGISTRY, abi: registryAbi, functionName: 'keyDataOf', args: [fid, key] }),
  ]).catch(unreachable)
  if (chainId !== OPTIMISM_ID) throw new SocialError('provider', 'a node of another chain')
  if (owned === fid) return 'custody'
  return data.state === AUTH_KEY.state && data.keyType === AUTH_KEY.keyType ? 'authAddress' : undefined
}

function unreachable(cause: unknown): never {
  throw new SocialError('provider', cause instanceof HttpError ? cause.message : 'no node of Optimism answered', { cause })
}

const refusal = (why: string) => new SocialError('refused', `farcaster: ${why}`)
