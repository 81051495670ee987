// A frame for tests, at the place of the client: it follows the table of messages, and refuses and sends nothing that its schemas do not allow. It has one
// wallet, signs with a real key, and shows its approvals to whoever asks: `approve()` and `reject()` are the visitor.
import { hexToString, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ConnectorPort } from '../../src/connectors/connector.js'
import { createEmbeddedWallet } from '../../src/connectors/embedded/index.js'
import type { FrameClient, FrameClientOptions, FrameEvent } from '../../src/frame/client.js'
import { FrameError } from '../../src/frame/frame-error.js'
import { frameRequests, type FramePayload, type FrameReply, type FrameRequestName } from '../../src/frame/messages.js'
import { classifyRpc } from '../../src/frame/rpc-policy.js'
import type { Core } from '../../src/state/core.js'
import { createEmailLogin } from '../../src/state/embedded/email-login.js'
import { createModal } from '../../src/state/interface/modal.js'
import { namespaceRows } from '../../src/root/namespaces.js'
import { writeMessage } from '../../src/siwx/message.js'
import type { ChainId } from '../../src/vocabulary/caip.js'

type SignInData = NonNullable<NonNullable<FramePayload<'GET_USER'>>['siwxMessage']>

const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)

/** The accounts of the wallet. */
export const frameAccounts = {
  eip155: signer.address,
  solana: 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW',
  bip122: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
} as const

/** The smart account of the EVM account. */
export const smartAccount = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
/** The code that the mails have. */
export const CODE = '123456'
/** Where Farcaster's app goes on. */
export const FARCASTER_URL = 'https://farcaster.example/~/sign-in?token=1'
/** The number that the page of a device link shows too. */
export const MATCH_CODE = '42'

interface SocialUser {
  readonly provider: string
  readonly userName: string
  readonly email?: string
}

type Handlers = { [Name in FrameRequestName]?: (payload: never) => unknown }

export interface FakeFrameOptions {
  /** Somebody has signed in already, as after a reload. */
  readonly signedIn?: string | undefined
  /** The browser has signed in before, so that no link is sent. */
  readonly isKnownDevice?: boolean
  readonly recovery?: FrameReply<'GET_USER'>['recovery']
  /** The visitor signs nothing with a login. */
  readonly declines?: boolean
  /** Chains (CAIP-2) or ecosystems that the frame does not serve. */
  readonly without?: readonly string[]
  /** EVM chains with a smart account. */
  readonly smartAccountNetworks?: readonly number[]
  /** In a document: the element of the frame. */
  readonly iframe?: () => HTMLIFrameElement
}

export interface FakeFrame {
  /** What was asked, in order. */
  readonly asked: readonly { readonly name: FrameRequestName; readonly payload: unknown }[]
  readonly count: (name: FrameRequestName) => number
  /** How many frames were made. */
  readonly made: FrameClientOptions[]
  readonly isSignedIn: boolean
  /** From now on the frame answers a request so; `undefined` ends that. */
  on<Name extends FrameRequestName>(name: Name, answer: ((payload: FramePayload<Name>) => unknown) | undefined): void
  /** From now on a request is refused; no longer without an error. */
  refuse(name: FrameRequestName, error: FrameError | undefined): void
  /** The link in the mail was opened, and approved or declined. */
  approveDevice(): void
  denyDevice(): void
  /** The provider, or Farcaster, says who it is, or the attempt ends with an error. */
  endSocial(outcome: { readonly provider: string; readonly userName: string; readonly email?: string } | FrameError): void
  /** The visitor answers the oldest approval. */
  approve(): Promise<void>
  reject(): void
  /** Approvals that are shown. */
  readonly waiting: readonly string[]
  /** Signed out in another tab. */
  signOutElsewhere(): void
  emit(event: FrameEvent): void
  readonly embed: ConnectorPort['embed']
}

export function createFakeFrame(options: FakeFrameOptions = {}): FakeFrame {
  const asked: { name: FrameRequestName; payload: unknown }[] = []
  const made: FrameClientOptions[] = []
  const listeners = new Set<(event: FrameEvent) => void>()
  const overrides: { [Name in FrameRequestName]?: Handlers[Name] | undefined } = {}
  const approvals: { method: string; settle(isApproved: boolean): void; abort(): void }[] = []
  const smartNetworks = options.smartAccountNetworks ?? []
  let preferred = 'eoa'
  let email = options.signedIn
  let pending: string | undefined
  let wanted: string | undefined
  let knows = options.isKnownDevice ?? false
  let device: { resolve(): void; reject(error: FrameError): void } | undefined
  let social: { resolve(user: SocialUser): void; reject(error: FrameError): void } | undefined
  let user: SocialUser | undefined
  let isReady = false
  const emit = (event: FrameEvent) => listeners.forEach((listener) => listener(event))
  const requireUser = () => {
    if (email === undefined && !user) throw new FrameError('NOT_CONNECTED', 'Nobody has signed in')
  }
  const checkCode = (otp: string) => {
    if (otp !== CODE) throw new FrameError('OTP_INVALID', 'Invalid code')
  }

  function accountsOn(chain: string): string {
    const family = chain.split(':')[0] as keyof typeof frameAccounts
    if (options.without?.some((left) => left === chain || left === family) || !(family in frameAccounts))
      throw new FrameError('UNSUPPORTED_CHAIN', 'Unsupported chain')
    return frameAccounts[family]
  }

  async function sign(method: string, params: unknown): Promise<unknown> {
    if (method === 'personal_sign') {
      const [message] = params as [Hex]
      return signer.signMessage({ message: hexToString(message) })
    }
    return `0x${'ab'.repeat(32)}`
  }

  /** What the visitor approves at once; with `declines` they do not. */
  async function signWithLogin({ accountAddress, chainId, ...asked }: SignInData) {
    if (options.declines || accountAddress !== '<<AccountAddress>>') return {}
    const { serializedMessage: _, ...said } = asked
    const message = writeMessage({
      ...said,
      version: '1',
      address: frameAccounts.eip155,
      chainId: String(chainId) as ChainId, // as the modal sends it
      issuedAt: new Date().toISOString(),
    })
    return {
      message,
      signature: await signer.signMessage({ message }),
      siwxMessage: { ...asked, accountAddress: signer.address, chainId },
    }
  }

  async function socialUser(): Promise<SocialUser> {
    user = await new Promise<SocialUser>((resolve, reject) => (social = { resolve, reject }))
    return user
  }

  const handlers: { [Name in FrameRequestName]?: (payload: FramePayload<Name>) => unknown } = {
    CONNECT_EMAIL: ({ email: given }) => {
      if (email !== undefined) return { action: 'CONNECT' }
      pending = given
      return knows
        ? { action: 'VERIFY_OTP', resendAfterMs: 30_000 }
        : { action: 'VERIFY_DEVICE', resendAfterMs: 30_000, matchCode: MATCH_CODE }
    },
    CONNECT_DEVICE: () => new Promise<void>((resolve, reject) => (device = { resolve, reject })),
    GET_SOCIAL_REDIRECT_URI: ({ provider }) => ({ uri: `https://wallet.example/oauth/start/${provider}` }),
    CONNECT_SOCIAL: async () => {
      const { userName } = await socialUser()
      return { address: frameAccounts.eip155, chainId: 'eip155:1', userName }
    },
    GET_FARCASTER_URI: () => ({ url: FARCASTER_URL }),
    CONNECT_FARCASTER: async () => ({ userName: (await socialUser()).userName }),
    RELOAD: () => undefined,
    CONNECT_OTP: ({ otp }) => {
      checkCode(otp)
      user = undefined
      email = pending
      knows = true
    },
    GET_USER: async (payload) => {
      requireUser()
      const chainId = String(payload?.chainId ?? 'eip155:1')
      const own = accountsOn(chainId)
      const { recovery } = options
      const isSmart = smartNetworks.some((number) => chainId === `eip155:${number}`)
      preferred = payload?.preferredAccountType ?? preferred
      const address = isSmart && preferred === 'smartAccount' ? smartAccount : own
      return {
        address,
        chainId,
        email,
        accounts: [{ address: own, type: 'eoa' }, ...(isSmart ? [{ address: smartAccount, type: 'smartAccount' }] : [])],
        preferredAccountType: address === own ? 'eoa' : 'smartAccount',
        provider: 'email',
        ...user,
        ...(payload?.siwxMessage ? await signWithLogin(payload.siwxMessage) : {}),
        ...(recovery ? { recovery } : {}),
      }
    },
    IS_CONNECTED: () => ({ isConnected: email !== undefined || user !== undefined }),
    SIGN_OUT: () => {
      email = undefined
      user = undefined
    },
    SWITCH_NETWORK: ({ chainId }) => ({ chainId }),
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [...smartNetworks] }),
    SET_PREFERRED_ACCOUNT: ({ type }) => {
      requireUser()
      preferred = type
      return { type, address: type === 'smartAccount' ? smartAccount : frameAccounts.eip155 }
    },
    SYNC_THEME: () => undefined,
    SYNC_DAPP_DATA: () => undefined,
    RPC_REQUEST: ({ method, params }) => {
      requireUser()
      const kind = classifyRpc(method)
      if (!kind) throw new FrameError('METHOD_NOT_ALLOWED', 'Requested RPC call is not allowed')
      if (kind === 'safe') return null
      return new Promise((resolve, reject) => {
        const leave = () => {
          approvals.splice(approvals.indexOf(approval), 1)
          if (approvals.length === 0) emit({ type: 'surface', shown: false })
        }
        const approval = {
          method,
          settle(isApproved: boolean) {
            leave()
            if (isApproved) resolve(sign(method, params))
            else reject(new FrameError('USER_REJECTED', 'User rejected the request'))
          },
          abort() {
            leave()
            reject(new FrameError('ABORTED', 'Request was aborted'))
          },
        }
        approvals.push(approval)
        if (approvals.length === 1) emit({ type: 'surface', shown: true })
      })
    },
    UPDATE_EMAIL: ({ email: given }) => {
      requireUser()
      wanted = given
      return { action: 'VERIFY_PRIMARY_OTP', resendAfterMs: 30_000 }
    },
    UPDATE_EMAIL_PRIMARY_OTP: ({ otp }) => checkCode(otp),
    UPDATE_EMAIL_SECONDARY_OTP: ({ otp }) => {
      checkCode(otp)
      email = wanted
      return { newEmail: wanted }
    },
  }

  const client: FrameClient = {
    get isReady() {
      return isReady
    },
    get iframe() {
      return options.iframe?.()
    },
    smartAccountNetworks: smartNetworks,
    refused: 0,
    start() {
      isReady = true
      return Promise.resolve()
    },
    async request<Name extends FrameRequestName>(
      name: Name,
      payload?: FramePayload<Name>,
      { signal }: { readonly signal?: AbortSignal | undefined } = {},
    ): Promise<FrameReply<Name>> {
      const row = frameRequests[name]
      const read = row.payload.safeParse(payload)
      if (!read.success) throw new FrameError('BAD_MESSAGE', `${name}: ${read.error.message}`)
      if (signal?.aborted) throw new FrameError('ABORTED', 'Something went wrong')
      isReady = true
      asked.push({ name, payload })
      const handler = (overrides[name] ?? handlers[name]) as ((payload: unknown) => unknown) | undefined
      if (!handler) throw new FrameError('FAILED', `the fake frame has no ${name}`)
      const gone = new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(new FrameError('ABORTED', 'Something went wrong'))),
      )
      const reply = await Promise.race([Promise.resolve().then(() => handler(read.data)), gone])
      return row.reply.parse(reply) as FrameReply<Name>
    },
    abortApprovals() {
      for (const approval of [...approvals]) approval.abort()
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => listeners.clear(),
  }

  return {
    asked,
    made,
    count: (name) => asked.filter((each) => each.name === name).length,
    get isSignedIn() {
      return email !== undefined
    },
    on: (name, answer) => void (overrides[name] = answer as Handlers[typeof name]),
    refuse(name, error) {
      overrides[name] = error
        ? () => {
            throw error
          }
        : undefined
    },
    approveDevice: () => device?.resolve(),
    denyDevice: () => device?.reject(new FrameError('DEVICE_DENIED', 'The device was not approved')),
    endSocial: (outcome) => (outcome instanceof Error ? social?.reject(outcome) : social?.resolve(outcome)),
    async approve() {
      approvals[0]?.settle(true)
      await Promise.resolve()
    },
    reject: () => approvals[0]?.settle(false),
    get waiting() {
      return approvals.map(({ method }) => method)
    },
    signOutElsewhere() {
      email = undefined
      emit({ type: 'session', token: 'none' })
    },
    emit,
    embed: (embedding) =>
      Promise.resolve(
        createEmbeddedWallet(namespaceRows, embedding, (given) => {
          made.push(given)
          return client
        }),
      ),
  }
}

/** Signs in to `core`, whose frame is a fake one that knows this browser. */
export async function signInByEmail(core: Core, email = 'ada@example.com'): Promise<void> {
  const login = core.use(createEmailLogin)
  const modal = core.use(createModal)
  modal.open({ name: 'EmailVerifyOtp', email })
  await login.send(email)
  await login.verify(CODE)
  modal.close({ force: true })
}
