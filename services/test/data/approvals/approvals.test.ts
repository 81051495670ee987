// Approvals out of the logs of a real chain: given, used up, taken back, forged, in pages, over nodes that give no long lists.
import { encodeAbiParameters, encodeFunctionData, parseAbi, type Address } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getTokenApprovals, revokeData } from '../../../../src/api/token-approvals.js'
import { tokenAbi } from '../../../devnet/abis.js'
import { COPPER, DRAWINGS, GRAIN, OLD_DOLLAR, SPAM, STABLE, V2_ROUTER } from '../../../devnet/manifest.js'
import { useSeededDevnet, walletOf } from '../../support/devnet.js'
import { roomyBudget } from '../../support/budget.js'
import { engine, openDatabase } from '../../support/engines.js'
import type { Db } from '../../../src/db/connect.js'
import { createApprovalStore, type Grant } from '../../../src/data/approvals/store.js'
import { REORG_BLOCKS } from '../../../src/data/history/store.js'
import { chainId, startWorld, type World } from '../support/world.js'

const devnet = useSeededDevnet()
const operators = parseAbi([
  'function setApprovalForAll(address operator, bool approved)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
])
const MAX = 2n ** 256n - 1n
const stranger: Address = '0x00000000000000000000000000000000DeaDBeef'

let world: World
let db: Db
beforeAll(async () => {
  db = await engine.open()
  world = await startWorld({ db, devnet: devnet() })
})
afterAll(async () => {
  await world.stop()
  await db.close()
})

const account = (index: number) => world.devnet.accounts[index]!
const read = (index: number) => getTokenApprovals(world.api, { address: account(index).address, chainId })
/** Sends a call of the account, and waits for it. */
async function send(index: number, to: Address, data: `0x${string}`): Promise<string> {
  const hash = await walletOf(world.devnet, account(index).privateKey).sendTransaction({ to, data })
  await world.devnet.reader.waitForTransactionReceipt({ hash })
  return hash
}
const approve = (index: number, token: Address, spender: Address, amount: bigint) =>
  send(index, token, encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] }))

test('lists what is left of the past, and nothing that was used up or taken back', async () => {
  const { data, isIncomplete } = await read(0)
  const [grain, ...others] = data
  expect(others.filter(({ contract }) => contract === STABLE.address)).toEqual([]) // all of it was swapped
  expect(grain).toMatchObject({
    kind: 'erc20',
    contract: GRAIN.address,
    symbol: GRAIN.symbol,
    decimals: GRAIN.decimals,
    verified: true,
    spender: V2_ROUTER,
    spenderName: 'Swap router',
  })
  expect(BigInt(grain?.amount ?? 0)).toBeGreaterThan(2n ** 255n)
  expect(Date.now() - Date.parse(grain?.grantedAt ?? '')).toBeGreaterThan(86_400_000)
  expect(isIncomplete).toBe(false)
  expect((await read(1)).data.filter(({ contract }) => contract === OLD_DOLLAR.address)).toEqual([])
})

test('a new approval is there at once, newest first, and gone when it is taken back', async () => {
  const hash = await approve(2, COPPER.address, stranger, 5n)
  const all = await send(
    2,
    DRAWINGS,
    encodeFunctionData({ abi: operators, functionName: 'setApprovalForAll', args: [stranger, true] }),
  )
  const { data } = await read(2)
  expect(data.slice(0, 2)).toMatchObject([
    { kind: 'collection', contract: DRAWINGS, name: 'Drawings', spender: stranger, spenderName: null, hash: all, amount: '0' },
    { kind: 'erc20', contract: COPPER.address, spender: stranger, hash, amount: '5' },
  ])
  for (const row of data.slice(0, 2)) await send(2, row.contract, revokeData(row))
  expect((await read(2)).data.filter(({ spender }) => spender === stranger)).toEqual([])
  expect(
    await world.devnet.reader.readContract({
      address: DRAWINGS,
      abi: operators,
      functionName: 'isApprovedForAll',
      args: [account(2).address, stranger],
    }),
  ).toBe(false)
})

test('spam, and logs of approvals that nobody gave, are left out', async () => {
  await send(3, SPAM, encodeFunctionData({ abi: operators, functionName: 'setApprovalForAll', args: [stranger, true] }))
  // A contract that logs the approval of somebody else for anything, and answers nothing.
  const owner = encodeAbiParameters([{ type: 'address' }], [account(3).address]).slice(2)
  const spender = encodeAbiParameters([{ type: 'address' }], [stranger]).slice(2)
  const topic = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
  const initCode = `0x7f${spender}7f${owner}7f${topic}60205fa35f5ff3` as const
  const hash = await walletOf(world.devnet, account(4).privateKey).sendTransaction({ data: initCode })
  const receipt = await world.devnet.reader.waitForTransactionReceipt({ hash })
  expect(receipt.logs[0]?.topics[1]).toBe(`0x${owner}`)
  expect((await read(3)).data).toEqual([])
})

test('contracts that take all gas hide no real approval', async () => {
  await approve(6, COPPER.address, stranger, 7n)
  const word = (address: Address) => encodeAbiParameters([{ type: 'address' }], [address]).slice(2)
  const topic = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
  // Logs an approval, and stays as a contract of the one instruction that fails with all gas.
  const initCode = `0x7f${word(stranger)}7f${word(account(6).address)}7f${topic}60205fa360fe5f5360015ff3` as const
  for (let count = 0; count < 6; count++) {
    const hash = await walletOf(world.devnet, account(4).privateKey).sendTransaction({ data: initCode })
    await world.devnet.reader.waitForTransactionReceipt({ hash })
  }
  const { data, isIncomplete } = await read(6)
  expect([data.filter(({ spender }) => spender === stranger).map(({ amount }) => amount), isIncomplete]).toEqual([['7'], false])
})

test('pages by cursor, without a row twice or left out', async () => {
  const spenders = Array.from({ length: 30 }, (_, index): Address => `0x${String(index + 1).padStart(40, '0')}`)
  for (const spender of spenders) await approve(5, STABLE.address, spender, MAX)
  const first = await read(5)
  const second = await getTokenApprovals(world.api, { address: account(5).address, chainId, cursor: first.next })
  expect([first.data.length, second.next]).toEqual([25, undefined])
  expect([...first.data, ...second.data].map(({ spender }) => spender).reverse()).toEqual(spenders)
})

test('what is used up or taken back leaves the index, once no reorganisation can bring it back', async () => {
  const kept = () =>
    db.query<{ contract: string; empty_at: number | null }>(
      `select contract, empty_at from approval_grants where chain = $1 and account = $2 and spender = $3 order by contract`,
      [chainId, account(7).address.toLowerCase(), stranger.toLowerCase()],
    )
  const mine = (blocks: number) =>
    world.devnet.reader.request({ method: 'anvil_mine', params: [`0x${blocks.toString(16)}`] } as never)
  await approve(7, COPPER.address, stranger, 5n)
  await send(7, DRAWINGS, encodeFunctionData({ abi: operators, functionName: 'setApprovalForAll', args: [stranger, true] }))
  await approve(7, GRAIN.address, stranger, 5n)
  expect((await read(7)).data.filter(({ spender }) => spender === stranger)).toHaveLength(3)
  await approve(7, COPPER.address, stranger, 0n)
  await send(7, DRAWINGS, encodeFunctionData({ abi: operators, functionName: 'setApprovalForAll', args: [stranger, false] }))
  await read(7)
  expect((await kept()).filter(({ empty_at }) => empty_at !== null)).toHaveLength(2)
  await mine(REORG_BLOCKS - 1)
  await read(7)
  expect(await kept()).toHaveLength(3)
  await mine(1)
  expect((await read(7)).data.filter(({ spender }) => spender === stranger)).toMatchObject([{ contract: GRAIN.address }])
  expect(await kept()).toEqual([{ contract: GRAIN.address.toLowerCase(), empty_at: null }])
  await approve(7, COPPER.address, stranger, 6n)
  expect((await read(7)).data[0]).toMatchObject({ contract: COPPER.address, spender: stranger, amount: '6' })
})

const holder = { client: 'client:a', address: 'address:b', project: 'project:#0' }
const storeIn = (of: Db) => createApprovalStore({ db: of, budget: roomyBudget(of), now: Date.now }, 2)

describe('what is noted of grants', () => {
  const grant = (contract: string, block: number) =>
    ({ kind: 'erc20', contract, spender: '0x1', block, hash: `0x${block}` }) as const
  const start = async (of: string) => {
    const store = storeIn(db)
    await store.progress('noted', of, { next: 10, holder })
    const readTo = (next: number, grants: readonly Grant[] = []) => store.write('noted', of, { low: 1, next }, grants)
    const all = async () => (await store.page('noted', of, undefined, 10)).map(({ contract, block }) => [contract, block])
    return { store, readTo, all, note: (left: Grant[], empty: Grant[]) => store.note('noted', of, { left, empty }) }
  }

  test('empty, then given back by a reorganisation: it counts anew', async () => {
    const { readTo, all, note } = await start('undone')
    const [a] = [grant('0xa', 5)]
    await readTo(10, [a])
    await note([], [a])
    await note([a], [])
    await readTo(10 + REORG_BLOCKS)
    await note([], [a])
    expect(await all()).toEqual([['0xa', 5]])
    await readTo(10 + 2 * REORG_BLOCKS)
    await note([], [a])
    expect(await all()).toEqual([])
  })

  test('given anew while somebody looked at the older approval: it stays, with the newer one', async () => {
    const { readTo, all, note } = await start('anew')
    const [old, newer] = [grant('0xa', 5), grant('0xa', 200)]
    await readTo(10, [old])
    await note([], [old])
    await readTo(10 + REORG_BLOCKS)
    await readTo(201, [newer])
    await note([], [old]) // what was asked before
    expect(await all()).toEqual([['0xa', 200]])
    await note([], [newer])
    await readTo(200 + REORG_BLOCKS)
    await note([], [newer])
    expect(await all(), 'its own time counts').toEqual([['0xa', 200]])
    await readTo(201 + REORG_BLOCKS)
    await note([], [newer])
    expect(await all()).toEqual([])
  })

  test('an account that was full of them is read on', async () => {
    const { readTo, all, note } = await start('full')
    const [a, b, c] = [grant('0xa', 5), grant('0xb', 6), grant('0xc', 300)]
    expect(await readTo(10, [a, b])).toBe(true)
    expect(await readTo(301, [c])).toBe(false)
    await note([b], [a])
    await readTo(10 + REORG_BLOCKS)
    await note([b], [a])
    expect(await readTo(301, [c])).toBe(true)
    expect(await all()).toEqual([
      ['0xc', 300],
      ['0xb', 6],
    ])
  })
})

test('of a chain that is not served nobody says that there are none', async () => {
  await expect(getTokenApprovals(world.api, { address: account(0).address, chainId: 'eip155:999' })).rejects.toMatchObject({
    code: 'CHAIN_NOT_SUPPORTED',
  })
})

test('what is not kept does not count as read', async () => {
  const db = await openDatabase()
  const store = storeIn(db)
  const grant = (index: number) => ({ kind: 'erc20', contract: `0x${index}`, spender: '0x1', block: index, hash: '0x' }) as const
  const at = { low: 1, next: 10 }
  await store.progress('full', 'somebody', { next: 10, holder })
  expect(await store.write('full', 'somebody', at, [grant(1), grant(2)])).toBe(true)
  expect(await store.write('full', 'somebody', { low: 1, next: 20 }, [grant(15)])).toBe(false)
  expect(await store.progress('full', 'somebody', { next: 99, holder })).toEqual(at)
  await db.close()
})
