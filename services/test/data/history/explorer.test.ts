// Explorers with the Etherscan interface, with answers in the shapes that they document; and the order in which blocks are read.
import { expect, test } from 'vitest'
import { readExplorer } from '../../../src/data/history/explorer.js'
import { nextStep } from '../../../src/data/history/indexer.js'
import { operationOf, partiesOf, seenBy } from '../../../src/data/history/operation.js'
import { AdapterError } from '../../../src/upstream/fetch-json.js'
import { recorded } from '../support/world.js'

const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const zero = `0x${'0'.repeat(40)}`
const word = (address: string) => address.slice(2).padStart(64, '0')
const hash = (digit: string) => `0x${digit.repeat(64)}`
const common = {
  blockNumber: '100',
  timeStamp: '1700000000',
  blockHash: hash('a'),
  nonce: '7',
  transactionIndex: '3',
  gas: '21000',
  gasPrice: '1',
  gasUsed: '21000',
  confirmations: '9',
}
const lists: Readonly<Record<string, readonly object[]>> = {
  txlist: [
    {
      ...common,
      hash: hash('1'),
      from: account,
      to: other,
      value: '250',
      isError: '0',
      txreceipt_status: '1',
      input: '0x',
      contractAddress: '',
    },
    { ...common, hash: hash('2'), from: account, to: token, value: '0', isError: '0', input: '0xa9059cbb', contractAddress: '' },
    { ...common, hash: hash('3'), from: account, to: '', value: '0', isError: '0', input: '0x60', contractAddress: token },
    { ...common, hash: hash('4'), from: account, to: token, value: '5', isError: '1', input: '0x', contractAddress: '' },
    ...[
      ['7', `0x095ea7b3${word(other)}${'9'.padStart(64, '0')}`],
      ['8', `0x095ea7b3${word(other)}${'0'.repeat(64)}`],
      ['9', `0xa22cb465${word(other)}${'0'.repeat(64)}`],
      ['b', `0xa22cb465${word(other)}${'1'.padStart(64, '0')}`],
      ['c', '0x095ea7b3'],
    ].map(([digit = '', input]) => ({
      ...common,
      hash: hash(digit),
      from: account,
      to: token,
      value: '0',
      isError: '0',
      input,
      contractAddress: '',
    })),
    { ...common, hash: hash('a'), from: account, to: token, value: '0', isError: '0', input: '0xa9059cbb', contractAddress: '' },
  ],
  txlistinternal: [
    {
      blockNumber: '100',
      timeStamp: '1700000000',
      hash: hash('2'),
      from: other,
      to: account,
      value: '99',
      contractAddress: '',
      input: '',
      type: 'call',
      isError: '0',
    },
  ],
  tokentx: [
    // A token that takes a fee of what is sent.
    ...[
      [zero, '1'],
      [other, '6'],
    ].map(([to, value]) => ({ ...common, hash: hash('a'), from: account, to, value, contractAddress: token })),
    {
      ...common,
      hash: hash('2'),
      from: account,
      to: other,
      value: '1000000',
      contractAddress: token,
      tokenName: 'USD Coin',
      tokenSymbol: 'USDC',
      tokenDecimal: '6',
    },
    {
      ...common,
      hash: hash('5'),
      from: other,
      to: account,
      value: '5',
      contractAddress: token,
      tokenName: 'USD Coin',
      tokenSymbol: 'USDC',
      tokenDecimal: '6',
    },
  ],
  tokennfttx: [
    {
      ...common,
      hash: hash('6'),
      from: '0x0000000000000000000000000000000000000000',
      to: account,
      contractAddress: token,
      tokenID: '42',
      tokenName: 'Art',
      tokenSymbol: 'ART',
      tokenDecimal: '0',
    },
    { ...common, hash: hash('d'), from: account, to: other, contractAddress: token, tokenID: '7' },
  ],
  token1155tx: [{ ...common, hash: hash('e'), from: other, to: account, contractAddress: token, tokenID: '7', tokenValue: '4' }],
}
const range = { from: 0, to: 1000, scanFrom: 0, rememberFrom: 0 }

test('merges the lists by transaction and tells what was done', async () => {
  const answer = (url: URL) => {
    const found = lists[url.searchParams.get('action') ?? '']
    return found ? { status: '1', message: 'OK', result: found } : { status: '0', message: 'No transactions found', result: [] }
  }
  const { fetch, asked } = recorded({ 'scan.example': answer })
  const explorer = { kind: 'etherscan' as const, url: 'https://scan.example/v2/api', key: 'k' }
  const { transactions } = await readExplorer(fetch, explorer, { account, chainId: 'eip155:1', range })
  const told = transactions.map((one) => [
    one.hash[2],
    operationOf(one, seenBy(account, one)),
    seenBy(account, one).map(({ amount }) => amount),
    partiesOf(one, seenBy(account, one)),
  ])
  expect(told).toEqual([
    ['1', 'send', [250n], { from: account, to: other }],
    ['2', 'trade', [99n, 1000000n], { from: account, to: token }],
    ['3', 'deploy', [], { from: account, to: token }],
    ['4', 'execute', [], { from: account, to: token }],
    ['7', 'approve', [9n], { from: account, to: other }],
    ['8', 'revoke', [0n], { from: account, to: other }],
    ['9', 'revoke', [0n], { from: account, to: other }],
    ['b', 'approve', [1n], { from: account, to: other }],
    ['c', 'execute', [], { from: account, to: token }],
    ['a', 'send', [1n, 6n], { from: account, to: other }],
    ['5', 'receive', [5n], { from: other, to: account }],
    ['6', 'mint', [1n], { from: zero, to: token }],
    ['d', 'send', [1n], { from: account, to: other }],
    ['e', 'receive', [4n], { from: other, to: account }],
  ])
  expect(transactions[0]).toMatchObject({
    block: 100,
    position: 3,
    minedAt: 1_700_000_000_000,
    nonce: 7,
    sender: account,
    recipient: other,
  })
  const query = Object.fromEntries(asked[0]?.url.searchParams ?? [])
  expect(query).toMatchObject({
    module: 'account',
    address: account,
    chainid: '1',
    apikey: 'k',
    startblock: '0',
    endblock: '1000',
  })
})

test('a refusal is a failure, not an empty account; a list that the explorer does not keep is empty', async () => {
  const refuse = { status: '0', message: 'NOTOK', result: 'Max rate limit reached' }
  const explorer = { kind: 'blockscout' as const, url: 'https://scan.example/api' }
  const busy = recorded({ 'scan.example': () => refuse })
  await expect(readExplorer(busy.fetch, explorer, { account, chainId: 'eip155:1', range })).rejects.toThrow('Max rate limit')
  const partial = recorded({
    'scan.example': (url: URL) =>
      url.searchParams.get('action') === 'txlist'
        ? { status: '0', message: 'No transactions found', result: [] }
        : { status: '0', message: 'Unknown action', result: 'Unknown action' },
  })
  expect((await readExplorer(partial.fetch, explorer, { account, chainId: 'eip155:1', range })).transactions).toEqual([])
})

test('a place within the block is taken from whichever list tells it', async () => {
  const row = { ...common, hash: hash('1'), from: other, to: account, value: '1', contractAddress: token }
  const rows: Readonly<Record<string, object>> = { txlistinternal: { ...row, transactionIndex: undefined }, tokentx: row }
  const answer = (url: URL) => ({ status: '1', message: 'OK', result: [rows[url.searchParams.get('action') ?? ''] ?? []].flat() })
  const explorer = { kind: 'blockscout' as const, url: 'https://scan.example/api' }
  const { fetch } = recorded({ 'scan.example': answer })
  const { transactions } = await readExplorer(fetch, explorer, { account, chainId: 'eip155:1', range })
  expect(transactions.map(({ position }) => position)).toEqual([3])
})

test.each([
  ['blockNumber', '1'.repeat(16)],
  ['timeStamp', '1'.repeat(13)],
  ['nonce', '9'.repeat(16)],
  ['transactionIndex', '9'.repeat(10)],
])('a %s that the index cannot hold is a failure of the explorer', async (name, value) => {
  const row = { ...common, hash: hash('1'), from: account, to: other, value: '1', [name]: value }
  const { fetch } = recorded({ 'scan.example': () => ({ status: '1', message: 'OK', result: [row] }) })
  const explorer = { kind: 'blockscout' as const, url: 'https://scan.example/api' }
  await expect(readExplorer(fetch, explorer, { account, chainId: 'eip155:1', range })).rejects.toBeInstanceOf(AdapterError)
})

test('new blocks come first, then older ones step by step, then the explorer’s part at once', () => {
  const bounds = { head: 1000, first: 10, size: 100, hasExplorer: false }
  expect(nextStep({ low: 900, next: 950 }, bounds)).toMatchObject({
    range: { from: 950, to: 1000 },
    to: { low: 900, next: 1001 },
  })
  expect(nextStep({ low: 900, next: 1001 }, bounds)).toMatchObject({ range: { from: 800, to: 899 }, isDeep: false })
  expect(nextStep({ low: 60, next: 1001 }, bounds)).toMatchObject({ range: { from: 10, to: 59 }, to: { low: 10, next: 1001 } })
  expect(nextStep({ low: 10, next: 1001 }, bounds)).toBeUndefined()
  const deep = { ...bounds, size: 2000, hasExplorer: true }
  expect(nextStep({ low: 1001, next: 1001 }, deep)).toMatchObject({ range: { from: 873, to: 1000 }, isDeep: false })
  expect(nextStep({ low: 873, next: 1001 }, deep)).toMatchObject({ range: { from: 10, to: 872 }, isDeep: true })
})
