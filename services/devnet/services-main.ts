// Runs the services beside the devnets (`WM_EVM_URL`, `WM_RPC_SOLANA_…`), with the same settings as in production.
import { run } from '../src/run.js'

await run({ loadDevnets: async () => (await import('./for-services.js')).devnets })
