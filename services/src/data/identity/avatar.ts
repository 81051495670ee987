// From an avatar record to a url that `<img>` may show: https, ipfs through the operator's gateway, pictures in the text itself, and
// collectibles that the owner of the name really has (ENSIP-12, CAIP-22, CAIP-29).
import { getAddress, isAddress, parseAbi, type Address } from 'viem'
import { isImageUrl } from '../../../../src/vocabulary/image-url.js'
import { toFetchable, type GuardedFetch } from '../../upstream/guarded-fetch.js'
import type { IdentityContext } from '../context.js'
import type { Avatar } from './source.js'

/** A longer `data:` url would make every answer about this address a burden. */
const DATA_URL_MAX = 64 * 1024
const URL_MAX = 2048

const collectible = /^(eip155:[1-9]\d{0,15})\/(erc721|erc1155):(0x[0-9a-fA-F]{40})\/(\d{1,78})$/
const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function tokenURI(uint256 id) view returns (string)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function uri(uint256 id) view returns (string)',
])

/** Null: no picture that may be shown. Never rejects: a name is worth more than its picture. */
export async function avatarUrl(ctx: IdentityContext, fetch: GuardedFetch, avatar: Avatar): Promise<string | null> {
  const { ipfsGateway } = ctx.data
  try {
    const found = collectible.exec(avatar.uri)
    return found ? await pictureOf(ctx, fetch, found, avatar.owner) : pictureUrl(avatar.uri, ipfsGateway)
  } catch (error) {
    ctx.log.debug('avatar not read', { error })
    return null
  }
}

export function pictureUrl(uri: string, ipfsGateway: string | undefined): string | null {
  if (/^data:/i.test(uri)) return isImageUrl(uri) && uri.length <= DATA_URL_MAX ? uri : null
  if (uri.length > URL_MAX) return null
  if (/^ipfs:/i.test(uri)) return ipfsGateway === undefined ? null : fetchable(uri, ipfsGateway)
  return /^https:\/\//i.test(uri) ? fetchable(uri, undefined) : null
}

function fetchable(uri: string, ipfsGateway: string | undefined): string | null {
  try {
    return toFetchable(uri, ipfsGateway)
  } catch {
    return null
  }
}

async function pictureOf(
  ctx: IdentityContext,
  fetch: GuardedFetch,
  found: RegExpExecArray,
  owner: Address,
): Promise<string | null> {
  const [, chainId = '', standard, contract = '', digits = ''] = found
  if (!ctx.chains.has(chainId) || !isAddress(contract, { strict: false })) return null
  const id = BigInt(digits)
  const token = { address: getAddress(contract), abi } as const
  const client = ctx.chains.client(chainId)
  const [isOwned, uri] =
    standard === 'erc721'
      ? await Promise.all([
          client.readContract({ ...token, functionName: 'ownerOf', args: [id] }).then((holder) => getAddress(holder) === owner),
          client.readContract({ ...token, functionName: 'tokenURI', args: [id] }),
        ])
      : await Promise.all([
          client.readContract({ ...token, functionName: 'balanceOf', args: [owner, id] }).then((balance) => balance > 0n),
          client.readContract({ ...token, functionName: 'uri', args: [id] }),
        ])
  if (!isOwned) return null
  const metadata = await fetch(uri.replaceAll('{id}', id.toString(16).padStart(64, '0')))
  const picture = imageOf(metadata.bytes.toString('utf8'))
  return picture === undefined ? null : pictureUrl(picture, ctx.data.ipfsGateway)
}

function imageOf(text: string): string | undefined {
  const metadata: unknown = JSON.parse(text)
  if (typeof metadata !== 'object' || metadata === null) return undefined
  const entries = new Map<string, unknown>(Object.entries(metadata))
  const found = entries.get('image') ?? entries.get('image_url')
  return typeof found === 'string' ? found : undefined
}
