// A settled session as the state layer has it: one connector for each namespace that it grants, all over the one session.
import type { Namespace } from '../../vocabulary/caip.js'
import type { ConnectorModule, RelayOptions, RelaySession, WalletSession } from '../connector.js'
import type { RelayClient } from './client.js'
import { askedChains, type Methods, type SettledSession } from './proposal.js'
import { createWalletSession } from './session.js'

/** A module that makes connectors of sessions. */
export type SessionModule = ConnectorModule & Required<Pick<ConnectorModule, 'createSessionConnector'>>

/** The modules that make the connectors of a session, by namespace. */
export type SessionModules = ReadonlyMap<Namespace, SessionModule>

/**
 * The connectors of a settled session; `undefined` when it grants nothing usable.
 * @param methods the methods that were proposed, by namespace
 */
export function openSettled(
  client: RelayClient,
  settled: SettledSession,
  modules: SessionModules,
  methods: Methods,
  { networks, read }: Pick<RelayOptions, 'networks' | 'read'>,
): RelaySession | undefined {
  const readers = new Map(
    [...modules].map(([namespace, { readAddress }]) => [namespace, { readAddress, methods: methods.get(namespace) ?? [] }]),
  )
  const session = createWalletSession(client, { settled, asked: askedChains(networks), readers, read })
  const view = viewsOf(session)
  const connectors = [...modules].flatMap(([namespace, module]) =>
    session.granted(namespace) ? [module.createSessionConnector(view())] : [],
  )
  if (connectors.length === 0) {
    session.release()
    return undefined
  }
  const { topic, wallet, expiresAt } = settled
  return {
    topic,
    wallet,
    expiresAt,
    connectors,
    async disconnect() {
      await Promise.all(connectors.map((connector) => connector.disconnect()))
      await session.close()
    },
    forget() {
      for (const connector of connectors) connector.release()
      session.release()
      // Only in memory: a delete would write all sessions of this page's client over what the other tab has stored since.
      client.session.map.delete(topic)
    },
  }
}

/** Returns a function that makes a view of the session for each of its connectors: the session is released with the last of them. */
function viewsOf(session: WalletSession): () => WalletSession {
  let count = 0
  return () => {
    let isReleased = false
    count += 1
    return {
      ...session,
      get isOpen() {
        return session.isOpen && !isReleased
      },
      release() {
        if (isReleased) return
        isReleased = true
        count -= 1
        if (count === 0) session.release()
      },
    }
  }
}
