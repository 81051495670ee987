import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createPublicClient, createWalletClient, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devnetChain } from '../../../test/support/devnet-chain.js'
import { findAnvil } from '../../devnet/anvil.js'
import { MULTICALL3, startDevnet, type Devnet } from '../../devnet/evm.js'

const contracts = new URL('../../devnet/contracts/', import.meta.url)
const artifact = JSON.parse(readFileSync(new URL('Multicall3.json', contracts), 'utf8')) as {
  abi: readonly unknown[]
}
const balanceOf = (address: `0x${string}`) =>
  ({
    address: MULTICALL3,
    abi: [
      {
        type: 'function',
        name: 'getEthBalance',
        stateMutability: 'view',
        inputs: [{ name: 'account', type: 'address' }],
        outputs: [{ name: '', type: 'uint256' }],
      },
    ],
    functionName: 'getEthBalance',
    args: [address],
  }) as const

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())

const chain = () => ({ ...devnetChain, contracts: { multicall3: { address: MULTICALL3 } } }) as const
const reader = () => createPublicClient({ chain: chain(), transport: http(devnet.url) })
const first = () => devnet.accounts[0] ?? { address: '0x' as const, privateKey: '0x' as const }
const second = () => devnet.accounts[1]?.address ?? '0x'

describe('the EVM devnet', () => {
  test('answers as chain 31337 with the well-known funded accounts', async () => {
    expect(await reader().getChainId()).toBe(31_337)
    expect(first().address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    expect(privateKeyToAccount(first().privateKey).address).toBe(first().address)
    expect(await reader().getBalance({ address: first().address })).toBe(parseEther('10000'))
  })

  test('answers many reads in one call through Multicall3', async () => {
    const results = await reader().multicall({
      contracts: [
        balanceOf(first().address),
        { ...balanceOf(first().address), functionName: 'missing' as 'getEthBalance' },
        balanceOf(second()),
      ],
    })
    expect(results.map(({ status }) => status)).toEqual(['success', 'failure', 'success'])
    expect(results[2]?.result).toBe(await reader().getBalance({ address: second() }))
  })

  test('refuses the whole batch when a call that must succeed fails', async () => {
    const calls = [{ target: MULTICALL3, allowFailure: false, callData: '0xdeadbeef' }] as const
    const run = reader().readContract({
      address: MULTICALL3,
      abi: artifact.abi as never,
      functionName: 'aggregate3',
      args: [calls],
    } as never)
    await expect(run).rejects.toThrow('Multicall3: call failed')
  })

  test('moves coins, and forgets it after a reset that keeps Multicall3', async () => {
    const wallet = createWalletClient({
      account: privateKeyToAccount(first().privateKey),
      chain: chain(),
      transport: http(devnet.url),
    })
    const hash = await wallet.sendTransaction({ to: second(), value: parseEther('2.5') })
    await reader().waitForTransactionReceipt({ hash })
    expect(await reader().getBalance({ address: second() })).toBe(parseEther('10002.5'))
    await devnet.reset()
    expect(await reader().getBalance({ address: second() })).toBe(parseEther('10000'))
    expect(await reader().readContract(balanceOf(second()))).toBe(parseEther('10000'))
  })

  test('is gone after stop, which may be called twice', async () => {
    const other = await startDevnet()
    await other.stop()
    await other.stop()
    await expect(fetch(other.url)).rejects.toThrow()
    expect(await other.ended).toBeUndefined()
  })

  test('refuses a port that something else listens on', async () => {
    const squatter = createServer()
    const port = await new Promise<number>((resolve) =>
      squatter.listen(0, '127.0.0.1', () => resolve((squatter.address() as { port: number }).port)),
    )
    await expect(startDevnet({ port })).rejects.toThrow(`port ${port}`)
    squatter.close()
  })
})

test('finds an anvil, and lists nothing that cannot be executed', () => {
  expect(findAnvil({ PATH: '' }).endsWith('anvil')).toBe(true)
})
