// An authenticator with the PRF extension, as far as a page sees it through `navigator.credentials`; written from the Web Authentication specification.
import { createHmac, createHash, randomBytes } from 'node:crypto'
import type { Authenticators, Credentials } from '../../../frame/passkeys/webauthn.js'

export interface AuthenticatorOptions {
  readonly origin: string
  /** `get`: as most security keys, which say no secret while they make a passkey. */
  readonly prf?: 'create and get' | 'get' | 'none'
  readonly isVerified?: boolean
}

/** What a test changes in an answer before the page gets it. */
export type Change = (answer: Answer) => void

interface Answer {
  type: unknown
  rawId: unknown
  clientData: Record<string, unknown>
  authenticatorData: Uint8Array
  extensions: Record<string, unknown>
  transports: unknown
}

export interface TestAuthenticator extends Authenticators {
  readonly credentials: Credentials
  /** Ids that it has, with whom they are for. */
  readonly kept: Map<string, { readonly secret: Buffer; readonly user: string }>
  /** What it was asked, in order. */
  readonly asked: { readonly kind: 'create' | 'get'; readonly publicKey: Record<string, unknown> }[]
  /** Secrets that it gave, in the buffers that the page got. */
  readonly given: ArrayBuffer[]
  change: Change | undefined
  /** Is thrown instead of an answer, once. */
  failure: unknown
  /** Passes before an answer. */
  waitMs: number
}

const copy = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer
const text = (value: unknown) => copy(new TextEncoder().encode(JSON.stringify(value)))
const bytesOf = (source: BufferSource): Uint8Array =>
  ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source)

export function testAuthenticator(options: AuthenticatorOptions): TestAuthenticator {
  const { origin, prf = 'create and get', isVerified = true } = options
  const { hostname } = new URL(origin)
  let time = 0

  function secretFor(id: string, evaluated: BufferSource): ArrayBuffer {
    const salt = createHash('sha256').update('WebAuthn PRF\0').update(bytesOf(evaluated)).digest()
    const secret = copy(
      createHmac('sha256', own.kept.get(id)?.secret ?? '')
        .update(salt)
        .digest(),
    )
    own.given.push(secret)
    return secret
  }

  function answer(kind: 'create' | 'get', id: string, challenge: BufferSource, extensions: Record<string, unknown>) {
    const data = Buffer.concat([createHash('sha256').update(hostname).digest(), Buffer.from([isVerified ? 5 : 1, 0, 0, 0, 0])])
    const made: Answer = {
      type: 'public-key',
      rawId: copy(Buffer.from(id, 'base64url')),
      clientData: { type: `webauthn.${kind}`, challenge: Buffer.from(bytesOf(challenge)).toString('base64url'), origin },
      authenticatorData: data,
      extensions,
      transports: ['internal', 'Hybrid!'],
    }
    own.change?.(made)
    return {
      type: made.type,
      rawId: made.rawId,
      response: {
        clientDataJSON: text(made.clientData),
        authenticatorData: copy(made.authenticatorData),
        getTransports: () => made.transports,
      },
      getClientExtensionResults: () => made.extensions,
    }
  }

  function begin(kind: 'create' | 'get', publicKey: object, signal: AbortSignal | undefined): void {
    own.asked.push({ kind, publicKey: publicKey as Record<string, unknown> })
    time += own.waitMs
    const { failure } = own
    own.failure = undefined
    // Whatever a browser throws.
    if (failure !== undefined) throw failure as Error
    signal?.throwIfAborted()
  }

  const own: TestAuthenticator = {
    origin,
    now: () => time,
    window: {
      document: {},
      PublicKeyCredential: Object,
      location: { hostname: 'wallet.example' },
      navigator: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0' },
    },
    kept: new Map(),
    asked: [],
    given: [],
    change: undefined,
    failure: undefined,
    waitMs: 10,
    credentials: {
      async create({ publicKey, signal }) {
        if (!publicKey) throw new TypeError('no options')
        begin('create', publicKey, signal)
        const excluded = publicKey.excludeCredentials?.some(({ id }) =>
          own.kept.has(Buffer.from(bytesOf(id)).toString('base64url')),
        )
        if (excluded) throw new DOMException('', 'InvalidStateError')
        const id = randomBytes(32).toString('base64url')
        own.kept.set(id, { secret: randomBytes(32), user: Buffer.from(bytesOf(publicKey.user.id)).toString() })
        const first = publicKey.extensions?.prf?.eval?.first
        const results = prf === 'create and get' && first ? { results: { first: secretFor(id, first) } } : {}
        return answer('create', id, publicKey.challenge, prf === 'none' ? {} : { prf: { enabled: true, ...results } })
      },
      async get({ publicKey, signal }) {
        if (!publicKey) throw new TypeError('no options')
        begin('get', publicKey, signal)
        const ids = publicKey.allowCredentials?.map(({ id }) => Buffer.from(bytesOf(id)).toString('base64url')) ?? []
        const id = ids.find((one) => own.kept.has(one))
        if (id === undefined) throw new DOMException('', 'NotAllowedError')
        const first = publicKey.extensions?.prf?.eval?.first
        const results = prf !== 'none' && first ? { prf: { results: { first: secretFor(id, first) } } } : {}
        return answer('get', id, publicKey.challenge, results)
      },
    },
  }
  return own
}
