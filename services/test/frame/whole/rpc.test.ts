// Signing and sending, by the handlers of the frame, the real services and a real chain.
import { hashTypedData, recoverAddress, recoverMessageAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { engine } from '../../support/engines.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { logIn, openBrowser, openWorld, type Browser, type Tab, type World } from './support.js'

const devnet = useSeededDevnet()
const TO = '0x00000000000000000000000000000000000000aa'
const ONE = 10n ** 18n
const hex = (value: bigint) => `0x${value.toString(16)}`

/** Somebody with ten coins on the devnet. */
async function rich(): Promise<{ world: World; browser: Browser; tab: Tab; address: Hex }> {
  const world = await openWorld(engine, {}, { evmUrl: devnet().url })
  const browser = openBrowser(world)
  const tab = await browser.tab()
  await logIn(world, tab)
  await tab.ask('SWITCH_NETWORK', { chainId: 'eip155:31337' })
  const address = (await tab.ask('GET_USER')).address as Hex
  await devnet().reader.setBalance({ address, value: 10n * ONE })
  return { world, browser, tab, address }
}

test('a transaction is filled from the chain, shown, signed as it was shown, and arrives', async () => {
  const { tab, address } = await rich()
  const before = await devnet().reader.getBalance({ address: TO })
  const hash = (await tab.rpc('eth_sendTransaction', [{ from: address, to: TO, value: hex(ONE) }])) as Hex
  const receipt = await devnet().reader.waitForTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', from: address.toLowerCase(), to: TO })
  expect(await devnet().reader.getBalance({ address: TO })).toBe(before + ONE)
  const [approval] = tab.person.approvals
  // As the operator calls it: the frame has no name of it.
  expect(approval?.head.find(({ label }) => label === 'row.network')?.value).toEqual({ type: 'text', text: 'Devnet' })
  const shown = approval?.sign.type === 'evmTransaction' ? approval.sign.transaction : undefined
  const sent = await devnet().reader.getTransaction({ hash })
  expect(sent).toMatchObject({ gas: shown?.gas, nonce: shown?.nonce, value: shown?.value, chainId: 31337 })
})

test('two transactions at once have two numbers, and both arrive', async () => {
  const { tab, address } = await rich()
  const send = () => tab.rpc('eth_sendTransaction', [{ from: address, to: TO, value: '0x1' }]) as Promise<Hex>
  const [one, two] = [await send(), await Promise.all([send(), send()])]
  for (const hash of [one, ...two])
    expect(await devnet().reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  expect(await devnet().reader.getTransactionCount({ address })).toBe(3)
})

test('who rejects has signed and sent nothing', async () => {
  const { browser, tab, address } = await rich()
  tab.person.approves = false
  for (const call of [
    () => tab.rpc('eth_sendTransaction', [{ from: address, to: TO, value: '0x1' }]),
    () => tab.rpc('personal_sign', ['0x6869', address]),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'USER_REJECTED', rpcCode: 4001 })
  expect(browser.called).not.toContain('/api/slots/release')
  expect(await devnet().reader.getTransactionCount({ address })).toBe(0)
})

test('another from, another chain, and the zero address are refused without asking', async () => {
  // attack 67
  const { tab, address } = await rich()
  for (const transaction of [
    { from: TO, to: TO, value: '0x1' },
    { from: address, to: TO, value: '0x1', chainId: '0x1' },
    { from: address, to: `0x${'00'.repeat(20)}`, value: '0x1' },
  ])
    await expect(tab.rpc('eth_sendTransaction', [transaction])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  expect(tab.person.approvals).toEqual([])
})

test('a chain that the services do not have is refused, whatever the page says of it', async () => {
  // attack 74
  const { tab, address } = await rich()
  await expect(tab.ask('SWITCH_NETWORK', { chainId: 'eip155:424242', rpcUrl: 'https://evil.example' })).rejects.toMatchObject({
    code: 'UNSUPPORTED_CHAIN',
    rpcCode: 32603,
  })
  for (const chainId of [2 ** 31, '0x0', 'eip155:x'])
    await expect(tab.ask('SWITCH_NETWORK', { chainId })).rejects.toMatchObject({ code: 'UNSUPPORTED_CHAIN' })
  for (const chainId of [31337, '31337', '0x7a69', 'eip155:31337'])
    expect(await tab.ask('SWITCH_NETWORK', { chainId })).toEqual({ chainId: 31337 })
  await expect(tab.rpc('eth_sendTransaction', [{ from: address, to: TO }], { chainId: 'eip155:424242' })).rejects.toMatchObject({
    code: 'UNSUPPORTED_CHAIN',
  })
  expect(await tab.ask('GET_CHAIN_ID')).toEqual({ chainId: 31337 })
  expect(await tab.rpc('eth_chainId')).toBe('0x7a69')
})

test('methods that are not allowed, however they are written', async () => {
  // attack 75
  const { tab, address } = await rich()
  for (const method of ['eth_sign', 'Eth_Call', 'eth_call ', 'personal_ecRecover', 'toString', ''])
    await expect(tab.rpc(method, [address, '0x00'])).rejects.toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
      message: 'Requested RPC call is not allowed',
    })
  for (const method of ['wallet_getAssets', 'eth_supportedEntryPoints', 'eth_sendUserOperation', 'wallet_revokePermissions'])
    await expect(tab.rpc(method, [])).rejects.toMatchObject({ code: 'METHOD_NOT_SUPPORTED' })
})

test('messages and typed data are signed by the account', async () => {
  const { tab, address } = await rich()
  const signature = (await tab.rpc('personal_sign', ['0x68c3a96c6c6f', address])) as Hex
  expect(await recoverMessageAddress({ message: 'héllo', signature })).toBe(address)
  const typedData = {
    domain: { name: 'Test', version: '1', chainId: 31337 },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Note: [
        { name: 'text', type: 'string' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'Note' as const,
    message: { text: 'hi', amount: '12345678901234567890' },
  }
  const typed = (await tab.rpc('eth_signTypedData_v4', [address, JSON.stringify(typedData)])) as Hex
  const { EIP712Domain: _, ...types } = typedData.types
  const hash = hashTypedData({ ...typedData, types, message: { text: 'hi', amount: 12345678901234567890n } })
  expect(await recoverAddress({ hash, signature: typed })).toBe(address)
})

test('reads go to the chain without asking anybody', async () => {
  const { tab, address } = await rich()
  expect(await tab.rpc('eth_getBalance', [address, 'latest'])).toBe(hex(10n * ONE))
  expect(await tab.rpc('eth_accounts')).toEqual([address])
  await expect(tab.rpc('eth_call', [{ to: address, data: '0x' }, 'no block'])).rejects.toMatchObject({ code: 'FAILED' })
  expect(tab.person.approvals).toEqual([])
})

test('EIP-5792: a batch is one approval and one transaction after the other, and its status is told', async () => {
  const { tab, address } = await rich()
  expect(await tab.rpc('wallet_getCapabilities', [address])).toMatchObject({ '0x7a69': { atomic: { status: 'unsupported' } } })
  await expect(tab.rpc('wallet_getCapabilities', [TO])).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  const calls = [1n, 2n, 3n].map((value) => ({ to: TO, value: hex(value) }))
  const batch = { version: '2.0.0', chainId: '0x7a69', from: address, atomicRequired: false, calls }
  const before = await devnet().reader.getBalance({ address: TO })
  const { id } = (await tab.rpc('wallet_sendCalls', [batch])) as { id: string }
  expect(tab.person.approvals).toHaveLength(1)
  await expect
    .poll(() => tab.rpc('wallet_getCallsStatus', [id]))
    .toMatchObject({ id, status: 200, atomic: false, chainId: '0x7a69', version: '2.0.0' })
  expect(await devnet().reader.getBalance({ address: TO })).toBe(before + 6n)
  const { receipts } = (await tab.rpc('wallet_getCallsStatus', [id])) as { receipts: unknown[] }
  expect(receipts).toHaveLength(3)
  await expect(tab.rpc('wallet_sendCalls', [{ ...batch, id }])).rejects.toMatchObject({ rpcCode: 5720 })
  await expect(tab.rpc('wallet_sendCalls', [{ ...batch, atomicRequired: true }])).rejects.toMatchObject({ rpcCode: 5760 })
  await expect(tab.rpc('wallet_getCallsStatus', ['0x00'])).rejects.toMatchObject({ rpcCode: 5730 })
})

test('a page that no longer waits before the approval has sent nothing', async () => {
  const { tab, address } = await rich()
  const controller = new AbortController()
  controller.abort()
  await expect(
    tab.ask(
      'RPC_REQUEST',
      { method: 'eth_sendTransaction', params: [{ from: address, to: TO, value: '0x1' }] },
      undefined,
      controller.signal,
    ),
  ).rejects.toMatchObject({ code: 'ABORTED' })
  expect(tab.person.approvals).toEqual([])
})

test('offline after the approval: the same request does not pay twice', async () => {
  // attack 80
  const { browser, tab, address } = await rich()
  const request = () => tab.rpc('eth_sendTransaction', [{ from: address, to: TO, value: hex(ONE) }]) as Promise<Hex>
  const before = await devnet().reader.getBalance({ address: TO })
  browser.breakAt = 'eth_sendRawTransaction'
  await expect(request()).rejects.toMatchObject({ code: 'OFFLINE' })
  browser.breakAt = undefined
  browser.isOnline = true
  expect(tab.person.approvals).toHaveLength(1)
  const hash = await request()
  expect(tab.person.approvals).toHaveLength(1) // it was approved already
  await devnet().reader.waitForTransactionReceipt({ hash })
  expect(await devnet().reader.getBalance({ address: TO })).toBe(before + ONE)
})
