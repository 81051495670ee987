// Every view with what it needs to be shown, and its heading.
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import type { Core } from '../../../src/state/core.js'
import { createRegisterName } from '../../../src/state/names/register-name.js'
import { createSignIns } from '../../../src/state/connections/sign-in.js'
import { base, cosmoshub, mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createBuyWorld } from '../../support/buy-world.js'
import { createFakeFrame, signInByEmail } from '../../support/fake-frame.js'
import { createSwapWorld } from '../../support/swap-world.js'
import { prepareReview, prepareSent, sendable, SENT } from '../../support/sendable.js'
import { createSession, ScriptedWallet } from '../../support/wallets.js'
import type { routes } from '../../../src/elements/all-routes.js'
import type { View } from '../../../src/vocabulary/view.js'
import type { Wallet } from '../../../src/vocabulary/wallet.js'
import { historyOf, nftOf, nftsOf } from '../../support/past.js'
import { directoryOf, rowOf, type ViewHarnessOptions } from '../../support/view-harness.js'

const entry = {
  ...directoryOf(1)[0]!,
  chrome_store: 'https://chrome.example/x',
  webapp_link: 'https://web.example',
  desktop_link: 'alder',
}
export const listed: Wallet = { id: entry.id, name: entry.name, installed: [], entry, certified: true, recent: false }
const waiting = () => {
  const wallet = createMockWallet({ name: 'Alpha', rdns: 'example.alpha' })
  wallet.fail('eth_requestAccounts', 'never')
  return wallet
}
const pair: ViewHarnessOptions['pair'] = ({ onUri }) => {
  onUri(`wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`)
  return new Promise(() => {})
}
const account = (chains: number[]): ViewHarnessOptions => ({
  wallets: [createMockWallet({ name: 'Alpha', rdns: 'example.alpha', chains })],
  connected: true,
  config: { networks: [mainnet, base], rpcUrls: { 'eip155:1': 'https://node.example' } },
  rpc: () => '0x0',
})
/** A past with everything that rows show, and NFTs. */
const chainData: ViewHarnessOptions['data'] = ({ pathname }) =>
  pathname.endsWith('/history') ? historyOf(30) : pathname.endsWith('/nfts') ? nftsOf(9) : undefined
/** A token with a price, and one that says to be another. */
const holding: ViewHarnessOptions = {
  identity: { name: 'ada.example', avatar: null },
  data: (url) => {
    if (!url.pathname.endsWith('/balance')) return undefined
    const token = { symbol: 'ETH', chainId: 'eip155:1', quantity: { decimals: '6', numeric: '1234567.5' }, iconUrl: null }
    return {
      balances: [
        { ...token, name: 'Test Dollar', price: 1, address: `eip155:1:0x${'a1'.repeat(20)}` },
        { ...token, name: 'Ethereum of some other chain', address: `eip155:1:0x${'b2'.repeat(20)}` },
      ],
    }
  },
}
const signingIn = (): ViewHarnessOptions => {
  const options = account([1])
  const prepare = async (core: Core) => {
    const signIns = core.use(createSignIns)
    await signIns.check()
    await signIns.prepare()
  }
  return { ...options, config: { ...options.config, siwx: { statement: 'Sign in to Test Shop.' } }, prepare }
}
const stuck = () => {
  const options = account([1, 8453])
  options.wallets![0]!.fail('wallet_switchEthereumChain', 'never')
  return options
}

/** An account with a name, and what the services say of one that is typed. */
const named = (): ViewHarnessOptions => ({
  ...account([1]),
  identity: { name: 'ada.wm.example', avatar: null },
  data: ({ pathname }) => {
    const suggestions = ['lovelace.wm.example', 'lovelace-dao.wm.example'].map((name, at) => ({ name, registered: at === 0 }))
    const record = { name: 'ada.wm.example', registered_at: '2026-01-02T00:00:00Z', addresses: {} }
    if (pathname === '/v1/profile/zone') return { zone: 'wm.example' }
    if (pathname.startsWith('/v1/profile/reverse/')) return [record]
    return pathname.startsWith('/v1/profile/suggestions/') ? { suggestions } : undefined
  },
  prepare: (core) => Promise.resolve(core.use(createRegisterName).setText('lovelace')),
})

/** An account that lets two contracts take its tokens. */
const approving = (): ViewHarnessOptions => ({
  ...account([1]),
  data: ({ pathname }) => (pathname.endsWith('/approvals') ? { data: approvals, next: 'more' } : undefined),
})
/** An account for which apps act. */
const sessions = (): ViewHarnessOptions => ({
  ...account([1]),
  config: { ...account([1]).config, features: { smartSessions: true } },
  data: ({ pathname }) => (pathname.startsWith('/v1/sessions/') ? { pcis: sessionRows, next: 'more' } : undefined),
  rpc: () => `0x${'0'.repeat(62)}06`,
})
const spending = {
  type: 'native-token-recurring-allowance',
  data: { allowance: '0x2386f26fc10000', start: 0, period: 86_400 },
} as const
const spendingToken = {
  type: 'erc20-recurring-allowance',
  data: { ...spending.data, token: `0x${'c0'.repeat(20)}` },
} as const
const IN_A_WEEK = Math.floor(Date.now() / 1000) + 7 * 86_400
const sessionRows = ['one', 'two'].map((pci, index) => ({
  project: {
    id: pci,
    name: index === 0 ? 'Garden game' : 'A shop with a name that no row is wide enough for',
    url: null,
    iconUrl: null,
  },
  pci,
  expiry: IN_A_WEEK,
  createdAt: IN_A_WEEK - index * 40 * 86_400,
  permissions: [spending, spendingToken],
  policies: [],
  context: '0xabcd',
  revokedAt: null,
}))
const sessionRequest = {
  chainId: '0x1',
  expiry: IN_A_WEEK,
  signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: `0x02${'1f'.repeat(32)}` }] } },
  permissions: [spending, spendingToken],
} as const
const approvals = (['erc20', 'collection'] as const).map((kind, index) => ({
  id: kind,
  chainId: 'eip155:1',
  kind,
  contract: `0x${'c0'.repeat(20)}`,
  name: 'Test Dollar',
  symbol: 'TUSD',
  decimals: 6,
  iconUrl: null,
  verified: index === 0,
  spender: `0x${'5e'.repeat(20)}`,
  spenderName: null,
  amount: String(2n ** 256n - 1n),
  hash: '0x1',
  grantedAt: '2026-01-02T00:00:00Z',
}))

/** Two wallets in one ecosystem, one of them over a session that it shares with another ecosystem. */
const several = (): ViewHarnessOptions => {
  const [acme, ...phone] = [
    new ScriptedWallet({ name: 'Acme' }),
    new ScriptedWallet({ name: 'Phone', addresses: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] }),
    new ScriptedWallet({ name: 'Phone', namespace: 'solana' }),
  ] as const
  return {
    scripted: [acme],
    config: { networks: [mainnet, solana, cosmoshub] },
    async prepare(core) {
      const connection = core.use(createConnection)
      await connection.adopt(createSession(phone))
      await connection.connect(acme.installed, { beside: true })
    },
  }
}

const swapping = (): ViewHarnessOptions => {
  const { wallet, data, rpc, config } = createSwapWorld()
  return { wallets: [wallet], connected: true, data, rpc, config }
}

const buying = (): ViewHarnessOptions => {
  const { wallet, data, config, listed } = createBuyWorld()
  listed.push({ id: 'o_1', status: 'SUCCESS', at: Date.UTC(2026, 0, 2) })
  return { wallets: [wallet], connected: true, data, config }
}

const withFrame = (prepare?: (core: Core) => Promise<unknown>): ViewHarnessOptions => ({
  config: { services: { frame: 'https://wallet.example' } },
  frame: createFakeFrame({ isKnownDevice: true }),
  ...(prepare ? { prepare } : {}),
})

const withSocials = (): ViewHarnessOptions => ({
  config: { services: { frame: 'https://wallet.example' }, features: { socials: true } },
  frame: createFakeFrame(),
})

/** Name → the view with what it needs, and the heading it must have. */
export const views: Record<'Connect' | keyof typeof routes, () => [View, ViewHarnessOptions, heading: string]> = {
  Connect: () => [{ name: 'Connect' }, { wallets: [waiting()], directory: directoryOf(30) }, 'Connect a wallet'],
  ConnectWallets: () => [{ name: 'ConnectWallets' }, { wallets: [waiting()] }, 'Connect a wallet'],
  AllWallets: () => [{ name: 'AllWallets' }, { directory: directoryOf(30) }, 'All wallets'],
  ConnectingWalletConnect: () => [{ name: 'ConnectingWalletConnect', wallet: listed }, { pair }, 'Scan with Alder Wallet'],
  ConnectingWalletConnectBasic: () => [
    { name: 'ConnectingWalletConnectBasic' },
    { pair, directory: directoryOf(30) },
    'Connect a wallet',
  ],
  ConnectingExternal: () => {
    const wallet = waiting()
    return [{ name: 'ConnectingExternal', wallet: rowOf(wallet) }, { wallets: [wallet] }, 'Alpha']
  },
  ConnectingMultiChain: () => [{ name: 'ConnectingMultiChain', wallet: rowOf(waiting()) }, {}, 'Which network?'],
  GetWallet: () => [{ name: 'GetWallet' }, { directory: directoryOf(30) }, 'Get a wallet'],
  Downloads: () => [{ name: 'Downloads', wallet: listed }, {}, 'Get Alder Wallet'],
  WhatIsAWallet: () => [{ name: 'WhatIsAWallet' }, {}, 'What is a wallet?'],
  WhatIsANetwork: () => [{ name: 'WhatIsANetwork' }, {}, 'What is a network?'],
  Account: () => [{ name: 'Account' }, { ...account([1]), ...holding }, 'Account'],
  AccountSettings: () => [{ name: 'AccountSettings' }, account([1]), 'Account settings'],
  WalletReceive: () => [{ name: 'WalletReceive' }, account([1]), 'Receive'],
  WalletCompatibleNetworks: () => [{ name: 'WalletCompatibleNetworks' }, account([1]), 'Networks for this address'],
  Transactions: () => [{ name: 'Transactions' }, { ...account([1]), data: chainData }, 'Activity'],
  Nfts: () => [{ name: 'Nfts' }, { ...account([1]), data: chainData }, 'NFTs'],
  Nft: () => [{ name: 'Nft', nft: nftOf(1) }, account([1]), 'Drawing #1'],
  ProfileWallets: () => [{ name: 'ProfileWallets' }, several(), 'Wallets'],
  ConfirmDisconnect: () => [{ name: 'ConfirmDisconnect', id: 'eip155 injected:isPhone' }, several(), 'Disconnect'],
  SwitchActiveChain: () => [{ name: 'SwitchActiveChain', network: cosmoshub }, several(), 'Switch network'],
  Swap: () => [{ name: 'Swap', from: 'GRAIN', to: 'USDC', amount: '10' }, swapping(), 'Swap'],
  SwapSelectToken: () => [{ name: 'SwapSelectToken', side: 'to' }, swapping(), 'Select token'],
  SwapPreview: () => [{ name: 'SwapPreview' }, swapping(), 'Review swap'],
  OnRampProviders: () => [{ name: 'OnRampProviders', amount: '100' }, buying(), 'Buy'],
  OnRampTokenSelect: () => [{ name: 'OnRampTokenSelect' }, buying(), 'Choose a token'],
  OnRampFiatSelect: () => [{ name: 'OnRampFiatSelect' }, buying(), 'Currency'],
  BuyInProgress: () => [{ name: 'BuyInProgress' }, buying(), 'Your purchase'],
  OnRampActivity: () => [{ name: 'OnRampActivity' }, buying(), 'Purchases'],
  WhatIsABuy: () => [{ name: 'WhatIsABuy' }, buying(), 'What is buying?'],
  SIWXSignMessage: () => [{ name: 'SIWXSignMessage' }, signingIn(), 'Sign in'],
  ConnectingSiwe: () => [{ name: 'ConnectingSiwe' }, signingIn(), 'Sign in'],
  ChooseAccountName: () => [{ name: 'ChooseAccountName' }, named(), 'Account name'],
  RegisterAccountName: () => [{ name: 'RegisterAccountName' }, named(), 'Choose a name'],
  RegisterAccountNameSuccess: () => [
    { name: 'RegisterAccountNameSuccess', accountName: 'ada.wm.example' },
    named(),
    'Your new name',
  ],
  TokenApprovals: () => [{ name: 'TokenApprovals' }, approving(), 'Token approvals'],
  SmartSessionList: () => [{ name: 'SmartSessionList' }, sessions(), 'App permissions'],
  SmartSessionRequest: () => [{ name: 'SmartSessionRequest', request: sessionRequest }, sessions(), 'Permission request'],
  SmartSessionCreated: () => [
    {
      name: 'SmartSessionCreated',
      smartSession: {
        pci: 'one',
        account: `eip155:1:0x${'ab'.repeat(20)}`,
        key: sessionRequest.signer.data.keys[0],
        expiry: IN_A_WEEK,
        permissions: sessionRequest.permissions,
        context: '0xabcd',
      },
    },
    sessions(),
    'Permissions allowed',
  ],
  EmailLogin: () => [{ name: 'EmailLogin' }, withFrame(), 'Sign in with email'],
  EmailVerifyOtp: () => [{ name: 'EmailVerifyOtp', email: 'ada@example.com' }, withFrame(), 'Check your inbox'],
  EmailVerifyDevice: () => [{ name: 'EmailVerifyDevice', email: 'ada@example.com' }, withFrame(), 'Approve this browser'],
  ConnectSocials: () => [{ name: 'ConnectSocials' }, withSocials(), 'All sign-in options'],
  ConnectingSocial: () => [{ name: 'ConnectingSocial', social: 'google' }, withSocials(), 'Google'],
  ConnectingFarcaster: () => [{ name: 'ConnectingFarcaster' }, withSocials(), 'Farcaster'],
  UpdateEmailWallet: () => [{ name: 'UpdateEmailWallet' }, withFrame(signInByEmail), 'Change email'],
  UpgradeEmailWallet: () => [{ name: 'UpgradeEmailWallet' }, withFrame(signInByEmail), 'Move to your own wallet'],
  UpdateEmailPrimaryOtp: () => [{ name: 'UpdateEmailPrimaryOtp' }, withFrame(signInByEmail), 'Confirm current email'],
  UpdateEmailSecondaryOtp: () => [{ name: 'UpdateEmailSecondaryOtp' }, withFrame(signInByEmail), 'Confirm new email'],
  ApproveTransaction: () => [{ name: 'ApproveTransaction' }, withFrame(), 'Approve in your wallet'],
  Networks: () => [{ name: 'Networks' }, account([1]), 'Networks'],
  SwitchNetwork: () => [{ name: 'SwitchNetwork', network: base }, stuck(), 'Base'],
  UnsupportedChain: () => [{ name: 'UnsupportedChain' }, account([5]), 'Unsupported network'],
  WalletSend: () => [{ name: 'WalletSend' }, sendable().options, 'Send'],
  WalletSendSelectToken: () => [{ name: 'WalletSendSelectToken' }, sendable().options, 'Choose a token'],
  WalletSendPreview: () => [{ name: 'WalletSendPreview' }, { ...sendable().options, prepare: prepareReview }, 'Review'],
  WalletSendConfirmed: () => [
    { name: 'WalletSendConfirmed', hash: SENT },
    { ...sendable().options, prepare: prepareSent },
    'Sent',
  ],
}
