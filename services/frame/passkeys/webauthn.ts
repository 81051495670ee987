// Asks the browser for passkeys (WebAuthn). With the PRF extension a passkey gives a secret that depends on an input: with the wallet's own it is the client
// half of a slot. Nothing else of a passkey is used, and nobody is signed in by one. What browser and authenticator answer is parsed like anything from outside.
import * as z from 'zod/mini'
import { decode, encode } from '../encoding.js'
import { aborted } from '../frame-errors.js'
import type { Bytes } from '../keys/bytes.js'

/**
 * `UNSUPPORTED`: this browser has no passkeys, or none for this host. `NOT_HERE`: not inside this page. `NO_PRF`: the passkey gives no secret. `EXISTS`: its
 * authenticator has one of this wallet. `CANCELLED`: by the person, or there was none to choose; browsers do not tell. `BAD_ANSWER`: not what was asked for.
 */
type PasskeyErrorCode = 'UNSUPPORTED' | 'NOT_HERE' | 'NO_PRF' | 'EXISTS' | 'CANCELLED' | 'TIMED_OUT' | 'BAD_ANSWER'

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  constructor(readonly code: PasskeyErrorCode) {
    super(code)
  }
}

/** The part of `navigator.credentials` that is used. */
export interface Credentials {
  create(options: CredentialCreationOptions): Promise<unknown>
  get(options: CredentialRequestOptions): Promise<unknown>
}

/** How a passkey is asked for. */
interface PasskeyName {
  /** base64url. */
  readonly credentialId: string
  readonly transports: readonly string[]
}

/** Where passkeys are asked for. */
export interface Authenticators {
  readonly credentials: Credentials
  /** Of this page: its host is the passkeys' own (the RP ID). */
  readonly origin: string
  /** Milliseconds that only grow. */
  readonly now: () => number
  readonly window: PasskeyWindow
}

/** A passkey and the secret that it gives for a wallet. Whoever asks wipes it. */
export interface Evaluated extends PasskeyName {
  readonly half: Bytes
}

/** Those of this browser. */
export function authenticatorsOf(window: Window & typeof globalThis): Authenticators {
  const { navigator, location, performance } = window
  return {
    credentials: navigator.credentials,
    origin: location.origin,
    now: () => performance.now(),
    window: window as PasskeyWindow,
  }
}

const HALF_BYTES = 32
const CHALLENGE_BYTES = 32
/** Time to find a security key, and to touch it twice. */
export const ASK_LIMIT_MS = 120_000
/** ES256, RS256 and Ed25519 (COSE): that one of them is there is all that matters, since nothing is signed. */
const algorithms = [-7, -257, -8]
/** Flags of an authenticator: somebody was there, and has shown who they are. */
const PRESENT_AND_VERIFIED = 0b101

/** What a passkey is asked to evaluate for a wallet. */
export function prfInput(walletId: string): Promise<Bytes> {
  return sha256(utf8(`wm/prf/1${walletId}`))
}

const buffer = z.custom<ArrayBuffer>((value) => value instanceof ArrayBuffer)
const view = z.custom<ArrayBufferView>((value) => ArrayBuffer.isView(value))
const answerSchema = z.object({
  type: z.literal('public-key'),
  id: z.custom<ArrayBuffer>((value) => value instanceof ArrayBuffer && value.byteLength > 0 && value.byteLength <= 1023),
  clientData: buffer,
  authenticatorData: z.optional(buffer),
  transports: z.array(z.string()),
  prf: z.optional(
    z.object({ enabled: z.optional(z.boolean()), results: z.optional(z.object({ first: z.union([buffer, view]) })) }),
  ),
})
type Answer = z.infer<typeof answerSchema>
const clientDataSchema = z.object({ type: z.string(), challenge: z.string(), origin: z.string() })

/** @throws PasskeyError BAD_ANSWER */
function read(credential: unknown, { type, challenge, origin }: z.infer<typeof clientDataSchema>): Answer {
  let answer: Answer
  let said: z.infer<typeof clientDataSchema>
  try {
    const { type, rawId, response, ...methods } = partsOf(credential as PublicKeyCredential) // whatever it is: parsed next
    answer = answerSchema.parse({
      type,
      id: rawId,
      clientData: response.clientDataJSON,
      authenticatorData: response.authenticatorData,
      transports: methods.transports,
      prf: methods.extensions.prf,
    })
    said = clientDataSchema.parse(JSON.parse(new TextDecoder().decode(answer.clientData)))
  } catch {
    throw new PasskeyError('BAD_ANSWER')
  }
  if (said.type !== type || said.challenge !== challenge || said.origin !== origin) throw new PasskeyError('BAD_ANSWER')
  return answer
}

function partsOf(credential: PublicKeyCredential) {
  const response = credential.response as AuthenticatorAssertionResponse & Partial<AuthenticatorAttestationResponse>
  return {
    type: credential.type,
    rawId: credential.rawId,
    response,
    // Names that the services do not know as such are left out: they are hints.
    transports: (response.getTransports?.() ?? []).filter((name) => /^[a-z0-9-]{1,20}$/.test(name)).slice(0, 8),
    extensions: credential.getClientExtensionResults(),
  }
}

/** The secret, in bytes of its own; the browser's are overwritten. @throws PasskeyError NO_PRF */
function secretOf({ prf }: Answer): Bytes | undefined {
  const first = prf?.results?.first
  if (!first) return undefined
  const given = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  const half = new Uint8Array(given)
  given.fill(0)
  // One input, one secret of 32 bytes. A passkey that gives the same bytes in every place gives none.
  if (half.length !== HALF_BYTES || half.every((byte) => byte === half[0])) throw new PasskeyError('NO_PRF')
  return half
}

/** What a browser throws, as a code. @throws FrameError ABORTED when nobody waits any more */
async function asked<T>(at: Authenticators, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  if (signal.aborted) throw aborted()
  const began = at.now()
  try {
    return await ask()
  } catch (error) {
    if (signal.aborted) throw aborted()
    const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined
    if (name === 'InvalidStateError') throw new PasskeyError('EXISTS')
    if (name === 'SecurityError' || name === 'NotSupportedError' || name === 'TypeError') throw new PasskeyError('UNSUPPORTED')
    // Nobody came, somebody said no, or there is no such passkey: on purpose, browsers do not tell these apart.
    if (name === 'NotAllowedError') throw new PasskeyError(at.now() - began >= ASK_LIMIT_MS ? 'TIMED_OUT' : 'CANCELLED')
    throw new PasskeyError('BAD_ANSWER')
  }
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const isEqual = (one: Uint8Array, other: Uint8Array) => one.length === other.length && one.every((byte, at) => byte === other[at])

/** @throws PasskeyError BAD_ANSWER: the services' id of a passkey is none */
function idOf(text: string): Bytes {
  try {
    return decode(text)
  } catch {
    throw new PasskeyError('BAD_ANSWER')
  }
}

const hostOf = ({ origin }: Authenticators) => new URL(origin).hostname
const newChallenge = () => crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES))
const descriptors = (passkeys: readonly PasskeyName[]): PublicKeyCredentialDescriptor[] =>
  passkeys.map(({ credentialId, transports }) => ({
    type: 'public-key',
    id: idOf(credentialId),
    ...(transports.length > 0 ? { transports: [...transports] as AuthenticatorTransport[] } : {}),
  }))

/** Whose passkey is made, and which are there. */
interface NewPasskey {
  readonly userId: string
  /** As the list of passkeys shows it. */
  readonly userName: string
  readonly walletId: string
  /** Of this wallet already. */
  readonly known: readonly PasskeyName[]
}

/**
 * Makes a passkey, and has it say its secret. Many authenticators do that only when they are asked a second time, so all are: one that says
 * another secret then would open nothing.
 * @throws PasskeyError; FrameError ABORTED
 */
export async function createPasskey(at: Authenticators, passkey: NewPasskey, signal: AbortSignal): Promise<Evaluated> {
  const { userId, userName, walletId, known } = passkey
  const challenge = newChallenge()
  const publicKey: PublicKeyCredentialCreationOptions = {
    rp: { id: hostOf(at), name: hostOf(at) },
    user: { id: utf8(userId), name: userName, displayName: userName },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: descriptors(known),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: ASK_LIMIT_MS,
    extensions: { prf: { eval: { first: await prfInput(walletId) } } },
  }
  const credential = await asked(at, signal, () => at.credentials.create({ publicKey, signal }))
  const made = read(credential, { type: 'webauthn.create', challenge: encode(challenge), origin: at.origin })
  const name = { credentialId: encode(new Uint8Array(made.id)), transports: made.transports }
  let first: Bytes | undefined
  try {
    first = secretOf(made)
    if (!first && made.prf?.enabled !== true) throw new PasskeyError('NO_PRF')
    const { half } = await evaluatePasskey(at, { walletId, passkeys: [name] }, signal)
    if (first && !isEqual(first, half)) {
      half.fill(0)
      throw new PasskeyError('NO_PRF')
    }
    return { ...name, half }
  } catch (error) {
    await forgetPasskey(hostOf(at), name.credentialId)
    throw error
  } finally {
    first?.fill(0)
  }
}

/**
 * Has one of these passkeys say its secret for a wallet.
 * @throws PasskeyError; FrameError ABORTED
 */
export async function evaluatePasskey(
  at: Authenticators,
  { walletId, passkeys }: { readonly walletId: string; readonly passkeys: readonly PasskeyName[] },
  signal: AbortSignal,
): Promise<Evaluated> {
  const challenge = newChallenge()
  const rpId = hostOf(at)
  const publicKey: PublicKeyCredentialRequestOptions = {
    rpId,
    challenge,
    allowCredentials: descriptors(passkeys),
    userVerification: 'required',
    timeout: ASK_LIMIT_MS,
    extensions: { prf: { eval: { first: await prfInput(walletId) } } },
  }
  const credential = await asked(at, signal, () => at.credentials.get({ publicKey, signal }))
  const answer = read(credential, { type: 'webauthn.get', challenge: encode(challenge), origin: at.origin })
  const credentialId = encode(new Uint8Array(answer.id))
  const passkey = passkeys.find((one) => one.credentialId === credentialId)
  const half = secretOf(answer)
  // Without verification, authenticators have another secret, which whoever holds them could ask for.
  if (!passkey || !(await isVerified(answer, rpId))) {
    half?.fill(0)
    throw new PasskeyError('BAD_ANSWER')
  }
  if (!half) throw new PasskeyError('NO_PRF')
  return { ...passkey, half }
}

async function isVerified({ authenticatorData }: Answer, rpId: string): Promise<boolean> {
  if (!authenticatorData || authenticatorData.byteLength < 37) return false
  const bytes = new Uint8Array(authenticatorData)
  const flags = bytes[32] ?? 0
  return isEqual(bytes.subarray(0, 32), await sha256(utf8(rpId))) && (flags & PRESENT_AND_VERIFIED) === PRESENT_AND_VERIFIED
}

/** Lets passkey managers hide one that opens nothing. Few browsers can; it stays in the others until its owner deletes it. */
export async function forgetPasskey(rpId: string, credentialId: string): Promise<void> {
  const { PublicKeyCredential: type } = globalThis as {
    readonly PublicKeyCredential?: { signalUnknownCredential?(what: { rpId: string; credentialId: string }): Promise<void> }
  }
  await type?.signalUnknownCredential?.({ rpId, credentialId }).catch(() => undefined)
}

/** Whether passkeys can be asked for. `create` is a matter of pages of their own; a frame may only `get`. */
export function canAsk({ document, PublicKeyCredential: type, location }: PasskeyWindow): 'yes' | 'UNSUPPORTED' | 'NOT_HERE' {
  // Hosts of passkeys have names: a number is none, nor is a page without https.
  if (!type || /^[\d.]+$|^\[/.test(location.hostname)) return 'UNSUPPORTED'
  const policy = document.permissionsPolicy ?? document.featurePolicy
  return policy?.allowsFeature('publickey-credentials-get') === false ? 'NOT_HERE' : 'yes'
}

interface FeaturePolicy {
  allowsFeature(name: string): boolean
}
/** The part of a window that is used. Not every browser tells what a frame may do. */
export interface PasskeyWindow {
  readonly document: { readonly permissionsPolicy?: FeaturePolicy; readonly featurePolicy?: FeaturePolicy }
  readonly PublicKeyCredential?: unknown
  readonly location: { readonly hostname: string }
  readonly navigator: { readonly userAgent: string }
}
