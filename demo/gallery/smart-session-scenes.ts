// The scenes of smart sessions, with an account of the devnet.
import { STABLE } from '../../services/devnet/manifest.js'
import type { SmartSessionPermission, SmartSessionRequest } from '../../src/index.js'
import type { Scenes } from './scenes.js'
import type { Stage, StageOptions } from './stage.js'

const DAY_S = 86_400
const now = () => Math.floor(Date.now() / 1000)
const coin = (): SmartSessionPermission => ({
  type: 'native-token-recurring-allowance',
  data: { allowance: '0x2386f26fc10000', start: now(), period: DAY_S },
})
const token = (): SmartSessionPermission => ({
  type: 'erc20-recurring-allowance',
  data: { token: STABLE.address, allowance: '0x5f5e100', start: now(), period: 7 * DAY_S },
})
const calls = (): SmartSessionPermission => ({
  type: 'contract-call',
  data: {
    address: STABLE.address,
    abi: [{ type: 'function', name: 'play', inputs: [{ type: 'uint256', name: 'level' }] }],
    functions: [{ functionName: 'play', args: [{ operator: 'LESS_THAN', value: '10' }], valueLimit: '0x38d7ea4c68000' }],
  },
})
const request = (permissions: readonly SmartSessionPermission[] = [coin(), token()]): SmartSessionRequest => ({
  chainId: 'eip155:31337',
  expiry: now() + 30 * DAY_S,
  signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: `0x02${'1f'.repeat(32)}` }] } },
  permissions,
})
const kept = (pci: string, name: string, changes: object = {}) => ({
  project: { id: name, name, url: null, iconUrl: null },
  pci,
  expiry: now() + 30 * DAY_S,
  createdAt: now() - DAY_S,
  permissions: [coin(), token()],
  policies: [],
  context: '0xabcd',
  revokedAt: null,
  ...changes,
})
const all = () => [
  kept('one', 'Garden game'),
  kept('two', 'A shop with a name that is much longer than any row of a list could ever be wide', { permissions: [calls()] }),
  kept('three', 'Newsletter', { createdAt: now() - 40 * DAY_S }),
  kept('four', 'Old game', { createdAt: now() - 70 * DAY_S, expiry: now() - DAY_S }),
  kept('five', 'Stopped', { createdAt: now() - 50 * DAY_S, revokedAt: now() - DAY_S }),
]

/** @param connected a page with a wallet of the devnet */
export function createSmartSessionScenes(
  connected: StageOptions,
): Pick<Scenes, 'SmartSessionList' | 'SmartSessionRequest' | 'SmartSessionCreated'> {
  const granting: StageOptions = {
    ...connected,
    wallets: (connected.wallets ?? []).map((wallet) => ({ ...wallet, permissions: true })),
  }
  const answering = (pcis: () => readonly object[]): StageOptions => ({
    ...granting,
    data: (url) => (/^\/v1\/sessions\/[^/]+$/.test(url.pathname) && !url.searchParams.has('v') ? { pcis: pcis() } : undefined),
  })
  const list = async (stage: Stage) => {
    await stage.connect()
    stage.open({ name: 'SmartSessionList' })
  }
  const details = async (stage: Stage) => {
    await list(stage)
    await stage.choose('smart-session:')
  }
  const ask = (permissions?: readonly SmartSessionPermission[]) => async (stage: Stage) => {
    await stage.connect()
    stage.open({ name: 'SmartSessionRequest', request: request(permissions) })
  }
  const allow = async (stage: Stage) => {
    await ask()(stage)
    await stage.press('allow')
  }
  return {
    SmartSessionList: {
      list: { about: 'What apps may do', ...answering(all), play: list },
      empty: { about: 'No app may act for the account', ...answering(() => []), play: list },
      loading: { about: 'No answer yet', ...granting, world: 'silent', play: list },
      error: { about: 'The services cannot be reached', ...granting, world: 'down', play: list },
      none: { about: 'A page without services', ...granting, world: 'none', play: list },
      off: { about: 'A page that has not switched it on', ...granting, config: { features: {} }, play: list },
      review: { about: 'All of it once more, before it is taken back', ...answering(all), play: details },
      declined: {
        about: 'The person said no',
        ...answering(all),
        faults: { wallet_revokePermissions: 'reject' },
        play: async (stage) => {
          await details(stage)
          await stage.press('revoke')
        },
      },
    },
    SmartSessionRequest: {
      ask: { about: 'Two allowances', ...granting, play: ask() },
      calls: { about: 'Functions of a contract', ...granting, play: ask([calls(), coin()]) },
      reading: {
        about: 'The wallet is asked what it knows',
        ...granting,
        faults: { wallet_getCapabilities: 'never' },
        play: ask(),
      },
      pending: { about: 'The wallet asks', ...granting, faults: { wallet_grantPermissions: 'never' }, play: allow },
      declined: { about: 'The person said no', ...granting, faults: { wallet_grantPermissions: 'reject' }, play: allow },
      unsupported: { about: 'A wallet without permissions', ...connected, play: allow },
      down: { about: 'The services cannot be reached', ...granting, world: 'down', play: allow },
      invalid: {
        about: 'A request without a limit',
        ...granting,
        play: ask([{ type: 'erc20-recurring-allowance', data: { token: STABLE.address, allowance: `0x${'f'.repeat(64)}`, start: now(), period: 1 } }]), // oxfmt-ignore
      },
      off: { about: 'A page that has not switched it on', ...granting, config: { features: {} }, play: ask() },
    },
    SmartSessionCreated: {
      done: {
        about: 'The app may act',
        ...granting,
        play: async (stage) => {
          await stage.connect()
          const { expiry, permissions } = request()
          const account = stage.core.publicState.$account.get()?.accountId
          if (account === undefined) throw new Error('this scene has no account')
          const key = { type: 'secp256k1', publicKey: `0x02${'2f'.repeat(32)}` } as const
          stage.open({
            name: 'SmartSessionCreated',
            smartSession: { pci: 'one', account, key, expiry, permissions, context: '0xabcd' },
          })
        },
      },
    },
  }
}
