// What the frame does for each request of a page. Failures leave as codes of the protocol.
import type { FrameHandlers } from '../../src/frame/host.js'
import type { FrameRequestName } from '../../src/frame/messages.js'
import { wireChain } from './chains.js'
import { coded, toFrameError } from './frame-errors.js'
import { createLogin } from './login.js'
import type { FrameParts, Handler } from './parts.js'
import { createRpc, type LoadApprove } from './rpc/rpc.js'
import { readVariables, type Mode, type ThemeStyles } from './theme.js'
import { createSocial } from './social.js'
import { createUpdateEmail } from './update-email.js'
import { createUser } from './user.js'

export interface HandlersOptions {
  readonly parts: FrameParts
  readonly loadApprove: LoadApprove
  readonly onTheme: (mode: Mode | undefined, styles: ThemeStyles) => void
  readonly reload: () => void
}

export function createHandlers({ parts, loadApprove, onTheme, reload }: HandlersOptions): FrameHandlers {
  const { chains, projectId } = parts
  const login = createLogin(parts)
  const { RPC_REQUEST } = createRpc(parts, loadApprove)
  const user = createUser(parts, RPC_REQUEST)
  const social = createSocial(parts, user.GET_USER)
  const updateEmail = createUpdateEmail(parts)

  const handlers: FrameHandlers = {
    ...login,
    ...user,
    ...social.handlers,
    ...updateEmail,
    // Whoever begins another way, or leaves, is not signed in later by a window that is still open.
    CONNECT_EMAIL(payload, context) {
      social.end()
      return login.CONNECT_EMAIL(payload, context)
    },
    SIGN_OUT(payload, context) {
      social.end()
      return user.SIGN_OUT(payload, context)
    },
    RPC_REQUEST,
    // The host of the protocol has ended the requests already.
    RPC_ABORT: done,

    SWITCH_NETWORK: async ({ chainId }) => ({ chainId: wireChain(await chains.use(chainId)) }),
    GET_CHAIN_ID: async () => ({ chainId: wireChain(await chains.active()) }),

    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => Promise.resolve({ smartAccountEnabledNetworks: [...parts.accounts.networks] }),

    SYNC_THEME(payload) {
      onTheme(payload?.themeMode, readVariables(payload?.themeVariables, payload?.w3mThemeVariables))
      return done()
    },
    SYNC_DAPP_DATA(payload) {
      // What a page says of itself is a claim, and nothing of it is shown: who asks is the origin that the browser names.
      if (payload.projectId !== projectId) throw coded('PROJECT_INVALID')
      return done()
    },
    RELOAD() {
      // After the answer has left.
      setTimeout(reload)
      return done()
    },
  }
  return withCodes(handlers)
}

function done(): Promise<void> {
  return Promise.resolve()
}

/** Every handler, with whatever it throws as a FrameError. */
function withCodes(handlers: FrameHandlers): FrameHandlers {
  const entries = Object.entries(handlers).map(([name, handler]) => {
    const act = handler as Handler<FrameRequestName> // the table's union is narrower than any of its members
    const coded: typeof act = async (payload, context) => {
      try {
        return await act(payload, context)
      } catch (error) {
        throw toFrameError(error)
      }
    }
    return [name, coded]
  })
  return Object.fromEntries(entries) as FrameHandlers
}
