// A core with an EVM account, services that keep smart sessions, and a wallet that knows permissions: what they answer is up to the test.
import '../../../src/api/erc20.js'
import '../../../src/api/permissions.js'
import '../../../src/api/smart-sessions.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import type { SmartSessionRequest } from '../../../src/vocabulary/smart-session.js'
import { createTestCore } from '../../support/core.js'
import { createScriptedPort, ScriptedWallet } from '../../support/wallets.js'

export const NOW = Date.UTC(2026, 0, 2) / 1000
export const DAY = 86_400
export const account = 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
export const key = { type: 'secp256k1', publicKey: `0x02${'1f'.repeat(32)}` } as const
export const cosigner = { type: 'secp256k1', publicKey: `0x04${'2f'.repeat(64)}` } as const
export const coin = {
  type: 'native-token-recurring-allowance',
  data: { allowance: '0x2386f26fc10000', start: NOW, period: DAY },
} as const
export const request: SmartSessionRequest = {
  chainId: '0x1',
  expiry: NOW + 30 * DAY,
  signer: { type: 'keys', data: { keys: [key] } },
  permissions: [coin],
}
export const stored = (pci: string, changes: object = {}) => ({
  project: { id: 'shop', name: 'Shop', url: null, iconUrl: null },
  pci,
  expiry: NOW + 30 * DAY,
  createdAt: NOW - DAY,
  permissions: [coin],
  policies: [],
  context: '0xabcd',
  revokedAt: null,
  ...changes,
})

/** Lets whatever waits for no time go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await new Promise(setImmediate)
}

export async function createSessionWorld(features: object = { smartSessions: true }, changes: object = {}) {
  const world = {
    pages: { '': { pcis: [stored('one')] } } as Record<string, object>,
    /** What the services say of the chains that they serve. */
    chains: { http: ['eip155:1'], ws: [] } as unknown,
    /** By the last part of the path: what is answered instead, or done before the answer. */
    services: {} as Record<string, () => unknown>,
    calls: [] as { readonly path: string; readonly body: Record<string, unknown> }[],
    ...changes,
  }
  const wallet = new ScriptedWallet({ isGranted: true })
  const knows = (args: { method: string }) => args.method === 'wallet_getCapabilities' && { '0x1': { permissions: { supported: true } } } // oxfmt-ignore
  wallet.onAsk = ({ method, params }) => {
    if (knows({ method })) return knows({ method })
    if (method !== 'wallet_grantPermissions') throw walletError('UNSUPPORTED_METHOD')
    return { ...(params as object[])[0], context: '0xabcd' }
  }
  const answer = async (url: URL, init?: RequestInit): Promise<unknown> => {
    if (url.pathname === '/v1/supported-chains') return world.chains
    if (!init?.method || init.method === 'GET') return world.pages[url.searchParams.get('cursor') ?? '']
    const last = url.pathname.split('/').at(-1) ?? ''
    const path = ['activate', 'revoke'].includes(last) ? last : 'create'
    world.calls.push({ path, body: JSON.parse(init.body as string) as Record<string, unknown> })
    const given = await world.services[path]?.()
    if (given !== undefined) return given
    if (path === 'create') return { pci: 'new', key: cosigner }
    return path === 'revoke' ? { success: true } : new Response('')
  }
  const { core } = createTestCore({
    config: { networks: [mainnet], services: 'https://services.example', features },
    connectors: createScriptedPort([wallet]),
    fetch: async (input, init) => {
      const given = await answer(new URL(input instanceof Request ? input.url : input), init)
      return given instanceof Response ? given.clone() : Response.json(given)
    },
  })
  core.use(createAccounts)
  await core.use(createConnection).connect(wallet.installed)
  const asked = (method: string) => wallet.askedFor.filter(({ args }) => args.method === method).map(({ args }) => args.params)
  const another = () => wallet.say({ type: 'accounts', accounts: ['eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] })
  return { core, wallet, world, asked, another, called: (path: string) => world.calls.filter((call) => call.path === path) }
}
