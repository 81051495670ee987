// Smart accounts on a real chain, by the handlers of the frame and the real services: signatures that apps can check, and operations that arrive.
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenAbi } from '../../../devnet/abis.js'
import { startSmartAccounts } from '../../../devnet/bundler/for-services.js'
import { SPONSOR, STABLE } from '../../../devnet/manifest.js'
import type { PlayedSmartAccounts } from '../../../src/settings/smart-accounts.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { engine } from '../../support/engines.js'
import { addressOf } from '../../support/user-operations.js'
import { logIn, openBrowser, openWorld, type Browser, type Tab, type World } from './support.js'

const devnet = useSeededDevnet()
const TO = '0x00000000000000000000000000000000000000ab'
const ONE = 10n ** 18n
const hex = (value: bigint) => `0x${value.toString(16)}`
let played: PlayedSmartAccounts | undefined
beforeAll(async () => void (played = await startSmartAccounts(devnet().url)))
afterAll(() => played?.stop())

/** Nested, with a type whose name comes before that of the data. */
const order = {
  domain: { name: 'Shop', version: '1', chainId: 31337 },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Order: [
      { name: 'items', type: 'Item[]' },
      { name: 'note', type: 'string' },
    ],
    Item: [
      { name: 'name', type: 'string' },
      { name: 'count', type: 'uint256' },
    ],
  },
  primaryType: 'Order' as const,
  message: { items: [{ name: 'apple', count: '2' }], note: 'hi' },
}
const typedOrder = { ...order, message: { items: [{ name: 'apple', count: 2n }], note: 'hi' } }

interface Rich {
  readonly world: World
  readonly browser: Browser
  readonly tab: Tab
  readonly owner: Hex
  readonly address: Hex
}

/** Somebody whose smart account has ten coins and is not there yet. */
async function rich(): Promise<Rich> {
  const world = await openWorld(engine, {}, { evmUrl: devnet().url, smartAccounts: played?.settings })
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const { address: owner } = await logIn(world, tab)
  const user = await tab.ask('GET_USER', { chainId: 'eip155:31337', preferredAccountType: 'smartAccount' })
  const address = user.address as Hex
  await devnet().reader.setBalance({ address, value: 10n * ONE })
  return { world, browser, tab, owner: owner as Hex, address }
}

test('the account is the one that the factory makes, and an app can check what it signs before it is there', async () => {
  const { tab, owner, address } = await rich()
  expect(address).toBe(await addressOf(devnet(), owner))
  expect(await tab.ask('INIT_SMART_ACCOUNT')).toEqual({ address, isDeployed: false })
  const signature = (await tab.rpc('personal_sign', ['0x68c3a96c6c6f', address])) as Hex
  const isValid = (of: Hex, message: string) => devnet().reader.verifyMessage({ address: of, message, signature })
  expect(await isValid(address, 'héllo')).toBe(true)
  // Neither another message, nor the key's own account.
  expect(await isValid(address, 'hello')).toBe(false)
  expect(await isValid(owner, 'héllo')).toBe(false)
  const typed = (await tab.rpc('eth_signTypedData_v4', [address, JSON.stringify(order)])) as Hex
  const { EIP712Domain: _, ...types } = order.types
  expect(await devnet().reader.verifyTypedData({ ...typedOrder, types, address, signature: typed })).toBe(true)
  const other = { ...typedOrder.message, note: 'ho' }
  expect(await devnet().reader.verifyTypedData({ ...typedOrder, types, message: other, address, signature: typed })).toBe(false)
  expect(tab.person.approvals.flatMap(({ rows }) => rows)).toContainEqual({
    label: 'row.accountType',
    value: { type: 'phrase', key: 'value.smartAccountNew' },
  })
})

test('what the key signs for itself is no signature of its smart account', async () => {
  // attack 64
  const { tab, owner, address } = await rich()
  const signature = (await tab.rpc('personal_sign', ['0x6869', owner])) as Hex
  expect(await devnet().reader.verifyMessage({ address: owner, message: 'hi', signature })).toBe(true)
  expect(await devnet().reader.verifyMessage({ address, message: 'hi', signature })).toBe(false)
})

test('a page that asks the key for what the smart account alone may sign is refused without asking', async () => {
  // attack 65
  const { tab, owner } = await rich()
  for (const primaryType of ['PersonalSign', 'TypedDataSign', 'PackedUserOperation']) {
    const types = { EIP712Domain: order.types.EIP712Domain, [primaryType]: [{ name: 'text', type: 'string' }] }
    const data = { domain: order.domain, types, primaryType, message: { text: 'x' } }
    await expect(tab.rpc('eth_signTypedData_v4', [owner, JSON.stringify(data)])).rejects.toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
    })
  }
  expect(tab.person.approvals).toEqual([])
})

test('a transaction is one operation, which makes the account, arrives, and has a transaction’s hash; signatures then need no factory', async () => {
  const { tab, address } = await rich()
  const before = await devnet().reader.getBalance({ address: TO })
  const hash = (await tab.rpc('eth_sendTransaction', [{ from: address, to: TO, value: hex(ONE) }])) as Hex
  expect(await devnet().reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  expect(await devnet().reader.getBalance({ address: TO })).toBe(before + ONE)
  expect(tab.person.approvals.map(({ title }) => title)).toEqual(['call.send'])
  // The devnet's paymaster has paid the fee, and was shown.
  expect(await devnet().reader.getBalance({ address })).toBe(9n * ONE)
  expect(tab.person.approvals[0]?.rows).toContainEqual({ label: 'row.feePayer', value: { type: 'address', address: SPONSOR } })
  expect(await tab.ask('INIT_SMART_ACCOUNT')).toEqual({ address, isDeployed: true })
  expect(await tab.ask('GET_USER')).toMatchObject({ address, smartAccountDeployed: true })
  const signature = (await tab.rpc('personal_sign', ['0x6869', address])) as Hex
  expect(signature).toHaveLength(2 + 130)
  expect(await devnet().reader.verifyMessage({ address, message: 'hi', signature })).toBe(true)
  await tab.rpc('eth_sendTransaction', [{ to: TO, value: '0x1' }]) // without naming the account
  expect(await devnet().reader.getBalance({ address: TO })).toBe(before + ONE + 1n)
})

test('EIP-5792: a batch is one approval and one operation, all or nothing, and its status is told', async () => {
  const { tab, owner, address } = await rich()
  const atomic = (status: string) => ({ '0x7a69': { atomic: { status } } })
  expect(await tab.rpc('wallet_getCapabilities', [address])).toMatchObject(atomic('supported'))
  expect(await tab.rpc('wallet_getCapabilities', [owner])).toMatchObject(atomic('unsupported'))
  await expect(tab.rpc('wallet_getCapabilities', [TO])).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  const to = STABLE.address
  const mint = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [address, 5n] })
  const pay = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [TO, 2n] })
  const tooMuch = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [TO, 9n] })
  const batch = { version: '2.0.0', chainId: '0x7a69', from: address, atomicRequired: true }
  const failing = [
    { to, data: mint },
    { to, data: tooMuch },
  ]
  await expect(tab.rpc('wallet_sendCalls', [{ ...batch, calls: failing }])).rejects.toMatchObject({ code: 'FAILED' })
  expect(tab.person.approvals).toEqual([])
  const calls = [
    { to, data: mint },
    { to, data: pay },
    { to: TO, value: '0x7' },
  ]
  const { id } = (await tab.rpc('wallet_sendCalls', [{ ...batch, calls }])) as { id: string }
  expect(tab.person.approvals.map(({ calls: shown }) => shown.map(({ title }) => title))).toEqual([
    ['call.unknown', 'call.sendToken', 'call.send'],
  ])
  await expect
    .poll(() => tab.rpc('wallet_getCallsStatus', [id]))
    .toMatchObject({ id, status: 200, atomic: true, chainId: '0x7a69', version: '2.0.0' })
  const balanceOf = { address: to, abi: erc20Abi, functionName: 'balanceOf' } as const
  expect(await devnet().reader.readContract({ ...balanceOf, args: [address] })).toBe(3n)
  await expect(tab.rpc('wallet_sendCalls', [{ ...batch, calls, id }])).rejects.toMatchObject({ rpcCode: 5720 })
  expect(await tab.rpc('eth_supportedEntryPoints')).toHaveLength(1)
})

test('offline after the approval: the same request does not pay twice', async () => {
  // attack 80
  const { browser, tab, address } = await rich()
  const request = () => tab.rpc('eth_sendTransaction', [{ from: address, to: TO, value: hex(ONE) }]) as Promise<Hex>
  const before = await devnet().reader.getBalance({ address: TO })
  browser.breakAt = 'eth_sendUserOperation'
  await expect(request()).rejects.toMatchObject({ code: 'OFFLINE' })
  browser.breakAt = undefined
  browser.isOnline = true
  await devnet().reader.waitForTransactionReceipt({ hash: await request() })
  expect(tab.person.approvals).toHaveLength(1) // it was approved already
  expect(await devnet().reader.getBalance({ address: TO })).toBe(before + ONE)
})
