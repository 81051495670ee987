// The requests behind the states.
import { base58, base64 } from '@scure/base'
import { encodeFunctionData, erc20Abi, erc721Abi, parseAbi, toHex } from 'viem'
import type { ApprovalRequest, SmartAccount } from '../../services/frame/approvals/types.js'
import type { Progress } from '../../services/frame/approvals/view/approval-element.js'
import {
  SOLANA,
  SOLANA_ACCOUNT,
  SOLANA_FRIEND,
  SOLANA_PROGRAM,
  ACCOUNT,
  FRIEND,
  NFT,
  PERMIT2,
  ROUTER,
  SMART,
  SMART_NEW,
  SMART_SPONSORED,
  STRANGER,
  USDC,
  WETH,
} from './node.js'
import { field, permitOf, permitSingleOf, personFields } from './typed-data.js'

const request = (method: string, params: unknown, origin = 'https://app.example.org'): ApprovalRequest => ({
  method,
  params,
  chainId: 'eip155:1',
  origin,
  account: ACCOUNT,
})
const send = (tx: object, origin?: string) => request('eth_sendTransaction', [{ from: ACCOUNT, ...tx }], origin)
const sign = (text: string) => request('personal_sign', [toHex(text), ACCOUNT])
const typed = (data: object) => request('eth_signTypedData_v4', [ACCOUNT, JSON.stringify(data)])

/** Pays 0.25 SOL, and calls a program that nobody knows: legacy, one signer, four accounts. */
const solana: ApprovalRequest = {
  method: 'solana_signTransaction',
  params: {
    transaction: base64.encode(
      Uint8Array.from([
        ...[1, ...Array<number>(64).fill(0), 1, 0, 2, 4],
        ...[SOLANA_ACCOUNT, SOLANA_FRIEND, '11111111111111111111111111111111', SOLANA_PROGRAM].flatMap((key) => [
          ...base58.decode(key),
        ]),
        ...Array<number>(32).fill(7),
        ...[2, 2, 2, 0, 1, 12, 2, 0, 0, 0, 0x80, 0xb2, 0xe6, 0x0e, 0, 0, 0, 0],
        ...[3, 1, 0, 3, 1, 2, 3],
      ]),
    ),
  },
  chainId: SOLANA,
  origin: 'https://app.example.org',
  account: SOLANA_ACCOUNT,
}

/** What the router takes for who calls it. */
const CALLER = '0x0000000000000000000000000000000000000001'
const ENDLESS = 2n ** 256n - 1n
const SECONDS = 1_797_000_000
const router = parseAbi([
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum))',
  'function multicall(uint256 deadline, bytes[] data)',
])
const path = `${USDC}0001f4${WETH.slice(2)}` as const
const swap = encodeFunctionData({
  abi: router,
  functionName: 'multicall',
  args: [
    BigInt(SECONDS),
    [
      encodeFunctionData({
        abi: router,
        functionName: 'exactInput',
        args: [{ path, recipient: CALLER, amountIn: 250_000_000n, amountOutMinimum: 80_831_466_049_493_271n }],
      }),
    ],
  ],
})
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [FRIEND, 125_500_000n] })
const approve = (amount: bigint, spender: `0x${string}` = ROUTER) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })

const signIn = [
  'app.example.org wants you to sign in with your Ethereum account:',
  ACCOUNT,
  '',
  'I accept the terms of service.',
  '',
  'URI: https://app.example.org/login',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: 4f9c2a7be1',
  'Issued At: 2026-11-25T12:00:00Z',
  'Expiration Time: 2026-12-02T12:00:00Z',
].join('\n')

/** One state: a request, and those that wait behind it. */
export interface State {
  readonly request: ApprovalRequest
  /** What the visitor makes of the first allowance that can be changed. */
  readonly allows?: bigint
  readonly then?: readonly ApprovalRequest[]
  readonly progress?: Progress
}

const approveAndSwap = [
  { to: USDC, data: approve(ENDLESS) },
  { to: ROUTER, data: swap },
]
const batch = (calls: readonly object[], from: string) => [
  { version: '2.0.0', from, chainId: '0x1', atomicRequired: false, calls },
]
/** What a page asks of a smart account. */
const smart = (account: SmartAccount, method: string, params: unknown): ApprovalRequest => ({
  ...request(method, params),
  account: account.address,
  smart: account,
})
const smartSend = (account: SmartAccount) =>
  smart(account, 'eth_sendTransaction', [{ from: account.address, to: FRIEND, value: '0x2386f26fc10000' }])

const coins = send({ to: FRIEND, value: '0x2386f26fc10000' })

export const states: Readonly<Record<string, State>> = {
  signIn: { request: sign(signIn) },
  message: { request: sign('Welcome!\nPlease sign this message to prove that you are you.\n\nIt costs nothing.') },
  hiddenText: { request: sign('Pay \u202e001 CDSU\u202c to me\u200b, please.') },
  bytes: { request: request('personal_sign', ['0xff00ff00ff00ff00', ACCOUNT]) },
  send: { request: coins },
  sendToken: { request: send({ to: USDC, data: transfer }) },
  unverified: { request: send({ to: STRANGER, data: transfer }) },
  unlimited: { request: send({ to: USDC, data: approve(ENDLESS) }) },
  limited: { request: send({ to: USDC, data: approve(250_000_000n) }) },
  thief: { request: send({ to: USDC, data: approve(ENDLESS, STRANGER) }) },
  collection: {
    request: send({
      to: NFT,
      data: encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [ROUTER, true] }),
    }),
  },
  swap: { request: send({ to: ROUTER, data: swap }) },
  blind: { request: send({ to: ROUTER, value: '0x16345785d8a0000', data: `0xdeadbeef${'00ff'.repeat(160)}` }) },
  creation: { request: send({ data: '0x6080604052' }) },
  highFee: { request: send({ to: FRIEND, value: '0x1', gas: '0x5208', maxFeePerGas: '0x38d7ea4c68000' }) },
  batch: {
    request: request(
      'wallet_sendCalls',
      batch(
        [
          { to: USDC, data: approve(250_000_000n) },
          { to: ROUTER, data: swap },
        ],
        ACCOUNT,
      ),
    ),
  },
  batchUnlimited: {
    request: request(
      'wallet_sendCalls',
      batch(
        [
          { to: USDC, data: approve(ENDLESS) },
          { to: WETH, data: approve(2_000_000_000_000_000_000n) },
          ...approveAndSwap.slice(1),
        ],
        ACCOUNT,
      ),
    ),
  },
  batchEdited: { request: request('wallet_sendCalls', batch(approveAndSwap, ACCOUNT)), allows: 250_000_000n },
  smart: { request: smartSend(SMART) },
  smartNew: { request: smartSend(SMART_NEW) },
  smartSponsored: { request: smartSend(SMART_SPONSORED) },
  smartBatch: { request: smart(SMART_SPONSORED, 'wallet_sendCalls', batch(approveAndSwap, SMART_SPONSORED.address)) },
  smartBatchEdited: {
    request: smart(SMART_SPONSORED, 'wallet_sendCalls', batch(approveAndSwap, SMART_SPONSORED.address)),
    allows: 250_000_000n,
  },
  phrase: { request: { ...coins, phrase: 'amber fox at noon' } },
  smartMessage: {
    request: smart(SMART_NEW, 'personal_sign', [toHex('Welcome!\nPlease sign this message.'), SMART_NEW.address]),
  },
  permit: {
    request: typed(permitOf(USDC, { owner: ACCOUNT, spender: ROUTER, value: String(ENDLESS), nonce: 0, deadline: SECONDS })),
  },
  permit2: {
    request: typed(
      permitSingleOf(PERMIT2, {
        details: { token: USDC, amount: String(2n ** 160n - 1n), expiration: SECONDS, nonce: 0 },
        spender: ROUTER,
        sigDeadline: SECONDS,
      }),
    ),
  },
  typedData: {
    request: typed({
      types: {
        Person: personFields,
        Mail: [field('from', 'Person'), field('to', 'Person[]'), field('contents', 'string')],
      },
      domain: { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: ROUTER },
      primaryType: 'Mail',
      message: {
        from: { name: 'Cow', wallet: ACCOUNT },
        to: [{ name: 'Bob', wallet: FRIEND }],
        contents: 'Hello, Bob!',
      },
    }),
  },
  solana: { request: solana },
  idn: { request: send({ to: FRIEND, value: '0x2386f26fc10000' }, 'https://xn--pple-43d.example.org') },
  stack: { request: coins, then: [sign('Two'), sign('Three')] },
  working: { request: coins, progress: { step: 'working' } },
  failed: { request: coins, progress: { step: 'failed', code: 'OFFLINE' } },
}
