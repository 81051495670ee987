// A frame for scenes of the gallery, at the place of the client: it has one account, and answers as the scene says. It sends nothing, and signs nothing.
import type { ConnectorPort } from '../../src/connectors/connector.js'
import { createEmbeddedWallet } from '../../src/connectors/embedded/index.js'
import type { FrameClient, FrameEvent } from '../../src/frame/client.js'
import { FrameError } from '../../src/frame/frame-error.js'
import type { FramePayload, FrameReply, FrameRequestName } from '../../src/frame/messages.js'
import { namespaceRows } from '../../src/root/namespaces.js'

/** What the frame of a scene answers, by name of the request. A promise may wait. */
export type StillAnswers = { readonly [Name in FrameRequestName]?: (payload: FramePayload<Name>) => unknown }

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** Draws into its document what stands for an approval of a real frame. Not by markup, which the gallery's policy forbids. */
function draw(within: Document | null): void {
  if (!within) return
  const text = within.createElement('p')
  text.textContent = 'The wallet’s own page'
  Object.assign(within.body.style, {
    margin: '0',
    display: 'grid',
    placeItems: 'center',
    minHeight: '100vh',
    font: '16px system-ui',
    background: '#e0f4e8',
    color: '#14181f',
  })
  within.documentElement.lang = 'en'
  within.title = text.textContent
  within.body.append(text)
}

/** @param answers replaces what it would answer: a login with a link and a code, of which every one is right */
export function createStillFrame(answers: StillAnswers = {}): ConnectorPort['embed'] {
  const usual: StillAnswers = {
    CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP', resendAfterMs: 30_000 }),
    CONNECT_DEVICE: () => new Promise<never>(() => {}),
    CONNECT_OTP: () => undefined,
    GET_USER: (payload) => ({ address: ADDRESS, chainId: payload?.chainId ?? 1, email: 'ada@example.com', provider: 'email' }),
    GET_SOCIAL_REDIRECT_URI: ({ provider }) => ({ uri: `https://wallet.example.com/oauth/start/${provider}` }),
    GET_FARCASTER_URI: () => ({ url: 'https://farcaster.example.com/~/sign-in?channelToken=7F1D9C04' }),
    RELOAD: () => undefined,
    IS_CONNECTED: () => ({ isConnected: true }),
    SWITCH_NETWORK: ({ chainId }) => ({ chainId }),
    UPDATE_EMAIL: () => ({ action: 'VERIFY_PRIMARY_OTP', resendAfterMs: 30_000 }),
    SIGN_OUT: () => undefined,
    SYNC_THEME: () => undefined,
  }
  return async (options) => {
    const listeners = new Set<(event: FrameEvent) => void>()
    const emit = (event: FrameEvent) => listeners.forEach((listener) => listener(event))
    let iframe: HTMLIFrameElement | undefined
    const mount = () => {
      if (iframe) return
      iframe = document.createElement('iframe')
      iframe.title = options.name
      options.frame.signal.addEventListener('abort', options.frame.mount(iframe))
      draw(iframe.contentDocument)
    }
    const frame: FrameClient = {
      isReady: true,
      smartAccountNetworks: [],
      refused: 0,
      get iframe() {
        return iframe
      },
      start: () => Promise.resolve(mount()),
      async request<Name extends FrameRequestName>(name: Name, payload?: FramePayload<Name>) {
        mount()
        // A call that needs an approval is shown, and waits.
        if (name === 'RPC_REQUEST') {
          emit({ type: 'surface', shown: true })
          return new Promise<never>(() => {})
        }
        const answer = { ...usual, ...answers }[name] as ((payload: unknown) => unknown) | undefined
        if (!answer) throw new FrameError('FAILED', `This scene has no ${name}`)
        return (await answer(payload)) as FrameReply<Name> // as the scene says
      },
      abortApprovals: () => emit({ type: 'surface', shown: false }),
      onEvent(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      close: () => listeners.clear(),
    }
    return createEmbeddedWallet(namespaceRows, options, () => frame)
  }
}
