// What the manifest says against what is on the chain.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { getContract, parseEther } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as manifest from '../../devnet/manifest.js'
import { factoryAbi, pairAbi, routerAbi, tokenAbi } from '../../devnet/abis.js'
import { startDevnet, type Devnet } from '../../devnet/evm.js'
import { readerOf } from '../support/devnet.js'
import { checkEach } from '../../../test/support/rows.js'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())
const reader = () => readerOf(devnet)

test('every token is where the manifest says, and calls itself so', async () => {
  for (const { address, ...said } of manifest.TOKENS) {
    const token = getContract({ address, abi: tokenAbi, client: reader() })
    const [name, symbol, decimals] = await Promise.all([token.read.name(), token.read.symbol(), token.read.decimals()])
    expect({ name, symbol, decimals }).toEqual({ name: said.name, symbol: said.symbol, decimals: said.decimals })
  }
})

test('every address of the manifest is a contract, or a funded account', () =>
  checkEach(
    Object.entries(manifest).filter(([, value]) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)),
    '%s is a contract, or a funded account',
    async (name, address) => {
      const code = await reader().getCode({ address: address as `0x${string}` })
      const funded = ['DEPLOYER', 'FAUCET', 'GATEWAY_SIGNER', 'BUNDLER', 'SPONSOR_SIGNER'].includes(name)
      expect(code === undefined).toBe(funded)
    },
  ))

test('keys belong to their addresses, and the faucet is rich', async () => {
  expect(privateKeyToAddress(manifest.DEPLOYER_KEY)).toBe(manifest.DEPLOYER)
  expect(privateKeyToAddress(manifest.GATEWAY_KEY)).toBe(manifest.GATEWAY_SIGNER)
  expect(privateKeyToAddress(manifest.FAUCET_KEY)).toBe(manifest.FAUCET)
  expect(privateKeyToAddress(manifest.BUNDLER_KEY)).toBe(manifest.BUNDLER)
  expect(privateKeyToAddress(manifest.SPONSOR_KEY)).toBe(manifest.SPONSOR_SIGNER)
  expect(await reader().getBalance({ address: manifest.FAUCET })).toBe(parseEther('1000000'))
})

test('router, factory and pools know each other', async () => {
  const router = getContract({ address: manifest.V2_ROUTER, abi: routerAbi, client: reader() })
  const factory = getContract({ address: manifest.V2_FACTORY, abi: factoryAbi, client: reader() })
  expect(await router.read.factory()).toBe(manifest.V2_FACTORY)
  expect(await router.read.WETH()).toBe(manifest.WRAPPED.address)
  expect(await factory.read.allPairsLength()).toBe(BigInt(manifest.POOLS.length))
  for (const [index, pool] of manifest.POOLS.entries()) {
    expect(await factory.read.allPairs([BigInt(index)])).toBe(pool.address)
    expect(await factory.read.getPair([pool.tokenB.address, pool.tokenA.address])).toBe(pool.address)
  }
})

test('without a past the pools hold what the manifest says, and the accounts nothing but coins', async () => {
  for (const { address, tokenA, amountA, tokenB, amountB } of manifest.POOLS) {
    const pair = getContract({ address, abi: pairAbi, client: reader() })
    const [reserve0, reserve1] = await pair.read.getReserves()
    const ascending = BigInt(tokenA.address) < BigInt(tokenB.address)
    expect(ascending ? [reserve0, reserve1] : [reserve1, reserve0]).toEqual([amountA, amountB])
    expect(await pair.read.token0()).toBe(ascending ? tokenA.address : tokenB.address)
  }
  const [first] = devnet.accounts
  for (const { address } of manifest.TOKENS) {
    expect(await reader().readContract({ address, abi: tokenAbi, functionName: 'balanceOf', args: [first!.address] })).toBe(0n)
  }
  expect(await reader().getBalance({ address: first!.address })).toBe(parseEther('10000'))
  expect(await reader().getTransactionCount({ address: first!.address })).toBe(0)
})

test('the chain goes on at the present time, after a reset too', async () => {
  for (const again of [false, true]) {
    if (again) await devnet.reset()
    await reader().mine({ blocks: 1 })
    const { timestamp } = await reader().getBlock()
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(10)
  }
})

describe('the checked-in artifacts', () => {
  const folder = new URL('../../devnet/contracts/', import.meta.url)
  const read = (name: string) => readFileSync(new URL(name, folder))
  const manifestOf = (name: string): unknown => createRequire(import.meta.url)(`${name}/package.json`)
  const { version: libraryVersion } = manifestOf('@openzeppelin/contracts') as { version: string }
  test('every artifact was compiled from the sources', () =>
    checkEach(
      readdirSync(folder).filter((name) => name.endsWith('.json')),
      '%s was compiled from the sources',
      (name) => {
        const { sources, sourceSha256, library } = JSON.parse(read(name).toString()) as {
          sources: string[]
          sourceSha256: string
          library?: string
        }
        const hash = createHash('sha256')
        for (const source of sources) hash.update(read(source))
        expect(sourceSha256).toBe(hash.digest('hex'))
        const importsLibrary = sources.some((source) => read(source).includes('from "@openzeppelin/contracts/'))
        expect(library).toBe(importsLibrary ? `@openzeppelin/contracts ${libraryVersion}` : undefined)
      },
    ))
})
