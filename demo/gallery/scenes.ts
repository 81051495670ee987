// The table of the gallery: view × state, and how each state is really reached.
import type { ReadableAtom } from 'nanostores'
import type { ModalConfig } from '../../src/config/types.js'
import type { SiwxSettings } from '../../src/config/values.js'
import { createLocalStore } from '../../src/siwx/local-store.js'
import type { SiwxStore } from '../../src/siwx/sign-in.js'
import { walletError } from '../../src/vocabulary/errors.js'
import { networksByName, solana } from '../../src/vocabulary/networks.js'
import { createAccountTab } from '../../src/state/account/account-tab.js'
import { createAssets } from '../../src/state/account/assets.js'
import { createBalanceRefresh } from '../../src/state/account/balance-refresh.js'
import type { TransactionStatus } from '../../src/state/account/transactions.js'
import { createConnection } from '../../src/state/connections/connection.js'
import { storageKey } from '../../src/state/lib/storage.js'
import { createDraft, type Draft } from '../../src/state/send/draft.js'
import { createSend } from '../../src/state/send/send.js'
import { createAllWallets } from '../../src/state/wallets/all-wallets.js'
import { createNetworks } from '../../src/state/networks/networks.js'
import { createSwapDraft, type SwapPreset } from '../../src/state/swap/draft.js'
import type { SwapRun } from '../../src/state/swap/run.js'
import { createSwap } from '../../src/state/swap/swap.js'
import { createRouter } from '../../src/state/interface/router.js'
import { createNotices } from '../../src/state/interface/notices.js'
import { createWallets } from '../../src/state/wallets/wallets.js'
import { createRecents } from '../../src/state/wallets/recents.js'
import type { Nft } from '../../src/state/nfts/nfts.js'
import type { MockWalletOptions } from '../../src/testing.js'
import type { Namespace } from '../../src/vocabulary/caip.js'
import type { Network } from '../../src/vocabulary/network.js'
import type { View, ViewName } from '../../src/vocabulary/view.js'
import type { Wallet } from '../../src/vocabulary/wallet.js'
import { devnetAccounts } from '../../services/devnet/accounts.js'
import { COPPER, GRAIN, OLD_DOLLAR, V2_ROUTER } from '../../services/devnet/manifest.js'
import { devnetChain } from '../shared/chain.js'
import type { DemoConfig } from '../shared/config.js'
import { createApprovalScenes } from './approval-scenes.js'
import { createBuyScenes } from './buy-scenes.js'
import { createEmailScenes } from './email-scenes.js'
import { createSocialScenes } from './social-scenes.js'
import { createSmartSessionScenes } from './smart-session-scenes.js'
import { createNameScenes } from './name-scenes.js'
import { addSent, brokenNfts, failing, history, manyNfts, manyTransactions, nftAt, refusal, withGaps } from './past.js'
import type { Stage, StageOptions } from './stage.js'
import type { StillSessionOptions } from './still-session.js'

export interface Scene extends StageOptions {
  readonly about: string
  /** Leads from the first view to the state. */
  readonly play: (stage: Stage) => Promise<void> | void
}
export type Scenes = Readonly<Partial<Record<ViewName | 'Notices', Readonly<Record<string, Scene>>>>>

const picture = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="${colour}" d="M0 0h8v8H0z"/><path fill="#fff" d="M2 3h4v3H2z"/></svg>`)}`
const RECEIVER = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
/** Of the connection that a phone has on Solana. */
const PHONE_ID = 'solana relay:still'
const keys = devnetAccounts(2).map(({ privateKey }) => privateKey)

/** An account to which nobody has ever sent. */
const EMPTY_KEY = `0x${'5a'.repeat(32)}` as const

type NamesWithoutParameters =
  | 'Account'
  | 'AccountSettings'
  | 'Networks'
  | 'Nfts'
  | 'Transactions'
  | 'WalletCompatibleNetworks'
  | 'WalletReceive'
  | 'WhatIsANetwork'

export function createScenes(demo: DemoConfig): Scenes {
  const chains = { chains: [31_337], rpcUrls: { 31_337: demo.evm }, accounts: keys }
  const aspen: MockWalletOptions = { ...chains, name: 'Aspen', rdns: 'example.aspen', icon: picture('#3355dd') }
  const birch: MockWalletOptions = { ...chains, name: 'Birch Vault', rdns: 'example.birch', icon: picture('#aa3377') }
  const long: MockWalletOptions = {
    ...chains,
    name: 'The Extraordinarily Long-Named Wallet of Example County',
    rdns: 'example.long',
  }
  const crowd = (count: number): MockWalletOptions[] =>
    Array.from({ length: count }, (_, index) => ({
      ...chains,
      name: `Wallet ${index + 1}`,
      rdns: `example.w${index + 1}`,
      icon: picture(`hsl(${(index * 67) % 360} 60% 45%)`),
    }))
  const legal: ModalConfig = {
    features: { legalCheckbox: true },
    termsUrl: 'https://example.org/terms',
    privacyUrl: 'https://example.org/privacy',
  }
  /** Enough for the list of networks to have a search, and all marks to be seen. */
  const manyNetworks = [devnetChain(demo.evm), ...Object.values(networksByName)]
  const known = (name: string): readonly Network[] =>
    Object.entries(networksByName).flatMap(([key, network]) => (key === name ? [network] : []))
  const connected = { wallets: [aspen] }
  /** A page without services, that names no wallet of its own. */
  const alone = { world: 'none', config: { customWallets: [] } } as const
  const {
    connect: emailConnect,
    account: emailAccount,
    settings: emailSettings,
    ...emailViews
  } = createEmailScenes(demo, connected)
  const {
    connect: socialConnect,
    account: socialAccount,
    settings: socialSettings,
    ...socialViews
  } = createSocialScenes(demo, connected)
  const elsewhere = ['solana', 'bitcoin', 'polkadot', 'cosmoshub'].flatMap(known)
  const everywhere = { ...connected, config: { networks: [...manyNetworks.slice(0, 2), ...elsewhere] } }
  /** The wallet of this browser on all of them. */
  const several: StageOptions = {
    ...everywhere,
    elsewhere: (['solana', 'bip122', 'polkadot', 'cosmos'] as const).map((namespace) => ({ namespace, name: 'Aspen' })),
  }
  /** A phone on four ecosystems, and the wallet of this browser beside it. */
  const pairAndConnect = async (stage: Stage, phone: StillSessionOptions = {}) => {
    await stage.pair(['eip155', 'solana', 'bip122', 'polkadot'], phone)
    stage.open({ name: 'Connect', namespace: 'eip155', beside: true })
    await stage.connect()
  }
  /** The same, and then a view. */
  const severalAnd = (view: View) => async (stage: Stage) => {
    await pairAndConnect(stage)
    stage.open(view)
  }
  /** Disconnects the phone, which does not answer, and shows what the view shows of that. */
  const failToEnd = async (stage: Stage) => {
    await pairAndConnect(stage, { cannotEnd: true })
    stage.open({ name: 'ProfileWallets' })
    const { disconnect } = stage.core.use(createConnection)
    await disconnect({ id: PHONE_ID }).catch(stage.core.use(createNotices).showError)
  }
  /** A wallet in this browser on these, and a phone wallet in the list on the others. */
  const onFamilies = (stage: Stage, here: readonly Namespace[]) => {
    const wallet = stage.row()
    const [channel] = wallet.installed
    if (!channel) return
    const entry = { id: wallet.id, name: wallet.name, chains: elsewhere.map(({ caipNetworkId }) => caipNetworkId) }
    stage.open({
      name: 'ConnectingMultiChain',
      wallet: { ...wallet, installed: here.map((namespace) => ({ ...channel, namespace })), entry },
    })
  }
  const networkOf = (stage: Stage, namespace: Namespace) =>
    stage.core.use(createNetworks).networks.find(({ chainNamespace }) => chainNamespace === namespace)
  const isBalances = (url: URL) => url.pathname.endsWith('/balance')
  const tokenOf = (index: number, symbol: string, numeric: string, price?: number) => ({
    name: `${symbol} Coin`,
    symbol,
    chainId: 'eip155:31337',
    address: `eip155:31337:0x${(index + 0xab00).toString(16).padStart(40, '7')}`,
    ...(price === undefined ? {} : { price, value: Number(numeric) * price }),
    quantity: { decimals: '6', numeric },
    iconUrl: index % 3 === 0 ? picture(`hsl(${(index * 67) % 360} 60% 45%)`) : null,
  })
  const coin = {
    name: 'Ether',
    symbol: 'ETH',
    chainId: 'eip155:31337',
    price: 3_141.59,
    quantity: { decimals: '18', numeric: '9999.5' },
    iconUrl: null,
  }
  const priced = [
    coin,
    tokenOf(0, 'USDX', '1250.5', 1),
    tokenOf(1, 'GRAIN', '12.75', 0.5),
    tokenOf(2, 'DUST', '0.004', 0.0001),
    { ...tokenOf(4, 'ETH', '1000000'), name: 'Ethereum — claim your reward at a page of ours' },
  ]
  const manyTokens = [coin, ...Array.from({ length: 1000 }, (_, index) => tokenOf(index, `T${index}`, String(index + 1), 2))]
  const holding = (balances: readonly object[]): StageOptions => ({
    ...connected,
    data: (url) => (isBalances(url) ? { balances } : undefined),
  })
  const failAfterFirst = (): StageOptions['data'] => {
    const seen = new Set<string>()
    return (url) => {
      if (!isBalances(url)) return undefined
      const isFirst = !seen.has(url.pathname)
      seen.add(url.pathname)
      return isFirst ? { balances: priced } : new Response(null, { status: 400 })
    }
  }
  const connectAnd = (name: NamesWithoutParameters) => async (stage: Stage) => {
    await stage.connect()
    stage.open({ name })
  }
  const connectAndShow = (make: () => Nft) => async (stage: Stage) => {
    await stage.connect()
    stage.open({ name: 'Nft', nft: make() })
  }
  const swapping = (preset: SwapPreset) => async (stage: Stage) => {
    await stage.connect()
    stage.open({ name: 'Swap', ...preset })
  }
  /** Resolves when the quote is there. */
  const quoted = async (stage: Stage, preset: SwapPreset) => {
    await swapping(preset)(stage)
    await reached(stage, stage.core.use(createSwapDraft).$problem, (problem) => problem === undefined)
  }
  /** Leads to the review, and from there by presses of the main button. */
  const reviewing =
    (preset: SwapPreset, ...presses: readonly SwapRun['phase'][]) =>
    async (stage: Stage) => {
      await quoted(stage, preset)
      const swap = stage.core.use(createSwap)
      swap.review()
      stage.open({ name: 'SwapPreview' })
      await reached(stage, swap.$run, (run) => run?.phase === 'ready')
      for (const phase of presses) {
        void swap.proceed().catch(() => undefined) // shown
        await reached(stage, swap.$run, (run) => run?.phase === phase)
      }
    }
  const onSwaps = (path: string, answer: unknown): StageOptions => ({
    ...connected,
    data: (url) => (url.pathname === path ? answer : undefined),
  })
  const [someEther, someGrain] = [
    { from: 'ETH', to: 'TUSD', amount: '0.01' },
    { from: GRAIN.symbol, to: COPPER.symbol, amount: '10' },
  ]
  /** Enters what is sent. */
  const sendAnd = (draft: Partial<Draft>) => async (stage: Stage) => {
    await stage.connect()
    stage.core.use(createDraft).change(draft)
    stage.open({ name: 'WalletSend' })
  }
  /** Goes on to the review, once it can be had. */
  const reviewAnd = (then: (stage: Stage) => Promise<void> | void) => async (stage: Stage) => {
    await sendAnd({ amount: '1.5', to: RECEIVER })(stage)
    const { $check } = stage.core.use(createSend)
    await new Promise<void>((resolve) => {
      const stop = $check.subscribe(({ problem, means }) => {
        if (problem !== undefined || means?.cost.status !== 'known') return
        queueMicrotask(() => stop())
        resolve()
      })
    })
    await stage.press('next')
    await then(stage)
  }
  const signingIn = (siwx: SiwxSettings = {}) => ({
    ...connected,
    config: { siwx: { statement: 'Sign in to the gallery.', ...siwx } },
  })
  /** A store of this page, of which a scene replaces a part. */
  const storeOf = (part: Partial<SiwxStore>): SiwxStore => ({
    ...createLocalStore({ domain: new URL(demo.gallery).host }),
    ...part,
  })
  const connectAndSign = async (stage: Stage) => {
    await stage.connect()
    await stage.press('main')
  }
  const external = (stage: Stage) => stage.open({ name: 'ConnectingExternal', wallet: stage.row() })
  const otherNetwork = async (stage: Stage) => {
    await stage.connect()
    const network = stage.core.use(createNetworks).networks[1]
    if (network) stage.open({ name: 'SwitchNetwork', network })
  }
  /** The demo phone wallet: reachable by code and by link. */
  const phone = (stage: Stage): Wallet => {
    const wallet = stage.core.use(createWallets).custom[0]
    if (!wallet) throw new Error('the demo wallet is not configured')
    return wallet
  }
  const search = (query: string) => (stage: Stage) => {
    stage.open({ name: 'AllWallets' })
    const directory = stage.core.use(createAllWallets)
    directory.setQuery(query)
  }

  return {
    Connect: {
      detected: { about: 'Two wallets are installed', wallets: [aspen, birch], play: () => {} },
      recent: {
        about: 'One was used before',
        wallets: [aspen, birch],
        play: (stage) => stage.core.use(createRecents).remember(stage.row()),
      },
      nothing: { about: 'Nothing installed, no services', ...alone, play: () => {} },
      listed: { about: 'Nothing installed: popular ones, and other ways', play: () => {} },
      alone: { about: 'One wallet, no services', ...alone, wallets: [aspen], play: () => {} },
      many: { about: 'Twelve wallets: a search', wallets: crowd(12), play: () => {} },
      crowd: { about: 'Sixty-four wallets', wallets: crowd(64), play: () => {} },
      loading: {
        about: 'The wallet list has not answered: the places of its wallets are kept',
        world: 'silent',
        wallets: [aspen],
        play: () => {},
      },
      loadingAlone: { about: 'The same, with nothing installed', world: 'silent', play: () => {} },
      error: {
        about: 'The wallet list cannot be reached: its rows are left out',
        world: 'down',
        wallets: [aspen],
        play: () => {},
      },
      long: { about: 'A very long name', wallets: [long, aspen], play: () => {} },
      legal: { about: 'Consent first', wallets: [aspen, birch], config: legal, play: () => {} },
      ecosystem: {
        about: 'Wallets of one ecosystem: what is installed has another',
        ...everywhere,
        play: (stage) => stage.open({ name: 'Connect', namespace: 'solana' }),
      },
      ecosystemNobody: {
        about: 'No wallet of the ecosystem: no services, and what is installed has another',
        world: 'none',
        wallets: [aspen],
        config: { ...everywhere.config, customWallets: [] },
        play: (stage) => stage.open({ name: 'Connect', namespace: 'solana' }),
      },
      beside: {
        about: 'A wallet beside the one that is connected',
        wallets: [aspen, birch],
        config: everywhere.config,
        play: async (stage) => {
          await stage.connect()
          stage.open({ name: 'ProfileWallets' })
          stage.core.use(createRouter).push({ name: 'Connect', namespace: 'eip155', beside: true })
        },
      },
      terms: { about: 'Consent in the footer', wallets: [aspen], config: { ...legal, features: {} }, play: () => {} },
      ...emailConnect,
      ...socialConnect,
    },
    ConnectWallets: {
      list: { about: 'Wallets only', wallets: [aspen, birch], play: (stage) => stage.open({ name: 'ConnectWallets' }) },
    },
    AllWallets: {
      list: { about: 'The list of the services', play: (stage) => stage.open({ name: 'AllWallets' }) },
      loading: { about: 'No answer yet', world: 'silent', play: (stage) => stage.open({ name: 'AllWallets' }) },
      error: { about: 'The services cannot be reached', world: 'down', play: (stage) => stage.open({ name: 'AllWallets' }) },
      found: { about: 'A search', play: search('wal') },
      empty: { about: 'A search without results', play: search('zzzzzz') },
      none: { about: 'No services', ...alone, play: (stage) => stage.open({ name: 'AllWallets' }) },
    },
    ConnectingExternal: {
      waiting: {
        about: 'The wallet is asked; for eight seconds it is silent, and then more can be done',
        wallets: [aspen],
        faults: { eth_requestAccounts: 'never' },
        play: external,
      },
      success: {
        about: 'The wallet agrees after two seconds: that is seen, and then the account',
        wallets: [{ ...aspen, approve: () => new Promise((resolve) => setTimeout(resolve, 2_000, true)) }],
        play: external,
      },
      declined: { about: 'The person said no', wallets: [aspen], faults: { eth_requestAccounts: 'reject' }, play: external },
      busy: { about: 'A request is open already', wallets: [aspen], faults: { eth_requestAccounts: 'pending' }, play: external },
      failed: {
        about: 'The wallet broke',
        wallets: [aspen],
        faults: { eth_requestAccounts: { code: -32_603, message: 'Internal error' } },
        play: external,
      },
      absent: {
        about: 'The wallet is not installed',
        play: (stage) => stage.open({ name: 'ConnectingExternal', wallet: phone(stage) }),
      },
    },
    ConnectingMultiChain: {
      choose: {
        about: 'One wallet on five ecosystems',
        ...several,
        play: async (stage) => stage.open({ name: 'ConnectingMultiChain', wallet: await stage.joinedRow() }),
      },
      phone: {
        about: 'Here on two ecosystems, on the phone on the others',
        ...everywhere,
        play: (stage) => onFamilies(stage, ['eip155', 'solana']),
      },
      long: {
        about: 'A very long name',
        config: everywhere.config,
        wallets: [long],
        play: (stage) => onFamilies(stage, ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos']),
      },
    },
    ConnectingWalletConnect: {
      code: { about: 'A code for any wallet', play: (stage) => stage.open({ name: 'ConnectingWalletConnect' }) },
      none: { about: 'The page has no relay', ...alone, play: (stage) => stage.open({ name: 'ConnectingWalletConnect' }) },
      requesting: {
        about: 'The relay has not answered',
        pairing: 'silent',
        play: (stage) => stage.open({ name: 'ConnectingWalletConnect' }),
      },
      wallet: {
        about: 'A wallet with several ways',
        play: (stage) => stage.open({ name: 'ConnectingWalletConnect', wallet: phone(stage) }),
      },
      phone: {
        about: 'A wallet on the phone that shows the page',
        isPhone: true,
        play: (stage) => stage.open({ name: 'ConnectingWalletConnect', wallet: phone(stage) }),
      },
      error: {
        about: 'The relay cannot be reached',
        pairing: 'RELAY_UNREACHABLE',
        play: (stage) => stage.open({ name: 'ConnectingWalletConnect' }),
      },
      declined: {
        about: 'Declined on the phone',
        pairing: 'USER_REJECTED',
        play: (stage) => stage.open({ name: 'ConnectingWalletConnect' }),
      },
      expired: {
        about: 'The code ran out',
        pairing: 'PAIRING_EXPIRED',
        play: (stage) => stage.open({ name: 'ConnectingWalletConnect' }),
      },
    },
    ConnectingWalletConnectBasic: {
      code: { about: 'Code and list in one', play: (stage) => stage.open({ name: 'ConnectingWalletConnectBasic' }) },
    },
    GetWallet: {
      list: { about: 'For those who have none', play: (stage) => stage.open({ name: 'GetWallet' }) },
      none: { about: 'Nobody suggests one', ...alone, play: (stage) => stage.open({ name: 'GetWallet' }) },
    },
    Downloads: {
      links: {
        about: 'Where to get it',
        play: (stage) =>
          stage.open({
            name: 'Downloads',
            wallet: {
              id: 'aspen',
              name: 'Aspen',
              icon: picture('#3355dd'),
              installed: [],
              certified: false,
              recent: false,
              entry: {
                id: 'aspen',
                name: 'Aspen',
                homepage: 'https://aspen.example',
                app_store: 'https://apps.apple.com/app/id1',
                play_store: 'https://play.google.com/store/apps/details?id=example.aspen',
                chrome_store: 'https://chromewebstore.google.com/detail/aspen',
              },
            },
          }),
      },
    },
    WhatIsAWallet: { text: { about: 'Help', play: (stage) => stage.open({ name: 'WhatIsAWallet' }) } },
    WhatIsANetwork: { text: { about: 'Help', play: (stage) => stage.open({ name: 'WhatIsANetwork' }) } },
    Account: {
      connected: {
        about: 'Connected on the devnet, with an account that nobody named',
        ...connected,
        identity: { name: null, avatar: null },
        play: connectAnd('Account'),
      },
      named: { about: 'Its name and picture, as the services have them', ...connected, play: connectAnd('Account') },
      picture: {
        about: 'A picture of its own',
        ...connected,
        identity: { name: 'ada.example', avatar: picture('#117755') },
        play: connectAnd('Account'),
      },
      longName: {
        about: 'A name without end, and a picture that does not come',
        ...connected,
        identity: { name: `${'the-very-long-name-of-ada-'.repeat(4)}.example`, avatar: 'https://127.0.0.1:1/none.png' },
        play: connectAnd('Account'),
      },
      rightToLeft: {
        about: 'A name from right to left, with marks that would turn around what follows',
        ...connected,
        identity: { name: '\u202e\u2067آدا.مثال', avatar: null },
        play: connectAnd('Account'),
      },
      fixed: {
        about: 'The page allows no other network',
        ...connected,
        config: { enableNetworkSwitch: false },
        play: connectAnd('Account'),
      },
      nobody: { about: 'No wallet is connected', play: (stage) => stage.open({ name: 'Account' }) },
      loading: { about: 'The balance has not come yet', ...connected, world: 'silent', play: connectAnd('Account') },
      error: { about: 'The node cannot be reached', ...connected, world: 'down', play: connectAnd('Account') },
      alone: { about: 'A page without services', ...connected, ...alone, play: connectAnd('Account') },
      tokens: {
        about: 'Tokens with prices, one without, and one that calls itself ETH',
        ...holding(priced),
        play: connectAnd('Account'),
      },
      many: { about: 'A thousand tokens', ...holding(manyTokens), play: connectAnd('Account') },
      empty: {
        about: 'Nothing yet',
        ...holding([]),
        wallets: [{ ...aspen, accounts: [EMPTY_KEY] }],
        play: connectAnd('Account'),
      },
      incomplete: {
        about: 'A source of the services has not answered',
        ...connected,
        data: (url) => (isBalances(url) ? Response.json({ balances: priced }, { headers: { 'x-incomplete': '1' } }) : undefined),
        play: connectAnd('Account'),
      },
      tokensError: {
        about: 'The services have no balances, the chain has its own',
        ...connected,
        data: (url) => (isBalances(url) ? new Response(null, { status: 400 }) : undefined),
        play: connectAnd('Account'),
      },
      stale: {
        about: 'The second answer did not come',
        ...connected,
        data: failAfterFirst(),
        async play(stage) {
          await connectAnd('Account')(stage)
          const { $portfolio } = stage.core.use(createAssets)
          await new Promise<void>((resolve) =>
            stage.core.onEnd($portfolio.subscribe(({ status }) => status !== 'pending' && resolve())),
          )
          await stage.core.use(createBalanceRefresh).refresh()
        },
      },
      region: {
        about: 'Where some features are not offered',
        ...connected,
        config: { features: { restrictedTimeZones: [new Intl.DateTimeFormat().resolvedOptions().timeZone] } },
        play: connectAnd('Account'),
      },
      nfts: {
        about: 'The second tab',
        ...connected,
        async play(stage) {
          await connectAnd('Account')(stage)
          stage.core.use(createAccountTab).choose('nfts')
        },
      },
      ...emailAccount,
      ...socialAccount,
    },
    AccountSettings: {
      account: { about: 'One account', ...connected, play: connectAnd('AccountSettings') },
      several: {
        about: 'The wallet has several accounts',
        wallets: [{ ...aspen, accounts: devnetAccounts(4).map(({ privateKey }) => privateKey) }],
        identity: { name: 'ada.example', avatar: picture('#117755') },
        play: connectAnd('AccountSettings'),
      },
      noNames: {
        about: 'The services have no names',
        ...connected,
        data: (url) => (url.pathname === '/v1/profile/zone' ? refusal(410, 'names')() : undefined),
        play: connectAnd('AccountSettings'),
      },
      ...emailSettings,
      ...socialSettings,
    },
    WalletReceive: {
      evm: { about: 'On several networks', ...connected, config: { networks: manyNetworks }, play: connectAnd('WalletReceive') },
      named: {
        about: 'With its name',
        ...connected,
        identity: { name: 'ada.example', avatar: null },
        play: connectAnd('WalletReceive'),
      },
      one: {
        about: 'On one network only',
        ...connected,
        config: { networks: [devnetChain(demo.evm)] },
        play: connectAnd('WalletReceive'),
      },
      ...Object.fromEntries(
        (['solana', 'bip122', 'polkadot', 'cosmos'] as const).map((namespace) => [
          namespace,
          {
            about: `An address on ${namespace}`,
            ...everywhere,
            async play(stage: Stage) {
              await stage.pair([namespace])
              stage.open({ name: 'WalletReceive' })
            },
          },
        ]),
      ),
    },
    WalletCompatibleNetworks: {
      list: { about: 'Many', ...connected, config: { networks: manyNetworks }, play: connectAnd('WalletCompatibleNetworks') },
    },
    Transactions: {
      past: { about: 'The past of an account of the devnet', ...connected, play: connectAnd('Transactions') },
      kinds: {
        about: 'Transactions of all kinds, also pending, failed, and of a spammer',
        ...connected,
        data: history,
        play: connectAnd('Transactions'),
      },
      sent: {
        about: 'One that was sent here waits for the network',
        ...connected,
        play: async (stage) => {
          await stage.connect()
          addSent(stage)
          stage.open({ name: 'Transactions' })
        },
      },
      incomplete: {
        about: 'A chain has not been read to its end',
        ...connected,
        data: withGaps(history),
        play: connectAnd('Transactions'),
      },
      long: { about: 'A thousand transactions', ...connected, data: manyTransactions, play: connectAnd('Transactions') },
      empty: {
        about: 'Nothing has happened yet',
        ...connected,
        data: ({ pathname }) => (pathname.endsWith('/history') ? { data: [], next: null } : undefined),
        play: connectAnd('Transactions'),
      },
      loading: { about: 'The services have not answered', ...connected, world: 'silent', play: connectAnd('Transactions') },
      error: {
        about: 'The services report an error',
        ...connected,
        data: failing('/history'),
        play: connectAnd('Transactions'),
      },
      moreFailed: {
        about: 'The second page does not come',
        ...connected,
        data: (url) => (url.searchParams.has('cursor') ? failing('/history')(url) : history(url, 'more')),
        play: connectAnd('Transactions'),
      },
      none: { about: 'A page without services', ...connected, ...alone, play: connectAnd('Transactions') },
    },
    Nfts: {
      owned: { about: 'The NFTs of an account of the devnet, with spam hidden', ...connected, play: connectAnd('Nfts') },
      many: { about: 'Five hundred', ...connected, data: manyNfts, play: connectAnd('Nfts') },
      broken: {
        about: 'Pictures that do not come, and names without end',
        ...connected,
        data: brokenNfts,
        play: connectAnd('Nfts'),
      },
      empty: {
        about: 'None',
        ...connected,
        data: ({ pathname }) => (pathname.endsWith('/nfts') ? { data: [], next: null } : undefined),
        play: connectAnd('Nfts'),
      },
      incomplete: {
        about: 'A chain has not been read to its end',
        ...connected,
        data: withGaps(manyNfts),
        play: connectAnd('Nfts'),
      },
      loading: { about: 'The services have not answered', ...connected, world: 'silent', play: connectAnd('Nfts') },
      error: { about: 'The services report an error', ...connected, data: failing('/nfts'), play: connectAnd('Nfts') },
      none: { about: 'A page without services', ...connected, ...alone, play: connectAnd('Nfts') },
    },
    Nft: {
      drawing: { about: 'A drawing', ...connected, play: connectAndShow(() => nftAt(3)) },
      edition: {
        about: 'Twelve of an edition, with a picture that does not come and a long number',
        ...connected,
        play: connectAndShow(() => ({ ...nftAt(5), image: null, tokenId: '9'.repeat(77) })),
      },
      spam: {
        about: 'Spam with markup in its texts',
        ...connected,
        play: connectAndShow(() => ({
          ...nftAt(8),
          name: '<img src=x onerror=alert(1)> \u202eCLAIM',
          description: '<b>Claim</b> at https://evil.example',
          spam: true,
        })),
      },
    },
    ProfileWallets: {
      several: {
        about: 'A wallet of this browser, and a phone beside it on four ecosystems',
        ...everywhere,
        play: severalAnd({ name: 'ProfileWallets' }),
      },
      bitcoin: {
        about: 'Addresses for payments and for ordinals',
        ...everywhere,
        play: severalAnd({ name: 'ProfileWallets', namespace: 'bip122' }),
      },
      label: {
        about: 'An account with a name of its own',
        ...everywhere,
        play: severalAnd({ name: 'ProfileWallets', namespace: 'polkadot' }),
      },
      empty: {
        about: 'An ecosystem without a wallet',
        ...everywhere,
        play: severalAnd({ name: 'ProfileWallets', namespace: 'cosmos' }),
      },
      recent: {
        about: 'Two wallets were connected before',
        ...everywhere,
        wallets: [aspen, birch, long],
        play: async (stage) => {
          for (const { installed } of stage.wallets.slice(1)) {
            const { id, name, icon, rdns } = installed
            const kept = { id, name, icon, rdns, installed: [installed], certified: false, recent: true }
            stage.core.use(createRecents).remember(kept)
          }
          await stage.connect()
          stage.open({ name: 'ProfileWallets' })
        },
      },
      installed: {
        about: 'A wallet of this browser on five ecosystems',
        ...several,
        play: async (stage) => {
          await stage.connectAll()
          stage.open({ name: 'ProfileWallets' })
        },
      },
      long: {
        about: 'Very long names',
        config: everywhere.config,
        wallets: [long],
        play: async (stage) => {
          await pairAndConnect(stage, { name: `${long.name ?? ''} on the Phone` })
          stage.open({ name: 'ProfileWallets' })
        },
      },
      failed: { about: 'The phone cannot be told that it is disconnected', ...everywhere, play: failToEnd },
      alone: {
        about: 'One wallet on a page with one ecosystem',
        ...connected,
        play: async (stage) => {
          await stage.connect()
          stage.open({ name: 'ProfileWallets' })
        },
      },
    },
    ConfirmDisconnect: {
      shared: {
        about: 'A phone’s session that four ecosystems share',
        ...everywhere,
        play: severalAnd({ name: 'ConfirmDisconnect', id: PHONE_ID }),
      },
      long: {
        about: 'A very long name',
        ...everywhere,
        play: async (stage) => {
          await pairAndConnect(stage, { name: long.name ?? '' })
          stage.open({ name: 'ConfirmDisconnect', id: PHONE_ID })
        },
      },
    },
    ...emailViews,
    ...socialViews,
    ...createNameScenes(connected),
    ...createApprovalScenes(connected),
    ...createBuyScenes(connected, reached),
    ...createSmartSessionScenes(connected),
    SwitchActiveChain: {
      another: {
        about: 'No wallet of the ecosystem is connected',
        ...everywhere,
        play: async (stage) => {
          await stage.connect()
          const network = networkOf(stage, 'cosmos')
          if (network) stage.open({ name: 'SwitchActiveChain', network })
        },
      },
      same: {
        about: 'The same wallet works there, too',
        config: { ...everywhere.config, customWallets: [{ id: 'still', name: 'Phone', chains: [solana.caipNetworkId] }] },
        play: async (stage) => {
          await stage.pair(['eip155'])
          const network = networkOf(stage, 'solana')
          if (network) stage.open({ name: 'SwitchActiveChain', network })
        },
      },
      long: {
        about: 'A very long name',
        config: everywhere.config,
        wallets: [long],
        play: async (stage) => {
          await stage.connect()
          const network = networkOf(stage, 'bip122')
          if (network) stage.open({ name: 'SwitchActiveChain', network })
        },
      },
    },
    Networks: {
      several: {
        about: 'Connected on some of five ecosystems',
        ...everywhere,
        play: severalAnd({ name: 'Networks' }),
      },
      notAllowed: {
        about: 'The phone’s session allows one network of two',
        config: everywhere.config,
        play: async (stage) => {
          await stage.pair(['eip155', 'solana'])
          stage.open({ name: 'Networks' })
        },
      },
      installed: {
        about: 'Connected on five ecosystems with a wallet of this browser',
        ...several,
        play: async (stage) => {
          await stage.connectAll()
          stage.open({ name: 'Networks' })
        },
      },
      list: { about: 'Connected', ...connected, play: connectAnd('Networks') },
      marks: {
        about: 'All that the package knows',
        config: { networks: manyNetworks },
        play: (stage) => stage.open({ name: 'Networks' }),
      },
      none: {
        about: 'A search without results',
        config: { networks: manyNetworks },
        play: async (stage) => {
          stage.open({ name: 'Networks' })
          await stage.type('zzzzzz')
        },
      },
      disconnected: { about: 'Before a wallet is chosen', play: (stage) => stage.open({ name: 'Networks' }) },
      fixed: {
        about: 'The page allows no other network',
        ...connected,
        config: { enableNetworkSwitch: false },
        play: connectAnd('Networks'),
      },
    },
    Swap: {
      start: { about: 'The chain’s coin, and nothing else yet', ...connected, play: swapping({}) },
      quote: { about: 'A quote with its details', ...connected, play: (stage) => quoted(stage, someEther) },
      asking: {
        about: 'The quote has not come yet',
        ...connected,
        data: (url) => (url.pathname === '/v1/convert/quotes' ? new Promise(() => {}) : undefined),
        play: swapping(someEther),
      },
      short: { about: 'More than there is', ...connected, play: swapping({ ...someEther, amount: '99999999' }) },
      typo: { about: 'No amount', ...connected, play: swapping({ ...someEther, amount: '1e5' }) },
      noRoute: { about: 'Nobody swaps these two', ...onSwaps('/v1/convert/quotes', { quotes: [] }), play: swapping(someEther) },
      noLiquidity: {
        about: 'An amount that buys nothing',
        ...connected,
        play: swapping({ from: GRAIN.symbol, to: COPPER.symbol, amount: '0.000000000001' }),
      },
      impact: {
        about: 'So much that the price suffers',
        ...connected,
        play: (stage) => quoted(stage, { ...someEther, amount: '900' }),
      },
      noPrice: {
        about: 'Nobody knows a price',
        ...onSwaps('/v1/fungible/price', { fungibles: [] }),
        play: (stage) => quoted(stage, { from: GRAIN.symbol, to: COPPER.symbol, amount: '1' }),
      },
      failed: {
        about: 'The quote did not come',
        ...connected,
        data: (url) => (url.pathname === '/v1/convert/quotes' ? new Response('', { status: 400 }) : undefined),
        play: swapping(someEther),
      },
      unsupported: {
        about: 'A chain without swaps',
        ...onSwaps('/v1/supported-chains', { http: ['eip155:1'], ws: [] }),
        play: swapping({}),
      },
      region: {
        about: 'A region where swaps are not offered',
        ...connected,
        config: { features: { restrictedTimeZones: [new Intl.DateTimeFormat().resolvedOptions().timeZone] } },
        play: swapping({}),
      },
      loading: { about: 'The tokens have not come yet', ...connected, world: 'silent', play: swapping({}) },
      error: { about: 'The services cannot be reached', ...connected, world: 'down', play: swapping({}) },
    },
    SwapSelectToken: {
      tokens: {
        about: 'Own tokens, and all of them; that of the other side cannot be chosen',
        ...connected,
        play: async (stage) => {
          await quoted(stage, someEther)
          stage.core.use(createRouter).push({ name: 'SwapSelectToken', side: 'to' })
        },
      },
      none: {
        about: 'A search without a result',
        ...connected,
        play: async (stage) => {
          await stage.connect()
          stage.open({ name: 'SwapSelectToken', side: 'to' })
          await stage.type('zebra')
        },
      },
      loading: {
        about: 'The tokens have not come yet',
        ...connected,
        world: 'silent',
        play: async (stage) => {
          await stage.connect()
          stage.open({ name: 'SwapSelectToken', side: 'to' })
        },
      },
    },
    SwapPreview: {
      approval: {
        about: 'The first step: a permission for exactly the amount',
        ...connected,
        play: async (stage) => {
          await reviewing(someGrain)(stage)
          stage.core.use(createSwap).allowByTransaction()
        },
      },
      permit: { about: 'The first step: a signature instead of a permission', ...connected, play: reviewing(someGrain) },
      notSigned: {
        about: 'A wallet that cannot sign permits',
        ...connected,
        faults: { eth_signTypedData_v4: { code: 4200 } },
        play: reviewing(someGrain, 'ready'),
      },
      ready: { about: 'One step, because coins need no permission', ...connected, play: reviewing(someEther) },
      confirming: {
        about: 'The wallet is asked',
        ...connected,
        faults: { eth_sendTransaction: 'never' },
        play: reviewing(someEther, 'confirming'),
      },
      declined: {
        about: 'The visitor declined in the wallet',
        ...connected,
        faults: { eth_sendTransaction: 'reject' },
        play: reviewing(someEther, 'ready'),
      },
      pending: {
        about: 'Sent, and not on the chain yet',
        ...connected,
        play: async (stage) => {
          stage.wallets[0]?.misbehave('eth_sendTransaction', () => `0x${'ab'.repeat(32)}`)
          await reviewing(someEther, 'pending')(stage)
        },
      },
      danger: { about: 'A loss that is agreed to apart', ...connected, play: reviewing({ ...someEther, amount: '900' }) },
      reset: {
        about: 'A token whose earlier permission is taken back first',
        ...connected,
        data: (url) => (url.pathname === '/v1/convert/build-approve' ? resetOf(url.searchParams.get('from') ?? '') : undefined),
        play: reviewing({ from: OLD_DOLLAR.symbol, to: 'TUSD', amount: '5' }),
      },
      done: { about: 'Swapped', ...connected, play: reviewing(someEther, 'done') },
      nothing: {
        about: 'No swap is under way',
        ...connected,
        play: async (stage) => {
          await stage.connect()
          stage.open({ name: 'SwapPreview' })
        },
      },
    },
    SwitchNetwork: {
      waiting: {
        about: 'The wallet is asked',
        ...connected,
        faults: { wallet_switchEthereumChain: 'never' },
        play: otherNetwork,
      },
      declined: {
        about: 'The person said no',
        ...connected,
        faults: { wallet_switchEthereumChain: 'reject' },
        play: otherNetwork,
      },
      busy: {
        about: 'A request is open already',
        ...connected,
        faults: { wallet_switchEthereumChain: 'pending' },
        play: otherNetwork,
      },
      unsupported: {
        about: 'The wallet cannot switch',
        ...connected,
        faults: { wallet_switchEthereumChain: { code: 4200, message: 'Unsupported method' } },
        play: otherNetwork,
      },
      failed: {
        about: 'The wallet broke',
        ...connected,
        faults: { wallet_switchEthereumChain: { code: -32_603, message: 'Internal error' } },
        play: otherNetwork,
      },
      long: {
        about: 'A very long name',
        wallets: [long],
        faults: { wallet_switchEthereumChain: 'never' },
        play: otherNetwork,
      },
    },
    ConnectingSiwe: {
      ask: {
        about: 'The former name of the view',
        ...signingIn(),
        play: async (stage) => {
          await stage.connect()
          stage.open({ name: 'ConnectingSiwe' })
        },
      },
    },
    SIWXSignMessage: {
      ask: { about: 'What is to be signed', ...signingIn(), play: (stage) => stage.connect() },
      optional: { about: 'Nobody has to', ...signingIn({ required: false }), play: (stage) => stage.connect() },
      checking: {
        about: 'The server has not said who is signed in',
        ...signingIn({ store: storeOf({ list: () => new Promise(() => {}) }) }),
        play: (stage) => stage.connect(),
      },
      signing: {
        about: 'The wallet is asked; after eight seconds it says what to look for',
        ...signingIn(),
        faults: { personal_sign: 'never' },
        play: connectAndSign,
      },
      verifying: {
        about: 'The server checks the signature',
        ...signingIn({ store: storeOf({ add: () => new Promise(() => {}) }) }),
        play: connectAndSign,
      },
      declined: { about: 'The person said no', ...signingIn(), faults: { personal_sign: 'reject' }, play: connectAndSign },
      refused: {
        about: 'The server does not believe the signature',
        ...signingIn({ store: storeOf({ add: () => Promise.reject(walletError('SIGN_IN_INVALID')) }) }),
        play: connectAndSign,
      },
      offline: {
        about: 'The server cannot be reached',
        ...signingIn({ store: storeOf({ add: () => Promise.reject(walletError('NETWORK_ERROR')) }) }),
        play: connectAndSign,
      },
      success: {
        about: 'The wallet signs after two seconds: that is seen, and then the account',
        ...signingIn(),
        wallets: [
          {
            ...aspen,
            approve: ({ method }) => method !== 'personal_sign' || new Promise((resolve) => setTimeout(resolve, 2_000, true)),
          },
        ],
        play: connectAndSign,
      },
    },
    UnsupportedChain: {
      stranded: {
        about: 'The wallet moved to a network that is not configured',
        ...connected,
        play: async (stage) => {
          await stage.connect()
          stage.wallets[0]?.setChain(137)
        },
      },
      families: {
        about: 'The same on a page with five ecosystems: only those that the wallet can switch to',
        ...everywhere,
        play: async (stage) => {
          await stage.connect()
          stage.wallets[0]?.setChain(137)
        },
      },
    },
    WalletSend: {
      empty: { about: 'Nothing is entered yet', ...connected, play: sendAnd({}) },
      ready: { about: 'It can be reviewed', ...connected, play: sendAnd({ amount: '1.5', to: RECEIVER }) },
      named: {
        about: 'A name, and the address that it leads to',
        ...connected,
        play: sendAnd({ amount: '1.5', to: 'ada.devnet.example' }),
      },
      wrong: { about: 'Too much, and no address', ...connected, play: sendAnd({ amount: '90000', to: `${RECEIVER}0` }) },
      down: {
        about: 'Neither services nor nodes answer',
        ...connected,
        world: 'down',
        play: sendAnd({ isMax: true, to: RECEIVER }),
      },
    },
    WalletSendSelectToken: {
      several: {
        about: 'The coin, and the tokens of the account',
        ...connected,
        play: async (stage) => {
          await stage.connect()
          stage.open({ name: 'WalletSendSelectToken' })
        },
      },
    },
    WalletSendPreview: {
      review: { about: 'What would be sent', ...connected, play: reviewAnd(() => undefined) },
      declined: {
        about: 'The person said no',
        ...connected,
        faults: { eth_sendTransaction: 'reject' },
        play: reviewAnd((stage) => stage.press('send')),
      },
      waiting: {
        about: 'The wallet shows the request, and the visitor need not wait any longer',
        ...connected,
        faults: { eth_sendTransaction: 'never' },
        play: reviewAnd(async (stage) => {
          await stage.press('send')
          await stage.see('stop') // which comes two seconds later
        }),
      },
      nothing: {
        about: 'Opened without anything to review',
        ...connected,
        play: async (stage) => {
          await stage.connect()
          stage.open({ name: 'WalletSendPreview' })
        },
      },
    },
    WalletSendConfirmed: Object.fromEntries(
      (['pending', 'confirmed', 'failed', 'replaced'] as const).map((status) => [
        status,
        {
          about: `A transfer that is ${status}`,
          ...connected,
          play: async (stage: Stage) => {
            await stage.connect()
            showSent(stage, status)
          },
        },
      ]),
    ),
    Notices: {
      success: {
        about: 'Closes by itself',
        wallets: [aspen],
        play: (stage) => stage.core.use(createNotices).show('success', 'copied'),
      },
      error: {
        about: 'Closes after five seconds, unless it is pointed at',
        wallets: [aspen],
        faults: { eth_requestAccounts: { code: -32_603, message: 'Internal error' } },
        play: (stage) =>
          stage.core
            .use(createConnection)
            .connect(stage.row().installed[0] ?? neverInstalled)
            .then(() => undefined, stage.core.use(createNotices).showError),
      },
    },
  }
}

/** Shows a transfer as it is with a status. Kept by hand, because a chain would go on. */
function showSent({ core, open }: Stage, status: TransactionStatus): void {
  const account = core.publicState.$account.get()
  if (!account) return
  const hash = `0x${'ab'.repeat(32)}`
  const out = { id: `${account.chainId}/slip44:60`, symbol: 'ETH', decimals: 18, amount: '1500000000000000000' }
  const { accountId, chainId } = account
  const sent = { hash, chainId, account: accountId, kind: 'send', status, sentAt: Date.now(), to: RECEIVER, out }
  core.deps.storage?.setItem(storageKey(core, 'transactions'), JSON.stringify([sent]))
  open({ name: 'WalletSendConfirmed', hash })
}

const neverInstalled = { id: '', uid: '', namespace: 'eip155', name: '', source: 'mock' } as const

/** Resolves when a store has what is wanted, or the scene has ended. */
function reached<T>(stage: Stage, $store: ReadableAtom<T>, isThere: (value: T) => boolean): Promise<void> {
  return new Promise((resolve) => {
    let stop = () => {}
    const look = (value: T) => {
      if (!isThere(value)) return
      resolve()
      queueMicrotask(() => stop())
    }
    stop = $store.subscribe(look)
    stage.core.onEnd(() => resolve())
  })
}

/** An approval of zero for the devnet's exchange, as the services answer one. */
function resetOf(token: string) {
  const data = `0x095ea7b3${V2_ROUTER.slice(2).toLowerCase().padStart(64, '0')}${'0'.repeat(64)}`
  return { tx: { from: token, to: token, data, value: '0', eip155: { gasPrice: '1000000000' } } }
}
