// What an ordinary client of ENS reads of a name here through the universal resolver: picture, texts, addresses of other coins, primary
// names of other chains.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { labelhash, namehash } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerName, setNameAddress } from '../../../../src/api/name-writes.js'
import { serve, type TestServer } from '../../../../test/api/server.js'
import { bitcoinScript } from '../../../src/data/names/bitcoin-script.js'
import { registryAbi } from '../../../devnet/abis.js'
import { MULTICALL3 } from '../../../devnet/evm.js'
import { DEPLOYER_KEY, NAME_REGISTRY, OFFCHAIN_RESOLVER, UNIVERSAL_RESOLVER } from '../../../devnet/manifest.js'
import { useSeededDevnet, walletOf } from '../../support/devnet.js'
import { COIN_TYPE, contractWallet, signed, startWorld, type World } from './support.js'
import { checkEach } from '../../../../test/support/rows.js'

/** ENSIP-19. */
const EVERY_CHAIN = 0x8000_0000

const name = 'ada.wallet.example'
const vectors: readonly (readonly [string, string])[] = [
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  ['3Ai1JZ8pdJb2ksieUV8FsxSNVJCpoPi8W6', 'a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1887'],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
]

describe('an address of Bitcoin', () => {
  test('is its script', () =>
    checkEach(vectors, '%s is the script %s', (address, script) => {
      expect(Buffer.from(bitcoinScript(address) ?? []).toString('hex')).toBe(script)
    }))

  test('is none when it is of something else', () =>
    checkEach(
      [
        ['a wrong digit', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
        ['of a test network', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
        ['a wrong letter', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
        ['of a test network, by bech32', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
        ['both cases at once', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4'],
        ['taproot with the older check sum', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
        ['an account of Ethereum', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
        ['nothing', ''],
      ],
      '%s is none',
      (_, address) => {
        expect(bitcoinScript(address)).toBeUndefined()
      },
    ))
})

describe('records of a name', () => {
  const devnet = useSeededDevnet({ past: false })
  let world: World
  let pictures: TestServer
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'wm-records-'))
    const dataFile = join(folder, 'data.json')
    writeFileSync(dataFile, JSON.stringify({ names: { attributes: ['bio', 'avatar'] } }))
    pictures = await serve((response) => response.writeHead(200, { 'content-type': 'image/png' }).end('png'))
    world = await startWorld({ devnet: devnet(), config: { dataFile } })
    const attributes = { bio: 'Likes looms', avatar: `${pictures.url}/ada.png` }
    await registerName(world.api, await signed(world.account(1), { name, attributes }, world.clock.now))
  })
  afterAll(async () => {
    await world.stop()
    await pictures.stop()
    rmSync(folder, { recursive: true })
  })

  const ens = () =>
    createPublicClient({
      chain: {
        ...anvil,
        contracts: { multicall3: { address: MULTICALL3 }, ensUniversalResolver: { address: UNIVERSAL_RESOLVER } },
      },
      transport: http(world.devnet.url),
    })

  test('has its picture and its texts', async () => {
    expect(await ens().getEnsAvatar({ name })).toBe(`${pictures.url}/ada.png`)
    expect(await ens().getEnsText({ name, key: 'avatar' })).toBe(`${pictures.url}/ada.png`)
    expect(await ens().getEnsText({ name, key: 'description' })).toBe('Likes looms')
  })

  test('has addresses of other coins', async () => {
    for (const [address, script] of vectors) {
      world.clock.now += 1000
      const text = await signed(world.account(1), { coinType: 0, address }, world.clock.now)
      expect(await setNameAddress(world.api, { ...text, name })).toMatchObject({ 0: { address } })
      expect(await ens().getEnsAddress({ name, coinType: 0n })).toBe(`0x${script}`)
    }
    const wrong = await signed(world.account(1), { coinType: 0, address: 'bc1qnobody' }, world.clock.now)
    await expect(setNameAddress(world.api, { ...wrong, name })).rejects.toMatchObject({
      details: { status: 400, field: 'address' },
    })
    const unknown = await signed(world.account(1), { coinType: 2, address: 'L1' }, world.clock.now)
    await expect(setNameAddress(world.api, { ...unknown, name })).rejects.toMatchObject({
      details: { status: 400, field: 'coin_type' },
    })
  })

  test('is the primary name of its owner, on mainnet and on the chain where he signed', async () => {
    const { address } = world.account(1)
    expect(await ens().getEnsName({ address })).toBe(name)
    await openReverseZone(COIN_TYPE.toString(16))
    expect(await ens().getEnsName({ address, coinType: BigInt(COIN_TYPE) })).toBe(name)
  })

  /** The operator gives the gateway the reverse zone of a chain, too (ENSIP-19). */
  async function openReverseZone(label: string): Promise<void> {
    const hash = await walletOf(world.devnet, DEPLOYER_KEY).writeContract({
      address: NAME_REGISTRY,
      abi: registryAbi,
      functionName: 'setSubnodeRecord',
      args: [namehash('reverse'), labelhash(label), privateKeyToAccount(DEPLOYER_KEY).address, OFFCHAIN_RESOLVER, 0n],
    })
    await world.devnet.reader.waitForTransactionReceipt({ hash })
  }

  test('has an address for all EVM chains when its owner gives it one, and is his primary name there', async () => {
    const { address } = world.account(1)
    const base = EVERY_CHAIN + 8453
    await openReverseZone('default')
    await openReverseZone(base.toString(16))
    const addressOn = async (coinType: number) => (await ens().getEnsAddress({ name, coinType: BigInt(coinType) }))?.toLowerCase()
    const nameOn = (coinType: number) => ens().getEnsName({ address, coinType: BigInt(coinType) })
    expect([await addressOn(EVERY_CHAIN), await addressOn(base), await nameOn(EVERY_CHAIN), await nameOn(base)]).toEqual([
      undefined,
      undefined,
      null,
      null,
    ])
    world.clock.now += 1000
    const text = await signed(world.account(1), { coinType: EVERY_CHAIN, address }, world.clock.now)
    expect(await setNameAddress(world.api, { ...text, name })).toMatchObject({ [EVERY_CHAIN]: { address } })
    const lower = address.toLowerCase()
    expect([await addressOn(EVERY_CHAIN), await addressOn(base)]).toEqual([lower, lower])
    expect([await nameOn(EVERY_CHAIN), await nameOn(base)]).toEqual([name, name])
    // Its own address on a chain wins, and is nobody's primary name when it is another's.
    world.clock.now += 1000
    const { address: other } = world.account(2)
    const own = await signed(world.account(1), { coinType: COIN_TYPE, address: other }, world.clock.now)
    await setNameAddress(world.api, { ...own, name })
    expect([await addressOn(COIN_TYPE), await nameOn(COIN_TYPE)]).toEqual([other.toLowerCase(), null])
  })

  test('a contract gives no address for all chains: elsewhere its address may be a stranger’s', async () => {
    const { deploy, deployed } = await contractWallet(world, world.account(6))
    await deploy()
    const contract = `vault.${name.split('.').slice(1).join('.')}`
    await registerName(world.api, await signed(deployed, { name: contract }, world.clock.now))
    const text = await signed(deployed, { coinType: EVERY_CHAIN, address: deployed.address }, world.clock.now)
    await expect(setNameAddress(world.api, { ...text, name: contract })).rejects.toMatchObject({
      details: { status: 401, field: 'signature' },
    })
  })
})
