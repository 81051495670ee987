// Approvals out of the logs of a real chain: given, used up, taken back, forged, in pages, over nodes that give no long lists.
import { encodeAbiParameters, encodeFunctionData, parseAbi, type Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTokenApprovals, revokeData } from '../../../../src/api/token-approvals.js'
import { tokenAbi } from '../../../devnet/abis.js'
import { COPPER, DRAWINGS, GRAIN, OLD_DOLLAR, SPAM, STABLE, V2_ROUTER } from '../../../devnet/manifest.js'
import { useSeededDevnet, walletOf } from '../../support/devnet.js'
import { onEachEngine } from '../../support/engines.js'
import { createApprovalStore } from '../../../src/data/approvals/store.js'
import { openEmbedded } from '../../support/embedded.js'
import { chainId, startWorld, type World } from '../support/world.js'

const devnet = useSeededDevnet()
const operators = parseAbi([
  'function setApprovalForAll(address operator, bool approved)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
])
const MAX = 2n ** 256n - 1n
const stranger: Address = '0x00000000000000000000000000000000DeaDBeef'

onEachEngine((engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld({ engine, devnet: devnet() })
  })
  afterAll(() => world.stop())

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
  }, 60_000)

  test('pages by cursor, without a row twice or left out', async () => {
    const spenders = Array.from({ length: 30 }, (_, index): Address => `0x${String(index + 1).padStart(40, '0')}`)
    for (const spender of spenders) await approve(5, STABLE.address, spender, MAX)
    const first = await read(5)
    const second = await getTokenApprovals(world.api, { address: account(5).address, chainId, cursor: first.next })
    expect([first.data.length, second.next]).toEqual([25, undefined])
    expect([...first.data, ...second.data].map(({ spender }) => spender).reverse()).toEqual(spenders)
  }, 60_000)

  test('of a chain that is not served nobody says that there are none', async () => {
    await expect(getTokenApprovals(world.api, { address: account(0).address, chainId: 'eip155:999' })).rejects.toMatchObject({
      code: 'CHAIN_NOT_SUPPORTED',
    })
  })
})

test('what is not kept does not count as read', async () => {
  const db = await openEmbedded()
  const store = createApprovalStore(db, 2)
  const grant = (index: number) => ({ kind: 'erc20', contract: `0x${index}`, spender: '0x1', block: index, hash: '0x' }) as const
  const at = { low: 1, next: 10 }
  await store.progress('full', 'somebody', 10)
  expect(await store.write('full', 'somebody', at, [grant(1), grant(2)])).toBe(true)
  expect(await store.write('full', 'somebody', { low: 1, next: 20 }, [grant(15)])).toBe(false)
  expect(await store.progress('full', 'somebody', 99)).toEqual(at)
  await db.close()
})
