// All messages between a page and the frame of an embedded wallet, as one table: each name with the schema of what the page sends and of
// what the frame answers. The types, the timers and both ends of the protocol are made of it, so that no message can lack its answer.
import * as z from 'zod/mini'
import { type FrameErrorCode, frameErrorCodes } from './frame-error.js'

/** In front of the name in each message from the page. The names on the wire are those that public clients use. */
export const APP_PREFIX = '@w3m-app/'
/** In front of the name in each message from the frame. */
export const FRAME_PREFIX = '@w3m-frame/'
/** Version of the handshake with a port. */
export const HELLO_VERSION = 1

const text = (max: number) => z.string().check(z.maxLength(max))
const url = text(2048)
const address = text(128)
const otp = text(64)
/** Chains come as CAIP-2 ids, as numbers and as texts of numbers: `readFrameChain` makes one of them. */
const chain = z.union([text(64), z.int().check(z.nonnegative())])
const accountType = text(32)
const accounts = z.array(z.object({ address, type: accountType })).check(z.maxLength(64))
const retryAfter = z.optional(z.number().check(z.nonnegative()))

/**
 * An address of at most 254 characters: a local part of ASCII, and a domain of at least two labels. What looks like ASCII and is not is refused in the
 * local part; the domain may be international. The services look closer.
 */
const email = z
  .string()
  .check(z.maxLength(254), z.regex(/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u))

const signIn = {
  accountAddress: address,
  chainId: chain,
  domain: text(512),
  uri: url,
  version: text(16),
  nonce: text(256),
  statement: z.optional(text(4096)),
  notBefore: z.optional(text(64)),
  issuedAt: z.optional(text(64)),
  expirationTime: z.optional(text(64)),
  requestId: z.optional(text(256)),
  resources: z.optional(z.array(url).check(z.maxLength(64))),
  serializedMessage: z.optional(text(16_384)),
}
const siwxMessage = z.optional(z.strictObject(signIn))
const signedIn = {
  signature: z.optional(text(16_384)),
  message: z.optional(text(16_384)),
  siwxMessage: z.optional(z.object(signIn)),
}

const colors = z.optional(z.record(text(128), z.union([text(256), z.number()])))
const nothing = z.optional(z.strictObject({}))
/** An answer that says no more than that it worked; what stands in it is dropped. */
const done = z.pipe(
  z.unknown(),
  z.transform((): void => undefined),
)
const connectAction = z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT'])
const updateAction = z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP'])
const provider = z.enum(['google', 'github', 'apple', 'facebook', 'x', 'discord'])

/**
 * The requests of a page. What a page sends is refused if it has a key more; from an answer of the frame such keys are dropped.
 *
 * `timeout`: `login` waits `FRAME_REQUEST_TIMEOUT_MS`, begun again by each `PENDING`; `signOut` waits `SIGN_OUT_LIMIT_MS`, and is done then; without
 * it there is no limit. `withoutLoadLimit`: does not start the 20 seconds in which the frame has to load. `isLong`: waits for somebody elsewhere; a page
 * that gives it up tells the frame, so that nobody is signed in to a page that has gone on.
 */
export const frameRequests = {
  SWITCH_NETWORK: {
    payload: z.strictObject({ chainId: chain, rpcUrl: z.optional(url) }),
    reply: z.object({ chainId: chain }),
  },
  CONNECT_EMAIL: {
    payload: z.strictObject({ email }),
    reply: z.object({ action: connectAction, resendAfterMs: retryAfter, matchCode: z.optional(text(16)) }),
    timeout: 'login',
  },
  CONNECT_DEVICE: { payload: nothing, reply: done, timeout: 'login', isLong: true },
  CONNECT_OTP: { payload: z.strictObject({ otp }), reply: done, timeout: 'login' },
  CONNECT_SOCIAL: {
    payload: z.strictObject({
      uri: url,
      preferredAccountType: z.optional(accountType),
      chainId: z.optional(chain),
      siwxMessage,
      rpcUrl: z.optional(url),
    }),
    reply: z.object({
      address,
      chainId: chain,
      email: z.nullish(text(254)),
      accounts: z.optional(accounts),
      userName: z.nullish(text(256)),
      preferredAccountType: z.optional(accountType),
      ...signedIn,
    }),
    timeout: 'login',
    isLong: true,
  },
  GET_SOCIAL_REDIRECT_URI: { payload: z.strictObject({ provider }), reply: z.object({ uri: url }), timeout: 'login' },
  GET_FARCASTER_URI: { payload: nothing, reply: z.object({ url }) },
  CONNECT_FARCASTER: { payload: nothing, reply: z.object({ userName: text(256) }), isLong: true },
  GET_USER: {
    payload: z.optional(
      z.strictObject({
        chainId: z.optional(chain),
        preferredAccountType: z.optional(accountType),
        socialUri: z.optional(url),
        siwxMessage,
        rpcUrl: z.optional(url),
      }),
    ),
    reply: z.object({
      address,
      chainId: chain,
      email: z.nullish(text(254)),
      userName: z.nullish(text(256)),
      accounts: z.optional(accounts),
      smartAccountDeployed: z.optional(z.boolean()),
      preferredAccountType: z.optional(accountType),
      ...signedIn,
      recovery: z.optional(z.object({ mode: z.enum(['assisted', 'sealed']), heldUntil: z.optional(z.number()) })),
      provider: z.optional(text(64)),
    }),
  },
  SIGN_OUT: { payload: nothing, reply: done, timeout: 'signOut' },
  IS_CONNECTED: {
    payload: z.optional(z.strictObject({ token: z.optional(text(8192)) })),
    reply: z.object({ isConnected: z.boolean() }),
  },
  GET_CHAIN_ID: { payload: nothing, reply: z.object({ chainId: chain }) },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: {
    payload: nothing,
    reply: z.object({ smartAccountEnabledNetworks: z.array(z.int().check(z.nonnegative())).check(z.maxLength(1000)) }),
  },
  INIT_SMART_ACCOUNT: { payload: nothing, reply: z.object({ address, isDeployed: z.boolean() }) },
  SET_PREFERRED_ACCOUNT: {
    payload: z.strictObject({ type: accountType }),
    reply: z.object({ type: accountType, address }),
    withoutLoadLimit: true,
  },
  RPC_REQUEST: {
    payload: z.strictObject({
      method: text(128),
      params: z.optional(z.unknown()),
      chainId: z.optional(chain),
      chainNamespace: z.optional(text(16)),
      rpcUrl: z.optional(url),
    }),
    reply: z.unknown(),
  },
  /** Ends open requests: all that need an approval, or, of these and of those that wait for somebody, those with the `ids` that are named. */
  RPC_ABORT: { payload: z.optional(z.strictObject({ ids: z.optional(z.array(text(64)).check(z.maxLength(256))) })), reply: done },
  UPDATE_EMAIL: {
    payload: z.strictObject({ email }),
    reply: z.object({ action: updateAction, resendAfterMs: retryAfter }),
  },
  /** Public clients have the name and never send it. */
  AWAIT_UPDATE_EMAIL: { payload: nothing, reply: done },
  UPDATE_EMAIL_PRIMARY_OTP: { payload: z.strictObject({ otp }), reply: done },
  UPDATE_EMAIL_SECONDARY_OTP: { payload: z.strictObject({ otp }), reply: z.object({ newEmail: text(254) }) },
  SYNC_THEME: {
    payload: z.optional(
      z.strictObject({
        themeMode: z.optional(z.enum(['light', 'dark'])),
        themeVariables: colors,
        w3mThemeVariables: colors,
      }),
    ),
    reply: done,
    withoutLoadLimit: true,
  },
  SYNC_DAPP_DATA: {
    payload: z.strictObject({
      metadata: z.optional(
        z.strictObject({
          name: text(1024),
          description: text(4096),
          url: url,
          icons: z.array(text(8192)).check(z.maxLength(32)),
        }),
      ),
      sdkVersion: z.optional(text(128)),
      sdkType: z.optional(text(64)),
      projectId: text(128),
    }),
    reply: done,
    withoutLoadLimit: true,
  },
  RELOAD: { payload: nothing, reply: done },
} satisfies Record<string, FrameMessage>

/** A row of `frameRequests`. */
export interface FrameMessage {
  readonly payload: z.ZodMiniType
  readonly reply: z.ZodMiniType
  readonly timeout?: 'login' | 'signOut'
  readonly withoutLoadLimit?: true
  readonly isLong?: true
}

/** The names of the requests. */
export type FrameRequestName = keyof typeof frameRequests
/** What a page sends with a request; undefined where nothing is sent. */
export type FramePayload<Name extends FrameRequestName> = z.output<(typeof frameRequests)[Name]['payload']>
/** What the frame answers. */
export type FrameReply<Name extends FrameRequestName> = z.output<(typeof frameRequests)[Name]['reply']>

/** The row of a request. */
export const rowOf = (name: FrameRequestName): FrameMessage => frameRequests[name]

/** Whether it is the name of a request: exactly, and not by what it inherits from an object. */
export const isFrameRequestName = (name: string): name is FrameRequestName => Object.hasOwn(frameRequests, name)

/** What the frame says without having been asked. */
export const frameEvents = {
  /** The page of the frame runs. The key `payload` has to be there: public clients refuse the message without it. */
  READY: z.optional(z.object({ version: z.optional(text(64)) })),
  /** A token that proves to the page who has signed in. It has no power over the wallet. */
  SESSION_UPDATE: z.object({ token: text(8192) }),
  /** The frame needs to be seen, for an approval or a screen of its own; or no longer. */
  SURFACE: z.object({ shown: z.boolean() }),
}

/** The payload of an error reply. An unknown code is dropped, so that a newer frame can be understood. */
export const frameErrorSchema = z.object({
  message: z.optional(z.string()),
  code: z.optional(
    z.pipe(
      z.unknown(),
      z.transform((code) => frameErrorCodes.find((known): known is FrameErrorCode => known === code)),
    ),
  ),
  retryAfterMs: retryAfter,
  heldUntil: z.optional(z.number()),
  rpcCode: z.optional(z.int()),
})
