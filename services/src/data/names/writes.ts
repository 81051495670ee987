// Registering a name and changing what it says, with the checks of the wire reference in its order. A caller proves an
// address by signing a short JSON text with the present time in it.
import type * as z from 'zod/mini'
import type { nameWriteBodySchema } from '../../../../src/api/name-writes.js'
import { addressMessageSchema, attributesMessageSchema, registerMessageSchema } from '../../../../src/api/name-writes.js'
import type { NameRecord } from '../../../../src/api/names.js'
import { verifyMessage, type Hex } from 'viem'
import { HttpError } from '../../http/errors.js'
import type { NamesContext } from '../context.js'
import { readCoinAddress } from './address-bytes.js'
import { addressKey, chainOfCoinType, ETHEREUM, EVM_DEFAULT, readChecksummed, readSigningChain } from './coin-types.js'
import { assertNotReserved, readName } from './grammar.js'
import { assertSigned } from './signature.js'
import { instant, nameTaken, type NameStore, type SignedText, type StoredName } from './store.js'

const ATTRIBUTE_MAX = 255
const attributeText = /^[a-zA-Z0-9@:/._\-?&=+ ]+$/

/** Body of a registration or change. */
export type NameWriteBody = z.output<typeof nameWriteBodySchema>

/** Registers names in `zone`, and changes attributes and addresses of registered ones. */
export function createNameWrites({ config, data, chains, budget, now }: NamesContext, store: NameStore, zone: string) {
  const ownHost = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).host
  const { reserved, windowPastS, windowFutureS, attributes: allowed } = data.names

  function assertRecent(timestamp: number): void {
    const age = Math.floor(now() / 1000) - timestamp
    if (age > windowPastS || -age > windowFutureS)
      throw new HttpError(400, 'timestamp', 'The time of the message is too far from the time of the server')
  }

  function assertAttributes(attributes: Readonly<Record<string, string>>): void {
    for (const [key, value] of Object.entries(attributes)) {
      if (!allowed.includes(key)) throw new HttpError(400, 'attributes', 'There is no such attribute')
      if (value.length > ATTRIBUTE_MAX || !attributeText.test(value))
        throw new HttpError(400, 'attributes', `An attribute has 1 to ${ATTRIBUTE_MAX} plain characters`)
    }
  }

  const textOf = ({ address, message }: NameWriteBody, timestamp: number): SignedText => ({
    signer: address,
    message,
    expiresAt: (timestamp + windowPastS + 1) * 1000,
  })

  /** A text for other services, or for another name of the same owner, is not for this. Without a public url nobody knows the own host. */
  function assertHost(host: string | undefined): void {
    if (host !== undefined && ownHost !== undefined && host.toLowerCase() !== ownHost)
      throw new HttpError(400, 'host', 'This text was signed for other services')
  }

  /** The public format names no name: then only who has a single one can mean it. */
  async function assertFor({ record, owner }: StoredName, name: string | undefined): Promise<void> {
    if (name !== undefined && name.toLowerCase() !== record.name)
      throw new HttpError(400, 'name', 'This text was signed for another name')
    if (name === undefined && (await store.countOf(owner)) > 1)
      throw new HttpError(400, 'message', 'The text must say which of your names it is for')
  }

  async function named(text: string): Promise<StoredName> {
    const stored = await store.find(readName(text, zone))
    if (!stored) throw new HttpError(404, 'name', 'Nobody has this name')
    return stored
  }

  /** On the chain of the signature for the name: on another, a stranger's contract may have the same address. */
  async function assertOwner({ owner, ownerCoinType }: StoredName, body: NameWriteBody): Promise<void> {
    const address = readChecksummed(body.address)
    if (addressKey(address) !== owner) throw new HttpError(401, 'address', 'This address does not own the name')
    const chainId = chainOfCoinType(ownerCoinType) ?? 'eip155:1'
    await assertSigned(chains, { chainId, address, message: body.message, signature: hex(body.signature) })
  }

  return {
    /** `caller`: where the request comes from, and for which project. */
    async register(body: NameWriteBody, caller: { readonly from: string; readonly project: string }): Promise<NameRecord> {
      const { name: wanted, attributes, timestamp, host } = readMessage(registerMessageSchema, body.message)
      assertHost(host)
      const name = readName(wanted, zone)
      assertNotReserved(name, reserved)
      const chainId = readSigningChain(body.coin_type, chains)
      const address = readChecksummed(body.address)
      if (await store.find(name)) throw nameTaken()
      assertRecent(timestamp)
      assertAttributes(attributes)
      await assertSigned(chains, { chainId, address, message: body.message, signature: hex(body.signature) })
      const holder = budget.holderOf({ client: addressKey(address), address: caller.from, project: caller.project })
      // A contract's address may be a stranger's on another chain; a key is the same everywhere.
      const coinTypes: readonly [number, ...number[]] = (await isKey(body)) ? [body.coin_type, ETHEREUM] : [body.coin_type]
      return store.register({ name, address, coinTypes, attributes, holder }, textOf(body, timestamp))
    },

    async setAttributes(text: string, body: NameWriteBody): Promise<Readonly<Record<string, string>>> {
      const { attributes, timestamp, name, host } = readMessage(attributesMessageSchema, body.message)
      assertHost(host)
      const stored = await named(text)
      assertRecent(timestamp)
      assertAttributes(attributes)
      await assertOwner(stored, body)
      await assertFor(stored, name)
      await store.setAttributes(stored.record.name, attributes, textOf(body, timestamp))
      return attributes
    },

    async setAddress(text: string, body: NameWriteBody): Promise<NameRecord['addresses']> {
      const { coin_type, address: wanted, timestamp, name, host } = readMessage(addressMessageSchema, body.message)
      assertHost(host)
      const stored = await named(text)
      const address = readCoinAddress(coin_type, wanted, chains)
      assertRecent(timestamp)
      await assertOwner(stored, body)
      await assertFor(stored, name)
      if (coin_type === EVM_DEFAULT) await assertKey(body)
      const at = await store.setAddress(stored.record.name, coin_type, address, textOf(body, timestamp))
      return { [String(coin_type)]: { address, created_at: instant(at) } }
    },
  }
}

/**
 * What holds on every chain needs a signature that does: a key is the same everywhere, a contract may be a stranger's elsewhere.
 * @throws HttpError 401 `signature`
 */
async function assertKey(body: NameWriteBody): Promise<void> {
  if (!(await isKey(body))) throw new HttpError(401, 'signature', 'An address for all chains is set by a key, not by a contract')
}

/** Whether the key of the address itself has signed. */
function isKey({ address, message, signature }: NameWriteBody): Promise<boolean> {
  return verifyMessage({ address: readChecksummed(address), message, signature: hex(signature) }).catch(() => false)
}

function readMessage<S extends z.ZodMiniType>(schema: S, text: string): z.output<S> {
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const field = String(parsed.error.issues[0]?.path[0] ?? 'message')
  throw new HttpError(400, field, 'The signed message lacks this, or it has a wrong form')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'message', 'The signed message is not JSON')
  }
}

/** The body's schema has checked it. */
function hex(text: string): Hex {
  return text as Hex // matches 0x and hex digits
}
