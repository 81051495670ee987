import { encodeDeployData, getAddress, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getHistory, historySchema, type Transaction } from '../../../../src/api/history.js'
import { tokenAbi } from '../../../devnet/abis.js'
import { readArtifact } from '../../../devnet/artifacts.js'
import { DRAWINGS, GRAIN, STABLE, WRAPPED } from '../../../devnet/manifest.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { checkEach } from '../../../../test/support/rows.js'
import { chainId, startWorld, type World } from '../support/world.js'

const devnet = useSeededDevnet()

let world: World
beforeAll(async () => {
  world = await startWorld({ devnet: devnet() })
})
afterAll(() => world.stop())

const account = (index: number) => world.devnet.accounts[index]?.address ?? '0x'
const history = (index: number, more = '') => world.get(`/v1/account/${account(index)}/history?chainId=${chainId}&${more}`)

/** operation, and for each transfer direction, amount and symbol or name. */
function told({ metadata, transfers }: Transaction): string {
  const moves = transfers.map((one) => {
    const what = one.fungible_info?.symbol ?? one.nft_info?.name ?? '?'
    return `${one.direction} ${one.quantity.numeric} ${what}`
  })
  return [metadata.operationType, ...moves].join(', ')
}

async function everything(index: number): Promise<readonly Transaction[]> {
  const rows: Transaction[] = []
  let cursor: string | undefined
  do {
    const page = await getHistory(world.api, { account: account(index), chainId, cursor })
    rows.push(...page.data)
    cursor = page.next
  } while (cursor)
  return rows
}

test('tells the first account’s month, newest first', async () => {
  const rows = await everything(0)
  const lines = rows.map(told)
  expect(lines.map((line) => line.replace(/\d+\.\d{4,}/g, '…'))).toMatchInlineSnapshot(`
    [
      "send, out 25 OUSD",
      "trade, out 0.5 WETH, in 0.5 ETH",
      "receive, in 0.1 ETH",
      "trade, out 100 GRAIN, in … TUSD",
      "approve, self 0 GRAIN",
      "mint, in 1 $5000 gift: visit claim-gift.example #1",
      "send, out 2 Edition #1",
      "send, out 1 Drawings #2",
      "mint, in 5 Edition #1",
      "mint, in 1 #1",
      "mint, in 1 Drawings #2",
      "mint, in 1 Drawings #1",
      "trade, out 0.5 ETH, in … TUSD",
      "trade, out 500 TUSD, in … ETH",
      "approve, self 0 TUSD",
      "receive, in 40 GRAIN",
      "send, out 120 TUSD",
      "receive, in 0.25 ETH",
      "send, out 1.5 ETH",
      "trade, out 2 ETH, in 2 WETH",
      "mint, in 300 OUSD",
      "mint, in 250 COPPER",
      "mint, in 1000 GRAIN",
      "mint, in 5000 TUSD",
    ]
  `)
  const times = rows.map(({ metadata }) => Date.parse(metadata.minedAt))
  expect(times).toEqual([...times].sort((a, b) => b - a))
})

test('every row has its chain, a hash, a time, a nonce and at least one transfer, in the client’s schema', async () => {
  const { status, body, headers } = await history(1)
  expect(status).toBe(200)
  expect(headers.get('x-provider')).toBe('index')
  expect(historySchema.safeParse(body).success).toBe(true)
  for (const { metadata, transfers } of body.data) {
    expect(metadata.chain).toBe(chainId)
    expect(metadata.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(Number.isInteger(metadata.nonce)).toBe(true)
    expect(transfers.length).toBeGreaterThan(0)
  }
})

test('a failed transfer stays, as failed, with a row of zero', async () => {
  const failed = (await everything(1)).filter(({ metadata }) => metadata.status === 'failed')
  expect(failed.map(told)).toEqual(['execute, self 0 ETH'])
})

test('spam is flagged, not left out', async () => {
  const nfts = (await everything(5)).flatMap(({ transfers }) => transfers.flatMap(({ nft_info: nft }) => nft ?? []))
  expect(nfts).toHaveLength(1)
  expect(nfts[0]?.flags).toEqual({ is_spam: true })
  const art = (await everything(0)).flatMap(({ transfers }) => transfers.flatMap(({ nft_info: nft }) => nft ?? []))
  expect(art.filter(({ flags }) => flags?.is_spam).length).toBe(1)
  expect(art.length).toBeGreaterThan(3)
})

test('new transactions stand at the head of the next answer: coins, a contract, a plain call', async () => {
  const { devnet } = world
  const wallet = devnet.wallet(6)
  const sent = await wallet.sendTransaction({ to: account(7), value: parseEther('1.25') })
  await devnet.reader.waitForTransactionReceipt({ hash: sent })
  const made = await wallet.sendTransaction({ data: encodeDeployData({ abi: [], bytecode: '0x6001600081600b8239f300' }) })
  await devnet.reader.waitForTransactionReceipt({ hash: made })
  const called = await wallet.sendTransaction({ to: account(8), data: '0x12345678' })
  await devnet.reader.waitForTransactionReceipt({ hash: called })
  const rows = await everything(6)
  expect(rows.slice(0, 3).map(told)).toEqual(['execute, self 0 ETH', 'deploy, self 0 ETH', 'send, out 1.25 ETH'])
  expect(rows[2]?.metadata).toMatchObject({
    hash: sent,
    sentFrom: account(6),
    sentTo: account(7),
    status: 'confirmed',
    nonce: 0,
  })
  expect(told((await everything(7))[0] as Transaction)).toBe('receive, in 1.25 ETH')
})

test('a token under the name of another one is told apart by its contract, and is not verified', async () => {
  const { devnet } = world
  const wallet = devnet.wallet(5)
  const abi = parseAbi(['constructor(string name, string symbol, uint8 decimals)'])
  const names = [
    ['Ether', 'ETH'],
    [STABLE.name, STABLE.symbol],
  ] as const
  const fakes: string[] = []
  for (const [name, symbol] of names) {
    const { bytecode } = readArtifact('Token')
    const made = await wallet.deployContract({ abi, bytecode, args: [name, symbol, 6] })
    const { contractAddress } = await devnet.reader.waitForTransactionReceipt({ hash: made })
    const args = [account(7), 1_000_000n] as const
    const hash = await wallet.writeContract({ address: contractAddress!, abi: tokenAbi, functionName: 'mint', args })
    await devnet.reader.waitForTransactionReceipt({ hash })
    fakes.push(`${chainId}:${contractAddress ? getAddress(contractAddress) : ''}`)
  }
  await devnet.reader.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ to: account(7), value: 1n }) })
  const real = await wallet.writeContract({
    address: STABLE.address,
    abi: tokenAbi,
    functionName: 'mint',
    args: [account(7), 2_000_000n],
  })
  await devnet.reader.waitForTransactionReceipt({ hash: real })
  const { body } = await history(7)
  const tokens = (body as { data: Transaction[] }).data
    .slice(0, 4)
    .map(({ transfers: [first] }) => first?.fungible_info)
    .map((info) => [info?.symbol, info?.address, info?.flags?.is_verified])
  expect(tokens).toEqual([
    [STABLE.symbol, `${chainId}:${STABLE.address}`, true],
    ['ETH', `${chainId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`, true],
    [STABLE.symbol, fakes[1], false],
    ['ETH', fakes[0], false],
  ])
})

test('who got and who gave is the one of the transfer, not the contract that was called', async () => {
  const rows = (await everything(0)).filter(({ metadata }) => ['send', 'receive'].includes(metadata.operationType))
  const parties = rows.map(({ metadata, transfers: [first] }) => {
    const { operationType, sentFrom, sentTo } = metadata
    return [operationType, first?.fungible_info?.symbol ?? first?.nft_info?.name, operationType === 'send' ? sentTo : sentFrom]
  })
  const people = world.devnet.accounts.map(({ address }) => address)
  expect(parties.length).toBeGreaterThan(5)
  expect(parties.filter(([, , party]) => !people.includes(party as `0x${string}`))).toEqual([])
  for (const { metadata } of rows)
    expect(account(0)).toBe(metadata.operationType === 'send' ? metadata.sentFrom : metadata.sentTo)
})

test('approvals, and what takes them back, name what they are about and who may spend it', async () => {
  const { devnet } = world
  const wallet = devnet.wallet(9)
  const abi = parseAbi([
    'function approve(address spender, uint256 amount) returns (bool)',
    'function setApprovalForAll(address operator, bool approved)',
  ])
  const spender = getAddress('0x00000000000000000000000000000000deadbeef')
  const send = async (hash: `0x${string}`) => void (await devnet.reader.waitForTransactionReceipt({ hash }))
  for (const amount of [5n, 0n])
    await send(await wallet.writeContract({ address: GRAIN.address, abi, functionName: 'approve', args: [spender, amount] }))
  for (const isApproved of [true, false])
    await send(
      await wallet.writeContract({
        address: DRAWINGS,
        abi,
        functionName: 'setApprovalForAll',
        args: [spender, isApproved],
      }),
    )
  const rows = (await everything(9)).slice(0, 4)
  expect(rows.map((row) => [told(row), row.metadata.sentTo])).toEqual([
    ['revoke, self 0 Drawings', spender],
    ['approve, self 0 Drawings', spender],
    ['revoke, self 0 GRAIN', spender],
    ['approve, self 0 GRAIN', spender],
  ])
})

describe('pages', () => {
  test('cursors lead through all rows once, and only for the list that they are of', async () => {
    const { devnet } = world
    const wallet = devnet.wallet(8)
    const hashes: string[] = []
    for (let index = 0; index < 60; index++)
      hashes.push(await wallet.sendTransaction({ to: account(9), value: BigInt(index + 1) }))
    await devnet.reader.waitForTransactionReceipt({ hash: hashes.at(-1) as `0x${string}` })
    const first = await history(8)
    expect(first.body.data).toHaveLength(50)
    const second = await history(8, `cursor=${first.body.next}`)
    expect(second.body.next).toBeNull()
    const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(hashes.every((hash) => ids.includes(`${chainId}:${hash}`))).toBe(true)
    for (const [path, cursor] of [
      [`/v1/account/${account(9)}/history?chainId=${chainId}`, first.body.next],
      [`/v1/account/${account(8)}/history?`, first.body.next],
      [`/v1/account/${account(8)}/nfts?chainId=${chainId}`, first.body.next],
      [
        `/v1/account/${account(8)}/history?chainId=${chainId}`,
        `${first.body.next.slice(0, -1)}${first.body.next.endsWith('A') ? 'B' : 'A'}`,
      ],
      [`/v1/account/${account(8)}/history?chainId=${chainId}`, 'nonsense'],
    ]) {
      const { status, body } = await world.get(`${path}&cursor=${cursor}`)
      expect([status, body.reasons[0].field]).toEqual([400, 'cursor'])
    }
  })
})

test('accepts a bare number, CAIP-10, no chain, and any case of the address', async () => {
  const want = (await history(2)).body.data.length
  const address = account(2)
  for (const path of [
    `${address}/history?chainId=31337`,
    `${chainId}:${address}/history`,
    `${address}/history`,
    `${address.toLowerCase()}/history?chainId=${chainId}`,
    `${encodeURIComponent(`${chainId}:${address}`)}/history?currency=usd&st=wm&sv=html-1.0.0&projectId=p`,
  ]) {
    const { status, body } = await world.get(`/v1/account/${path}`)
    expect(status).toBe(200)
    expect(body.data).toHaveLength(want)
  }
})

test('refuses a wrong question with its field', () =>
  checkEach(
    [
      ['0x12/history', 'address'],
      ['nonsense/history', 'address'],
      ['0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266/history', 'address'],
      ['7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv/history', 'address'],
      ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/history?chainId=eip155:5', 'chainId'],
      ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/history?chainId=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'address'],
      ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/history?chainId=%00', 'chainId'],
      ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/history?onramp=acme', 'onramp'],
    ],
    'refuses %s',
    async (path, field) => {
      const { status, body } = await world.get(`/v1/account/${path}`)
      expect([status, body.reasons[0].field]).toEqual([400, field])
    },
  ))

test('purchases come from the orders, in the words that clients wait for', async () => {
  const { status, body } = await world.get(`/v1/account/${account(0)}/history?onramp=coinbase`)
  expect([status, body]).toEqual([200, { data: [], next: null }])
})

test('a reorganisation of five blocks takes its rows away and brings the new ones', async () => {
  const { devnet } = world
  const wallet = devnet.wallet(4)
  const pay = async (value: bigint) => {
    const hash = await wallet.sendTransaction({ to: account(3), value })
    await devnet.reader.waitForTransactionReceipt({ hash })
    return hash
  }
  const kept = await pay(1n)
  const snapshot = await devnet.reader.snapshot()
  const gone = [await pay(2n), await pay(3n), await pay(4n), await pay(5n), await pay(6n)]
  const before = await everything(4)
  expect(gone.every((hash) => before.some(({ metadata }) => metadata.hash === hash))).toBe(true)
  await devnet.reader.revert({ id: snapshot })
  const fresh = [await pay(7n), await pay(8n), await pay(9n), await pay(10n), await pay(11n), await pay(12n)]
  for (const index of [4, 3]) {
    const hashes = (await everything(index)).map(({ metadata }) => metadata.hash)
    expect(hashes.slice(0, 7)).toEqual([...fresh].reverse().concat(kept))
    expect(hashes.some((hash) => gone.includes(hash as `0x${string}`))).toBe(false)
  }
})

test('a chain that begins anew is read anew', async () => {
  const { devnet } = world
  const before = await everything(4)
  await devnet.reset()
  const after = await everything(4)
  expect(after.length).toBeLessThan(before.length)
  const names = [GRAIN, STABLE, WRAPPED].map(({ symbol }) => symbol)
  expect(after.map(told).some((line) => names.some((name) => line.includes(name)))).toBe(true)
})
