import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAbi } from 'viem'
import { namehash } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getIdentity } from '../../../../src/api/identity.js'
import { registerName } from '../../../../src/api/name-writes.js'
import { testApi } from '../../../../test/api/server.js'
import { pictureUrl } from '../../../src/data/identity/avatar.js'
import { DRAWINGS, NAME_RESOLVER, ONCHAIN_NAME } from '../../../devnet/manifest.js'
import { checkEach } from '../../../../test/support/rows.js'
import { startServices, type TestServices } from '../../support/services.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { signed, startWorld, type World } from '../names/support.js'

const ZONE = 'wallet.example'
const devnet = useSeededDevnet({ past: false })

let world: World
let ensFirst: TestServices
let folder: string
beforeAll(async () => {
  world = await startWorld({ devnet: devnet() })
  folder = mkdtempSync(join(tmpdir(), 'wm-identity-'))
  const dataFile = join(folder, 'data.json')
  writeFileSync(dataFile, JSON.stringify({ identity: { order: ['ens', 'names'] } }))
  ensFirst = await startServices({ evmUrl: world.devnet.url, config: { dataFile } })
})
afterAll(async () => {
  await ensFirst.stop()
  await world.stop()
  rmSync(folder, { recursive: true })
})

const of = (index: number, api = world.api) => getIdentity(api, { address: world.account(index).address })
const raw = (path: string, services = world.services) => fetch(`${services.url}${path}`)

async function setAvatar(value: string) {
  const hash = await world.devnet.wallet(0).writeContract({
    address: NAME_RESOLVER,
    abi: parseAbi(['function setText(bytes32 node, string key, string value)']),
    functionName: 'setText',
    args: [namehash(ONCHAIN_NAME), 'avatar', value],
  })
  await world.devnet.reader.waitForTransactionReceipt({ hash })
  await world.services.db?.query('delete from identities')
}

describe('an identity', () => {
  test('is that of the name service on chain, with its picture', async () => {
    const { name, avatar } = await of(0)
    expect(name).toBe(ONCHAIN_NAME)
    expect(avatar).toMatch(/^data:image\/svg\+xml;base64,/)
    const response = await raw(`/v1/account/${world.account(0).address.toLowerCase()}/identity`)
    expect(response.headers.get('x-provider')).toBe('ens')
    expect(response.headers.get('cache-control')).toBe('private, max-age=86400')
    expect(await response.json()).toMatchObject({ resolvedAt: new Date(world.clock.now).toISOString() })
  })

  test('is nothing, and becomes the name that the address registers', async () => {
    expect(await of(1)).toEqual({ name: undefined, avatar: undefined })
    await registerName(world.api, await signed(world.account(1), { name: `grace.${ZONE}` }, world.clock.now))
    expect(await of(1)).toEqual({ name: `grace.${ZONE}`, avatar: undefined })
  })

  test('own names come first or last, as the settings say', async () => {
    await registerName(world.api, await signed(world.account(0), { name: `ada.${ZONE}` }, world.clock.now))
    expect((await of(0)).name).toBe(`ada.${ZONE}`)
    const api = testApi(ensFirst.url)
    await registerName(api, await signed(world.account(0), { name: `ada.${ZONE}` }, Date.now()))
    expect((await of(0, api)).name).toBe(ONCHAIN_NAME)
    await registerName(api, await signed(world.account(2), { name: `other.${ZONE}` }, Date.now()))
    expect((await of(2, api)).name).toBe(`other.${ZONE}`)
  })

  test('is remembered for a day; that there is none, for ten minutes', async () => {
    const expiry = async (index: number) => {
      await of(index)
      const rows = await world.services.db?.query<{ expires_at: number }>(
        'select expires_at from identities where address = $1',
        [world.account(index).address.toLowerCase()],
      )
      return (rows?.[0]?.expires_at ?? 0) - world.clock.now
    }
    await world.services.db?.query('delete from identities')
    expect(await expiry(0)).toBe(86_400_000)
    expect(await expiry(9)).toBe(600_000)
    world.clock.now += 3_600_000
    const response = await raw(`/v1/identity/${world.account(0).address}`)
    expect(response.headers.get('cache-control')).toBe('private, max-age=82800')
  })

  test('of other families there is none; of what is no address, a refusal', async () => {
    const response = await raw('/v1/identity/So11111111111111111111111111111111111111112')
    expect(await response.json()).toEqual({ name: null, avatar: null, resolvedAt: null })
    expect((await raw('/v1/identity/nobody')).status).toBe(400)
    expect((await raw('/v1/identity/0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266')).status).toBe(400)
  })

  test('is not said to be none when the chain does not answer', async () => {
    const alone = await startServices({ evmUrl: 'http://127.0.0.1:9' })
    const response = await raw(`/v1/identity/${world.account(3).address}`, alone)
    expect(response.status).toBe(503)
    expect(await alone.db?.query('select * from identities')).toEqual([])
    await alone.stop()
  })
})

describe('a picture', () => {
  const png = 'data:image/png;base64,AAAA'
  const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
  test('is a link to where it is, or nothing', () =>
    checkEach(
      [
        ['https://img.example/a.png', 'https://img.example/a.png'],
        [png, png],
        [`ipfs://${cid}/a.png`, `https://gateway.example/ipfs/${cid}/a.png`],
        ['http://img.example/a.png', null],
        ['javascript:alert(1)', null],
        ['data:text/html,<script>', null],
        [`data:image/png;base64,${'A'.repeat(70_000)}`, null],
        ['https://user:word@img.example/a.png', null],
        ['ipfs://../../admin', null],
        [`ipfs://${cid}/\\..\\..\\admin`, null],
        [`ipfs://${cid}/%5c..%5c..%5cadmin`, null],
        ['eip155:1/erc721:0x/1', null],
      ],
      '%s',
      (uri, expected) => {
        expect(pictureUrl(uri, 'https://gateway.example/ipfs')).toBe(expected)
      },
    ))

  test('of a collectible counts only for who owns it', async () => {
    const abi = parseAbi([
      'function mint(address to) returns (uint256)',
      'event Transfer(address indexed, address indexed, uint256 indexed)',
    ])
    const mine = await mint(0)
    const other = await mint(1)
    await setAvatar(`eip155:31337/erc721:${DRAWINGS}/${mine}`)
    expect((await of0()).avatar).toMatch(/^data:image\/svg\+xml/)
    await setAvatar(`eip155:31337/erc721:${DRAWINGS}/${other}`)
    expect(await of0()).toEqual({ name: ONCHAIN_NAME, avatar: undefined })
    await setAvatar('eip155:31337/erc721:0x0000000000000000000000000000000000000001/1')
    expect(await of0()).toEqual({ name: ONCHAIN_NAME, avatar: undefined })

    async function of0() {
      await world.services.db?.query('delete from names where owner = $1', [world.account(0).address.toLowerCase()])
      return of(0)
    }
    async function mint(index: number) {
      const to = world.account(index).address
      const hash = await world.devnet.wallet(index).writeContract({ address: DRAWINGS, abi, functionName: 'mint', args: [to] })
      const { logs } = await world.devnet.reader.waitForTransactionReceipt({ hash })
      return BigInt(logs[0]?.topics[3] ?? 0)
    }
  })
})
