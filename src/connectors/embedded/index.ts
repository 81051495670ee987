// Makes the embedded wallet: its frame, and with who has signed in there the connectors of all ecosystems. Loaded with the first use of the frame.
import { createFrameClient } from '../../frame/client.js'
import type { Namespace } from '../../vocabulary/caip.js'
import { EMBEDDED } from '../../vocabulary/embedded.js'
import { walletError } from '../../vocabulary/errors.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import type { ConnectorModule, ConnectorRows } from '../connector.js'
import { sharesOf } from '../shared-session.js'
import type { EmbeddedConnectOptions, EmbeddedSession, EmbeddedWallet, EmbedOptions } from '../connector.js'
import { toEmbeddedError } from './errors.js'
import { createFrameSession } from './session.js'
import { askUser } from './user.js'

/** The ecosystems in which the frame has accounts. */
const families: readonly Namespace[] = ['eip155', 'solana', 'bip122']

/** Makes the wallet; its frame is made with the first request. @param makeFrame tests pass their own */
export function createEmbeddedWallet(
  rows: ConnectorRows,
  { frame: options, name }: EmbedOptions,
  makeFrame: typeof createFrameClient = createFrameClient,
): EmbeddedWallet {
  const frame = makeFrame(options)

  async function connect({ networks, signal, authenticate, ...rest }: EmbeddedConnectOptions): Promise<EmbeddedSession> {
    const [modules, toSign] = await Promise.all([
      loadModules(
        rows,
        families.filter((family) => networks.some(({ chainNamespace }) => chainNamespace === family)),
      ),
      authenticate?.(),
    ])
    const { user, accounts, smart, signed } = await askUser(frame, networks, modules, { ...rest, toSign, signal }).catch(
      (error: unknown) => {
        throw toEmbeddedError(error)
      },
    )
    const wallet = { id: EMBEDDED, name }
    const session = createFrameSession(frame, wallet, accounts, smart, rest)
    const share = sharesOf(session)
    const connectors = [...modules].flatMap(([namespace, module]) =>
      session.granted(namespace) ? [module.createSessionConnector(share())] : [],
    )
    if (connectors.length === 0) throw walletError('NO_ACCOUNTS')
    return {
      topic: EMBEDDED,
      wallet,
      expiresAt: Number.MAX_SAFE_INTEGER, // the frame renews it, and tells of its end
      connectors,
      user,
      ...(signed ? { signed: [signed] } : {}),
      async disconnect() {
        await Promise.all(connectors.map((connector) => connector.disconnect()))
        await session.close()
      },
      forget() {
        for (const connector of connectors) connector.release()
        session.release()
      },
      end: session.end,
    }
  }
  return { frame, toError: toEmbeddedError, connect }
}

type SessionModule = ConnectorModule & Required<Pick<ConnectorModule, 'createSessionConnector'>>

/** @throws WalletError NETWORK_ERROR */
async function loadModules(rows: ConnectorRows, wanted: readonly Namespace[]): Promise<ReadonlyMap<Namespace, SessionModule>> {
  const loaded = await Promise.all(
    wanted.map(async (namespace) => [namespace, await rows[namespace]?.load?.().catch(unreachable)] as const),
  )
  return new Map(
    loaded.flatMap(([namespace, module]) =>
      module?.createSessionConnector ? [[namespace, module as SessionModule] as const] : [],
    ),
  )
}
