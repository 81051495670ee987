// Smart accounts on the frame's origin: what the page is told, and how its operations get to the bundler.
import { numberToHex, parseEther, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startSmartAccounts } from '../../devnet/bundler/for-services.js'
import { startDevnet, type Devnet } from '../../devnet/evm.js'
import { ACCOUNT_FACTORY, ACCOUNT_IMPLEMENTATION, ENTRY_POINT } from '../../devnet/manifest.js'
import { configAnswerSchema } from '../../src/embedded/wire.js'
import type { PlayedSmartAccounts } from '../../src/settings/smart-accounts.js'
import { openDatabase } from '../support/engines.js'
import { readerOf } from '../support/devnet.js'
import { hashOf, operationOf, signed } from '../support/user-operations.js'
import { startFrame, type TestFrame } from './support/frame.js'

const CHAIN = 'eip155:31337'
let devnet: Devnet
let played: PlayedSmartAccounts | undefined
let frame: TestFrame
const closers: (() => Promise<void>)[] = []
beforeAll(async () => {
  devnet = await startDevnet()
  closers.push(() => devnet.stop())
  played = await startSmartAccounts(devnet.url)
  closers.push(async () => played?.stop())
  const db = await openDatabase()
  closers.push(() => db.close())
  const chains = { [CHAIN]: [devnet.url], 'eip155:1': [devnet.url] }
  frame = await startFrame({ db, config: { chains, smartAccounts: played?.settings ?? {} } })
  closers.push(() => frame.stop())
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

async function ask(method: string, params: readonly unknown[], chain = CHAIN) {
  const response = await fetch(`${frame.url}/v1?chainId=${chain}&projectId=demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
}

test('the page is told the factory, and nothing about who is behind the proxy', async () => {
  const text = await (await fetch(`${frame.url}/api/config?projectId=demo`)).text()
  const { smartAccounts } = configAnswerSchema.parse(JSON.parse(text))
  expect(Object.keys(smartAccounts)).toEqual([CHAIN])
  expect(smartAccounts[CHAIN]).toEqual({
    entryPoint: '0.8',
    factory: ACCOUNT_FACTORY,
    implementation: ACCOUNT_IMPLEMENTATION,
    paymaster: true,
  })
  expect(text).not.toContain(new URL(played!.settings[CHAIN]!.bundlerUrl).host)
})

test('an operation goes through the proxy, with the bundler’s own answers and refusals', async () => {
  const key = generatePrivateKey()
  const operation = await operationOf(devnet, privateKeyToAccount(key).address, [{ target: ENTRY_POINT, value: 1n }])
  const wire = (values: object) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'bigint' ? numberToHex(value) : (value as unknown)]),
    )
  const send = async () => ask('eth_sendUserOperation', [wire(await signed(operation, key)), ENTRY_POINT])
  expect((await ask('eth_supportedEntryPoints', [])).result).toEqual([ENTRY_POINT])
  expect((await send()).error).toMatchObject({ code: -32500, message: "AA21 didn't pay prefund" })
  await readerOf(devnet).setBalance({ address: operation.sender, value: parseEther('1') })
  const { result: limits } = await ask('eth_estimateUserOperationGas', [wire(operation), ENTRY_POINT])
  expect(Number((limits as Record<string, Hex>)['callGasLimit'])).toBeGreaterThan(9_000)
  expect((await send()).result).toBe(hashOf(operation))
  await vi.waitFor(
    async () => expect((await ask('eth_getUserOperationReceipt', [hashOf(operation)])).result).toMatchObject({ success: true }),
    { interval: 20 },
  )
})

test('a chain without smart accounts has no bundler', async () => {
  expect((await ask('eth_supportedEntryPoints', [], 'eip155:1')).error?.code).toBe(-32601)
})

test('where the contracts are not on the chain, or no node answers, nothing is offered', async () => {
  await readerOf(devnet).setCode({ address: ACCOUNT_FACTORY, bytecode: '0x' })
  expect(await startSmartAccounts(devnet.url)).toBeUndefined()
  expect(await startSmartAccounts('http://127.0.0.1:9')).toBeUndefined()
})
