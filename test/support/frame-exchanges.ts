// One exchange of each request of the frame protocol, for the tests of both ends.
import type { FramePayload, FrameReply, FrameRequestName } from '../../src/frame/messages.js'

const PAGE = 'https://app.example.com'
const FRAME = 'https://wallet.example.com'
const account = `0x${'ab'.repeat(20)}`

/** Something that each request may be sent with, and may be answered with. */
export const exchanges: { readonly [Name in FrameRequestName]: readonly [payload: FramePayload<Name>, reply: FrameReply<Name>] } =
  {
    SWITCH_NETWORK: [{ chainId: 'eip155:10', rpcUrl: 'https://node.example' }, { chainId: 10 }],
    CONNECT_EMAIL: [{ email: 'ada@example.com' }, { action: 'VERIFY_DEVICE', resendAfterMs: 30_000, matchCode: '42' }],
    CONNECT_DEVICE: [undefined, undefined],
    CONNECT_OTP: [{ otp: '012345' }, undefined],
    CONNECT_SOCIAL: [{ uri: `${FRAME}/oauth/start/x`, preferredAccountType: 'eoa' }, { address: account, chainId: 1, email: null, userName: 'ada', accounts: [{ address: account, type: 'eoa' }] }], // oxfmt-ignore
    GET_SOCIAL_REDIRECT_URI: [{ provider: 'github' }, { uri: `${FRAME}/oauth/start/x` }],
    GET_FARCASTER_URI: [undefined, { url: 'https://farcaster.example/x' }],
    CONNECT_FARCASTER: [undefined, { userName: 'ada' }],
    GET_USER: [{ chainId: 1 }, { address: account, chainId: 1, email: 'ada@example.com', recovery: { mode: 'assisted' }, provider: 'email', smartAccountDeployed: false }], // oxfmt-ignore
    SIGN_OUT: [undefined, undefined],
    IS_CONNECTED: [{ token: 'jwt' }, { isConnected: true }],
    GET_CHAIN_ID: [undefined, { chainId: 'eip155:1' }],
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: [undefined, { smartAccountEnabledNetworks: [1, 10] }],
    INIT_SMART_ACCOUNT: [undefined, { address: account, isDeployed: true }],
    SET_PREFERRED_ACCOUNT: [{ type: 'smartAccount' }, { type: 'smartAccount', address: account }],
    RPC_REQUEST: [{ method: 'eth_getBalance', params: [account], chainId: 'eip155:1', chainNamespace: 'eip155' }, '0x1'],
    RPC_ABORT: [undefined, undefined],
    UPDATE_EMAIL: [{ email: 'eve@example.com' }, { action: 'VERIFY_PRIMARY_OTP', resendAfterMs: 30_000 }],
    UPDATE_EMAIL_PRIMARY_OTP: [{ otp: '1' }, undefined],
    UPDATE_EMAIL_SECONDARY_OTP: [{ otp: '1' }, { newEmail: 'eve@example.com' }],
    AWAIT_UPDATE_EMAIL: [undefined, undefined],
    SYNC_THEME: [{ themeMode: 'dark', w3mThemeVariables: { accent: '#fff' } }, undefined],
    SYNC_DAPP_DATA: [
      { projectId: 'p', sdkVersion: '1', sdkType: 'w', metadata: { name: 'n', description: 'd', url: PAGE, icons: [] } },
      undefined,
    ],
    RELOAD: [undefined, undefined],
  }
