// A real dapp at the other end of a relay: WalletConnect's own provider, kept away from its vendor's hosts.
import { connectOneAtATime, holdDroppedPromises, holdRepeatedMessages, stayClosed } from '../../../src/connectors/relay/client.js'
import { UniversalProvider } from '@walletconnect/universal-provider'
import { PEER_METHODS } from './wallet-peer.js'

export interface DappPeerOptions {
  readonly relayUrl: string
  /** CAIP-2 ids of eip155 chains. */
  readonly chains?: readonly string[]
  /** File of the client's storage, to come back with the same sessions; default: in memory. */
  readonly storageFile?: string
  readonly storagePrefix?: string
}

export type DappPeer = Awaited<ReturnType<typeof createDappPeer>>

let dapps = 0

export async function createDappPeer({ relayUrl, chains = ['eip155:31337'], storageFile, storagePrefix }: DappPeerOptions) {
  dapps += 1
  const prefix = storagePrefix ?? `dapp-${process.pid}-${dapps}`
  const provider = await UniversalProvider.init({
    projectId: 'test',
    relayUrl,
    telemetryEnabled: false,
    disableProviderPing: true,
    logger: 'silent',
    customStoragePrefix: prefix,
    storageOptions: { database: storageFile ?? ':memory:' },
    metadata: { name: 'Test dapp', description: 'A dapp for tests', url: 'https://dapp.example', icons: [] },
  })
  connectOneAtATime(provider.client.core.relayer) // the client storms an absent relay
  holdDroppedPromises(provider.client.engine)
  const { core } = provider.client
  holdRepeatedMessages(core.relayer.publisher)
  core.verify.register = async () => ''
  return {
    provider,
    /** Starts a connection: the uri to scan, and the promise of the session. */
    async connect() {
      const uri = new Promise<string>((resolve) => provider.once('display_uri', resolve))
      const session = provider.connect({
        optionalNamespaces: {
          eip155: {
            chains: [...chains],
            methods: [...PEER_METHODS],
            events: ['accountsChanged', 'chainChanged'],
            rpcMap: Object.fromEntries(chains.map((chain) => [chain.split(':')[1] ?? '', 'http://127.0.0.1:9'])),
          },
        },
      })
      // Whoever asks only for the uri need not wait for the session.
      session.catch(() => undefined)
      return { uri: await uri, session }
    },
    personalSign: (text: string, address: string) =>
      provider.request<string>(
        { method: 'personal_sign', params: [`0x${Buffer.from(text).toString('hex')}`, address] },
        chains[0],
      ),
    /** Closes the page: what comes back under the same storage knows only what is stored. */
    async close() {
      core.heartbeat.stop()
      stayClosed(core.relayer)
      await core.relayer.transportClose()
      // The client remembers its core on the global object, which a real page does not keep.
      Reflect.deleteProperty(globalThis, `_walletConnectCore_${prefix}`)
      Reflect.deleteProperty(globalThis, `_walletConnectCore_${prefix}_count`)
    },
  }
}
