// Plays bundler and paymaster when the services run beside the EVM devnet.
import type { StartSmartAccounts } from '../../src/settings/smart-accounts.js'
import { DEVNET } from '../../src/settings/config.js'
import { ACCOUNT_FACTORY, ACCOUNT_IMPLEMENTATION, ENTRY_POINT } from '../manifest.js'
import { createRpcClient } from '../rpc-client.js'

/** Undefined where the contracts are not there: the node is somebody's own anvil, or away. */
export const startSmartAccounts: StartSmartAccounts = async (nodeUrl) => {
  const client = createRpcClient(nodeUrl)
  const codes = await Promise.all(
    [ENTRY_POINT, ACCOUNT_FACTORY].map((address) => client.request('eth_getCode', [address, 'latest']).catch(() => '0x')),
  )
  if (codes.includes('0x')) return undefined
  const { startBundler } = await import('./bundler.js') // loaded here, because nothing but the embedded wallet needs it
  const bundler = await startBundler({ rpcUrl: nodeUrl })
  return {
    settings: {
      [DEVNET]: {
        entryPoint: '0.8',
        factory: ACCOUNT_FACTORY,
        implementation: ACCOUNT_IMPLEMENTATION,
        bundlerUrl: bundler.url,
        paymasterUrl: bundler.paymasterUrl,
      },
    },
    stop: () => bundler.stop(),
  }
}
