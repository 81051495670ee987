// The paymaster of the devnet, asked by viem's own clients: an account without coins does something.
import { createClient, http, parseEther, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { bundlerActions, createPaymasterClient, entryPoint08Abi, type PaymasterClient } from 'viem/account-abstraction'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBundler, type Bundler } from '../../devnet/bundler/bundler.js'
import { startDevnet, type Devnet } from '../../devnet/evm.js'
import { ENTRY_POINT, SPONSOR } from '../../devnet/manifest.js'
import { readerOf } from '../support/devnet.js'
import { executeData, operationOf, signed } from '../support/user-operations.js'

let devnet: Devnet
let bundler: Bundler
let paymaster: PaymasterClient
beforeAll(async () => {
  devnet = await startDevnet()
  bundler = await startBundler({ rpcUrl: devnet.url })
  paymaster = createPaymasterClient({ transport: http(bundler.paymasterUrl, { retryCount: 0 }) })
})
afterAll(async () => {
  await bundler.stop()
  await devnet.stop()
})
const client = () => createClient({ transport: http(bundler.url, { retryCount: 0 }), pollingInterval: 50 }).extend(bundlerActions)
const asked = { chainId: 31_337, entryPointAddress: ENTRY_POINT } as const
const friend = '0x00000000000000000000000000000000000f41e2'
/** A signature of somebody, so that it costs as much gas as a real one. */
const dummy: Hex = `0x${'7b'.repeat(32)}${'7a'.repeat(32)}1c`

/** Prepared as viem does it: stub, estimate, data. */
async function sponsored(value = 0n) {
  const key = generatePrivateKey()
  const {
    callGasLimit: _,
    verificationGasLimit: __,
    preVerificationGas: ___,
    signature: ____,
    ...bare
  } = await operationOf(devnet, privateKeyToAccount(key).address, [{ target: friend, value }])
  const { sponsor, isFinal, paymasterAndData: _____, ...stub } = await paymaster.getPaymasterStubData({ ...asked, ...bare })
  expect({ sponsor, isFinal }).toEqual({ sponsor: { name: 'Devnet' }, isFinal: false })
  const withStub = { ...bare, ...stub, signature: dummy }
  const limits = await client().estimateUserOperationGas({ entryPointAddress: ENTRY_POINT, ...withStub } as never)
  const operation = { ...withStub, ...(limits as object) }
  const data = await paymaster.getPaymasterData({ ...asked, ...operation })
  return { key, operation: { ...operation, ...data } as Awaited<ReturnType<typeof operationOf>> }
}
const send = (operation: object) => client().sendUserOperation({ entryPointAddress: ENTRY_POINT, ...operation } as never)

test('an account without coins is made and acts, and the paymaster pays', async () => {
  const deposit = { address: ENTRY_POINT, abi: entryPoint08Abi, functionName: 'balanceOf', args: [SPONSOR] } as const
  const before = await readerOf(devnet).readContract(deposit)
  const { key, operation } = await sponsored()
  const hash = await send(await signed(operation, key))
  const receipt = await client().waitForUserOperationReceipt({ hash })
  expect(receipt).toMatchObject({ success: true, paymaster: SPONSOR, sender: operation.sender })
  expect(receipt.actualGasUsed).toBeGreaterThanOrEqual(receipt.receipt.gasUsed)
  expect(before - (await readerOf(devnet).readContract(deposit))).toBe(receipt.actualGasCost)
  expect(await readerOf(devnet).getBalance({ address: operation.sender })).toBe(0n)
})

test('what it signed is good for that operation, and for ten minutes', async () => {
  const { key, operation } = await sponsored()
  const other = await signed({ ...operation, callData: executeData([]) }, key)
  await expect(send(other)).rejects.toThrow('AA34 signature error')
  const { operation: foreign } = await sponsored()
  const lent = await signed({ ...operation, paymasterData: foreign.paymasterData! }, key)
  await expect(send(lent)).rejects.toThrow('AA34 signature error')
  const snapshot = await readerOf(devnet).snapshot()
  await readerOf(devnet).increaseTime({ seconds: 601 })
  await readerOf(devnet).mine({ blocks: 1 })
  await expect(send(await signed(operation, key))).rejects.toThrow('AA32 paymaster expired or not due')
  await readerOf(devnet).revert({ id: snapshot })
})

test('it pays for gas alone: a payment needs coins of the account', async () => {
  await expect(sponsored(1n)).rejects.toThrow('What the account is asked to do reverts')
})

test('it does not pay for everything, and names what is wrong', async () => {
  const { operation } = await sponsored()
  const dear = { ...operation, maxFeePerGas: parseEther('1') }
  await expect(paymaster.getPaymasterData({ ...asked, ...dear })).rejects.toThrow('may cost more than is paid for')
  const unknown = { ...operation, callGasLimit: 0n }
  await expect(paymaster.getPaymasterData({ ...asked, ...unknown })).rejects.toThrow('callGasLimit: must be known')
  const data = (changes: object) => paymaster.getPaymasterData({ ...asked, ...operation, ...changes })
  await expect(data({ chainId: 1 })).rejects.toThrow('The chain must be 0x7a69')
  await expect(data({ entryPointAddress: SPONSOR })).rejects.toThrow('The entry point must be')
  await expect(data({ sender: '0x12' })).rejects.toThrow('sender: an address')
  await expect(data({ context: 'text' })).rejects.toThrow('The context must be an object')
  expect((await fetch(`${bundler.paymasterUrl}/other`, { method: 'POST' })).status).toBe(404)
})
