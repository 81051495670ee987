// Generated from the table in src/root/namespaces.ts by scripts/namespaces.mjs: do not edit.
import { discoverInjected } from '../connectors/eip155/discover.js'

/** How the wallets of a page are found, by namespace: as much of the table as the first open needs. */
export const namespaceDiscovery = { eip155: { discover: discoverInjected } }
