// The key that signs beside the app's own: one per session, made here, sealed in the database, used only for what was permitted.
import { createHash } from 'node:crypto'
import { encodeAbiParameters, stringToHex, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { HttpError } from '../../http/errors.js'
import type { SecretBox } from '../../db/secret-box.js'
import type { AppKey } from './app-signature.js'
import type { StoredSession } from './store.js'

/** A new co-signing key. */
export interface NewCosigner {
  readonly address: string
  /** Uncompressed, in hex. */
  readonly publicKey: Hex
  readonly sealedKey: string
}

/** Makes a key for one session. */
export function createCosigner(box: SecretBox, pci: string): NewCosigner {
  const key = generatePrivateKey()
  const { address, publicKey } = privateKeyToAccount(key)
  return { address, publicKey, sealedKey: box.seal(key, pci) }
}

/** The co-signature (EIP-191 over the hash) and the app's own, as the validator of the account takes them: `abi.encode(bytes[])`. */
export async function cosign(box: SecretBox, session: StoredSession, { hash, own }: { hash: Hex; own: Hex }): Promise<Hex> {
  const account = privateKeyToAccount(openKey(box, session))
  const cosignature = await account.signMessage({ message: { raw: hash } })
  return encodeAbiParameters([{ type: 'bytes[]' }], [[cosignature, own]])
}

/** @throws HttpError 503 when WM_SECRET_KEY is no longer the one that sealed it */
function openKey(box: SecretBox, { cosignerKey, pci }: StoredSession): Hex {
  try {
    return box.open(cosignerKey, pci) as Hex // sealed as such above
  } catch {
    throw new HttpError(503, 'sessions', 'The key of this session cannot be opened here')
  }
}

/** The first version of the wire gave hex of the text of the hex. */
export function publicKeyFor(version: string | undefined, publicKey: Hex): Hex {
  return version === '2' ? publicKey : stringToHex(publicKey)
}

/** Whether the app's keys of the request are all among those of the activation, where the co-signing key has joined them. */
export function hasSameKeys(requested: unknown, activated: unknown): boolean {
  const present = new Set(keysOf(activated))
  return keysOf(requested).every((key) => present.has(key))
}

/** Names the app by its keys: whoever asks for sessions with them is one client. */
export function signerId(signer: unknown): string {
  return createHash('sha256')
    .update([...keysOf(signer)].sort().join())
    .digest('hex')
}

function keysOf(signer: unknown): readonly string[] {
  return listed(signer).map((key) => JSON.stringify(key))
}

function listed(signer: unknown): readonly unknown[] {
  const { data } = signer as { data: Record<string, unknown> } // parsed by the body's schema
  return Array.isArray(data['keys']) ? (data['keys'] as unknown[]) : [data]
}

const appKeySchema = z.object({
  type: z.enum(['secp256k1', 'secp256r1']),
  publicKey: z.custom<Hex>((value) => typeof value === 'string' && /^0x(?:0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i.test(value)),
})

/** The app's keys as they were asked for, without those of a kind that is not known here. */
export function appKeys({ signer }: Pick<StoredSession, 'signer'>): readonly AppKey[] {
  return listed(signer).flatMap((key) => {
    const parsed = appKeySchema.safeParse(key)
    return parsed.success ? [parsed.data] : []
  })
}
