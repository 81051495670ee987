// The accounts' past: complete, and the same on every start.
import { parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectionAbi, tokenAbi } from '../../devnet/abis.js'
import { COPPER, DRAWINGS, GRAIN, OLD_DOLLAR, SPAM, STABLE, TOKENS, V2_ROUTER } from '../../devnet/manifest.js'
import { startSeededDevnet, type SeededDevnet } from '../support/devnet.js'

let devnet: SeededDevnet
let twin: SeededDevnet
beforeAll(async () => {
  ;[devnet, twin] = await Promise.all([startSeededDevnet(), startSeededDevnet()])
})
afterAll(() => Promise.all([devnet.stop(), twin.stop()]))

const address = (index: number) => devnet.accounts[index]!.address

/** Everything that must not depend on when the devnet was started. */
async function fingerprint({ reader, accounts }: SeededDevnet) {
  const height = await reader.getBlockNumber()
  const blocks = await Promise.all(
    Array.from({ length: Number(height) + 1 }, (_, index) => reader.getBlock({ blockNumber: BigInt(index) })),
  )
  const balances = await reader.multicall({
    allowFailure: false,
    contracts: accounts.flatMap((owner) =>
      TOKENS.map(
        (token) => ({ address: token.address, abi: tokenAbi, functionName: 'balanceOf', args: [owner.address] }) as const,
      ),
    ),
  })
  return { transactions: blocks.map(({ transactions }) => transactions), balances }
}

test('two starts give the same addresses, balances and transactions', async () => {
  const first = await fingerprint(devnet)
  expect(first).toEqual(await fingerprint(twin))
  expect(first.transactions.flat().length).toBeGreaterThan(80)
})

test('it spans a month and ends before now', async () => {
  const stamps = await Promise.all(
    ['earliest', 'latest'].map(async (blockTag) => (await devnet.reader.getBlock({ blockTag: blockTag as 'latest' })).timestamp),
  )
  const [first = 0n, last = 0n] = stamps
  expect(last - first).toBe(30n * 86_400n)
  expect(Number(last)).toBeLessThanOrEqual(Date.now() / 1000)
})

test('transfers, swaps and approvals went through; one transfer failed', async () => {
  const logs = await devnet.reader.getLogs({ event: tokenAbi[10], args: { to: address(0) }, fromBlock: 0n })
  expect(logs.length).toBeGreaterThan(5)
  const approvals = await devnet.reader.getLogs({
    event: tokenAbi[11],
    args: { owner: address(1), spender: V2_ROUTER },
    fromBlock: 0n,
  })
  expect(approvals.map(({ args }) => args.value)).toEqual([parseUnits('50', 6), 0n])
  const blocks = await Promise.all(
    Array.from({ length: Number(await devnet.reader.getBlockNumber()) }, (_, index) =>
      devnet.reader.getBlock({ blockNumber: BigInt(index) }),
    ),
  )
  const receipts = await Promise.all(
    blocks.flatMap(({ transactions }) => transactions.map((hash) => devnet.reader.getTransactionReceipt({ hash }))),
  )
  const failed = receipts.filter(({ status }) => status === 'reverted')
  expect(failed.map(({ from, to }) => [from, to])).toEqual([[address(1).toLowerCase(), COPPER.address.toLowerCase()]])
})

test('balances are what the past left', async () => {
  const balance = (index: number, token: { address: `0x${string}` }) =>
    devnet.reader.readContract({ address: token.address, abi: tokenAbi, functionName: 'balanceOf', args: [address(index)] })
  expect(await balance(0, OLD_DOLLAR)).toBe(parseUnits('275', 6))
  expect(await balance(0, GRAIN)).toBe(parseEther('940'))
  expect(await balance(2, STABLE)).toBe(parseUnits('5120', 6))
  expect(await balance(9, STABLE)).toBe(parseUnits('5000', 6))
  expect(await devnet.reader.getBalance({ address: address(0) })).toBe(parseEther('10000'))
  const pieces = { abi: collectionAbi, functionName: 'balanceOf' } as const
  expect(await devnet.reader.readContract({ ...pieces, address: DRAWINGS, args: [address(1)] })).toBe(2n)
  expect(await devnet.reader.readContract({ ...pieces, address: SPAM, args: [address(9)] })).toBe(1n)
})

test('a reset forgets what came after, as often as needed', async () => {
  const before = await fingerprint(devnet)
  for (const amount of ['1', '2']) {
    const hash = await devnet.wallet(5).sendTransaction({ to: address(6), value: parseEther(amount) })
    await devnet.reader.waitForTransactionReceipt({ hash })
    expect(await devnet.reader.getBalance({ address: address(6) })).toBe(parseEther('10000') + parseEther(amount))
    await devnet.reset()
    expect(await devnet.reader.getBalance({ address: address(6) })).toBe(parseEther('10000'))
    await expect(devnet.reader.getTransactionReceipt({ hash })).rejects.toThrow('could not be found')
  }
  expect(await fingerprint(devnet)).toEqual(before)
})
