// Which calls a page may make, on which chain, and what their parameters look like.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFrameError } from '../../src/frame/frame-error.js'
import { rpcParamsSchema } from '../../src/frame/rpc-params.js'
import {
  chooseRpcUrl,
  classifyRpc,
  readFrameChain,
  safeMethods,
  unsafeMethods,
  type SafeMethod,
  type UnsafeMethod,
} from '../../src/frame/rpc-policy.js'
import { testRows } from '../support/rows.js'

const account = `0x${'aB'.repeat(20)}`
const hash = `0x${'cd'.repeat(32)}`
const solanaKey = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'

test('41 methods are safe, 11 need an approval, and none is both', () => {
  expect(safeMethods.length).toBe(41)
  expect(unsafeMethods.length).toBe(11)
  expect(new Set([...safeMethods, ...unsafeMethods]).size).toBe(52)
  for (const method of safeMethods) expect(classifyRpc(method)).toBe('safe')
  for (const method of unsafeMethods) expect(classifyRpc(method)).toBe('unsafe')
})

testRows([
  'eth_sign',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTransaction',
  'eth_requestAccounts',
  'wallet_addEthereumChain',
  'personal_unlockAccount',
  'debug_traceTransaction',
  'Eth_Call',
  'eth_call ',
  ' eth_call',
  'eth call',
  'eth_call\u0000',
  'eth_саll',
  'personal_sign\n',
  'PERSONAL_SIGN',
  '__proto__',
  'constructor',
  'toString',
  '',
])('%j is not allowed', (method) => expect(classifyRpc(method)).toBeUndefined()) // attack 75

test('no other text is allowed', () => {
  // attack 75
  const known: ReadonlySet<string> = new Set([...safeMethods, ...unsafeMethods])
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...known), (text, method) => {
      if (!known.has(text)) expect(classifyRpc(text)).toBeUndefined()
      if (text !== '') expect(classifyRpc(method + text)).toBeUndefined()
      if (text !== '') expect(classifyRpc(text + method)).toBeUndefined()
    }),
    { numRuns: 300 },
  )
})

const refusedBy = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return isFrameError(error, 'UNSUPPORTED_CHAIN') ? error.rpcCode : error
  }
  return 'taken'
}

describe('a chain', () => {
  // attack 74
  testRows([1, '1', '0x1', '0X1', '0x01', '01', 'eip155:1', 'eip155:0x1'])('%j is mainnet', (chain) =>
    expect(readFrameChain(chain)).toBe('eip155:1'),
  )

  test.each(['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'bip122:000000000019d6689c085ae165831e93'])('%s stays', (chain) =>
    expect(readFrameChain(chain)).toBe(chain),
  )

  testRows([
    2 ** 31,
    2 ** 31 + 1,
    '2147483648',
    '0x80000000',
    'eip155:2147483648',
    0,
    -1,
    1.5,
    1e21,
    '0',
    '-1',
    '1e3',
    ' 1',
    '1 ',
    '0x',
    '',
    'mainnet',
    'eip155:',
    'eip155:1:0xab',
    'tron:1',
    `0x${'1'.repeat(17)}`,
  ])('%j is refused with 32603', (chain) => expect(refusedBy(() => readFrameChain(chain))).toBe(32603))

  test('that the frame knows keeps the node of the frame, however it is named', () => {
    const known = { 'eip155:1': 'https://node.wallet.example' } as const
    for (const chain of [1, '1', '0x1', 'eip155:1'])
      expect(chooseRpcUrl(readFrameChain(chain), { known, fromPage: 'https://evil.example' })).toEqual({
        url: 'https://node.wallet.example',
        isFromPage: false,
      })
  })

  test('that the frame does not know is asked at the page’s https url, and that is said', () => {
    const known = { 'eip155:1': 'https://node.wallet.example' } as const
    expect(chooseRpcUrl('eip155:777', { known, fromPage: 'https://node.example/key' })).toEqual({
      url: 'https://node.example/key',
      isFromPage: true,
    })
    for (const fromPage of [
      undefined,
      '',
      'http://node.example',
      'javascript:alert(1)',
      'ws://node.example',
      'https://a:b@node.example',
    ])
      expect(refusedBy(() => chooseRpcUrl('eip155:777', { known, fromPage }))).toBe(32603)
  })
})

const byAccount = [[account], [account, 'latest'], [account, { blockHash: hash, requireCanonical: true }]]
const call = [{ from: account, to: account, data: '0xabcd', value: '0x1' }, 'latest']
const filter = { fromBlock: '0x1', toBlock: 'latest', address: [account], topics: [null, hash, [hash, hash]] }
/** Parameters of each method that are taken. */
const taken: Record<SafeMethod | UnsafeMethod, readonly unknown[]> = {
  eth_accounts: [undefined, []],
  eth_blockNumber: [undefined, []],
  eth_call: [call, [call[0]], [...call, { [account]: { balance: '0x1' } }]],
  eth_chainId: [undefined, []],
  eth_estimateGas: [call, [call[0]]],
  eth_estimateUserOperationGas: [[{ sender: account }, account]],
  eth_feeHistory: [
    ['0x4', 'latest', [10, 50]],
    [4, 'latest'],
  ],
  eth_gasPrice: [[]],
  eth_getAccount: byAccount,
  eth_getBalance: byAccount,
  eth_getBlockByHash: [[hash, false], [hash]],
  eth_getBlockByNumber: [['0x10', true], ['pending']],
  eth_getBlockReceipts: [['latest']],
  eth_getBlockTransactionCountByHash: [[hash]],
  eth_getBlockTransactionCountByNumber: [['safe']],
  eth_getCode: byAccount,
  eth_getFilterChanges: [['0x1']],
  eth_getFilterLogs: [['0x1']],
  eth_getLogs: [[filter], [{ blockHash: hash }]],
  eth_getProof: [[account, ['0x0'], 'latest']],
  eth_getStorageAt: [[account, '0x0', 'latest']],
  eth_getTransactionByBlockHashAndIndex: [[hash, '0x0']],
  eth_getTransactionByBlockNumberAndIndex: [['latest', '0x0']],
  eth_getTransactionByHash: [[hash]],
  eth_getTransactionCount: byAccount,
  eth_getTransactionReceipt: [[hash]],
  eth_getUncleCountByBlockHash: [[hash]],
  eth_getUncleCountByBlockNumber: [['0x1']],
  eth_getUserOperationByHash: [[hash]],
  eth_getUserOperationReceipt: [[hash]],
  eth_maxPriorityFeePerGas: [[]],
  eth_newBlockFilter: [[]],
  eth_newFilter: [[filter]],
  eth_newPendingTransactionFilter: [[]],
  eth_sendRawTransaction: [['0x02']],
  eth_supportedEntryPoints: [[]],
  eth_syncing: [[]],
  eth_uninstallFilter: [['0x1']],
  wallet_getAssets: [[{ account, chainFilter: ['0x1'] }], { account }],
  wallet_getCallsStatus: [['0xid'], ['an id']],
  wallet_getCapabilities: [undefined, [], [account], [account, ['0x1']], [[account]]],
  personal_sign: [
    ['0xabcd', account],
    ['hello', account, ''],
  ],
  eth_signTypedData_v4: [
    [account, '{"types":{}}'],
    [account, { types: {} }],
  ],
  eth_sendTransaction: [
    [{ from: account, to: account, value: '0x1', gas: '0x5208' }],
    [{ from: account, to: null, data: '0x60' }],
    [{ to: account, accessList: [{ address: account, storageKeys: [hash] }], type: '0x2', chainId: '0x1' }],
  ],
  eth_sendUserOperation: [[{ sender: account }, account]],
  solana_signMessage: [{ message: '9WzDXwBbmkg8', pubkey: solanaKey }],
  solana_signTransaction: [{ transaction: 'AQAB+/==' }],
  solana_signAllTransactions: [{ transactions: ['AQAB', 'AQAC'] }],
  solana_signAndSendTransaction: [
    { transaction: 'AQAB' },
    {
      transaction: 'AQAB',
      options: { skipPreflight: true, preflightCommitment: 'singleGossip', maxRetries: 3, minContextSlot: 1 },
    },
  ],
  wallet_sendCalls: [
    [
      {
        chainId: '0x1',
        from: account,
        version: '2.0.0',
        atomicRequired: true,
        calls: [{ to: account, data: '0x', value: '0x0' }],
      },
    ],
    [{ calls: Array.from({ length: 50 }, () => ({ to: account })) }],
  ],
  wallet_grantPermissions: [[{ expiry: 1, permissions: [] }]],
  wallet_revokePermissions: [{ pci: 'x', permissions: [{}], expiry: 1, address: account }, [{ pci: 'x', permissions: [], expiry: 1, address: account }]], // oxfmt-ignore
}
testRows(Object.entries(taken))('%s takes its parameters', (method, all) => {
  for (const params of all) {
    const read = rpcParamsSchema(method as SafeMethod).safeParse(params)
    expect(read.error?.issues).toBeUndefined()
    expect(read.data).toEqual(params)
  }
})

/** Those of which the first parameter may be left out. */
const withoutParams = Object.entries(taken).flatMap(([method, all]) => (all.some((params) => params === undefined || (Array.isArray(params) && params.length === 0)) ? [method] : [])) // oxfmt-ignore

testRows(Object.keys(taken).filter((method) => !withoutParams.includes(method)))(
  '%s without parameters is refused', // attack 75
  (method) => {
    for (const params of [undefined, [], {}, null, 'x', [null], [undefined]])
      expect(rpcParamsSchema(method as SafeMethod).safeParse(params).success, JSON.stringify(params)).toBe(false)
  },
)

const transaction = { from: account, to: account }
testRows<[UnsafeMethod | SafeMethod, unknown]>([
  // What an approval would not show.
  ['eth_sendTransaction', [{ ...transaction, authorizationList: [] }]],
  ['eth_sendTransaction', [{ ...transaction, maxFeePerBlobGas: '0x1' }]],
  ['eth_sendTransaction', [transaction, transaction]],
  ['eth_sendTransaction', [{ ...transaction, value: '1' }]],
  ['eth_sendTransaction', [{ ...transaction, value: 1 }]],
  ['eth_sendTransaction', [{ ...transaction, value: '-0x1' }]],
  ['eth_sendTransaction', [{ ...transaction, value: `0x1${'0'.repeat(64)}` }]],
  ['eth_sendTransaction', [{ ...transaction, data: '0xabc' }]],
  ['eth_sendTransaction', [{ ...transaction, to: account.slice(0, -1) }]],
  ['eth_sendTransaction', [{ ...transaction, to: account.slice(2) }]],
  ['eth_sendTransaction', [{ ...transaction, to: account.replace('0x', '0X') }]],
  ['eth_sendTransaction', [{ ...transaction, to: 'vitalik.eth' }]],
  // A batch is on one chain and has 1 to 50 calls to addresses.
  ['wallet_sendCalls', [{ calls: [] }]],
  ['wallet_sendCalls', [{ calls: Array.from({ length: 51 }, () => ({ to: account })) }]],
  ['wallet_sendCalls', [{ calls: [{ to: account.slice(2) }] }]],
  ['wallet_sendCalls', [{ calls: [{ data: '0x60' }] }]],
  ['wallet_sendCalls', [{ chainId: '0x1', calls: [{ to: account, chainId: '0xa' }] }]],
  ['wallet_sendCalls', [{ chainId: 'eip155:1', calls: [{ to: account }] }]],
  ['wallet_sendCalls', [{ calls: [{ to: account }] }, 'more']],
  ['solana_signMessage', { message: '', pubkey: solanaKey }],
  ['solana_signMessage', { message: 'abc', pubkey: solanaKey.slice(0, 31) }],
  ['solana_signMessage', { message: 'abc', pubkey: `${solanaKey}1` }],
  ['solana_signMessage', ['abc', solanaKey]],
  ['solana_signAllTransactions', { transactions: [] }],
  ['solana_signAndSendTransaction', { transaction: 'AQAB', options: { preflightCommitment: 'never' } }],
  ['solana_signAndSendTransaction', { transaction: 'AQAB', options: { maxRetries: -1 } }],
  ['personal_sign', [account]],
  ['personal_sign', ['0xab', 'somebody']],
  ['eth_signTypedData_v4', [{ types: {} }, account]],
  ['eth_getLogs', [{ address: 'x' }]],
  ['eth_accounts', [1]],
  ['wallet_getCapabilities', [account, ['0x1'], 1]],
])('wrong parameters are refused: %s of %j', (method, params) =>
  expect(rpcParamsSchema(method).safeParse(params).success).toBe(false),
)
