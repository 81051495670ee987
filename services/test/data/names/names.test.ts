import { createPublicClient, http } from 'viem'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { serverNow } from '../../../../src/api/clock.js'
import { registerName, setNameAddress, setNameAttributes, type NameWrite } from '../../../../src/api/name-writes.js'
import { getName, getNamesOf, getNameSuggestions } from '../../../../src/api/names.js'
import { testApi } from '../../../../test/api/server.js'
import { MULTICALL3 } from '../../../devnet/evm.js'
import { ONCHAIN_NAME, UNIVERSAL_RESOLVER } from '../../../devnet/manifest.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { checkEach } from '../../../../test/support/rows.js'
import { startServices } from '../../support/services.js'
import { CHAIN, COIN_TYPE, contractWallet, signed, startWorld, type World } from './support.js'

const ZONE = 'wallet.example'
const devnet = useSeededDevnet({ past: false })

let world: World
beforeAll(async () => void (world = await startWorld({ devnet: devnet() })))
afterAll(() => world.stop())

const on = { chainId: CHAIN }
const register = async (index: number, name: string, attributes = {}) =>
  registerName(world.api, await signed(world.account(index), { name, attributes }, world.clock.now))
const refused = (status: number, field: string) => ({ code: 'HTTP_STATUS', details: { status, field } })

/** An ordinary client of ENS: it knows the universal resolver, and nothing of these services. */
function ensClient() {
  const chain = {
    ...anvil,
    contracts: { multicall3: { address: MULTICALL3 }, ensUniversalResolver: { address: UNIVERSAL_RESOLVER } },
  } as const
  return createPublicClient({ chain, transport: http(world.devnet.url) })
}

describe('a name', () => {
  test('is registered, found in any case, and found by its address', async () => {
    const { address } = world.account(1)
    const { success, record } = await register(1, `Grace.${ZONE}`, { bio: 'Likes ships' })
    expect(success).toBe(true)
    expect(record).toMatchObject({ name: `grace.${ZONE}`, attributes: { bio: 'Likes ships' }, updated_at: null })
    expect(record?.addresses).toEqual({
      60: { address, created_at: new Date(world.clock.now).toISOString() },
      [COIN_TYPE]: { address, created_at: new Date(world.clock.now).toISOString() },
    })
    expect(await getName(world.api, { ...on, name: `GRACE.${ZONE}` })).toEqual(record)
    expect(await getNamesOf(world.api, { ...on, address })).toEqual([record])
    expect(await getNamesOf(world.api, { ...on, address: address.toLowerCase() })).toEqual([record])
    expect(await getNamesOf(world.api, { ...on, address: `0x${address.slice(2).toUpperCase()}` })).toEqual([record])
  })

  test('newest first, when an address has several', async () => {
    await register(2, `older.${ZONE}`)
    world.clock.now += 1000
    await register(2, `newer.${ZONE}`)
    const names = await getNamesOf(world.api, { ...on, address: world.account(2).address })
    expect(names.map(({ name }) => name)).toEqual([`newer.${ZONE}`, `older.${ZONE}`])
  })

  test('resolves on the chain through the gateway, forward and back', async () => {
    const client = ensClient()
    const { address } = world.account(3)
    await register(3, `linus.${ZONE}`, { bio: 'Plays the cello' })
    expect(await client.getEnsAddress({ name: `linus.${ZONE}` })).toBe(address)
    expect(await client.getEnsAddress({ name: `linus.${ZONE}`, coinType: BigInt(COIN_TYPE) })).toBe(address.toLowerCase())
    expect(await client.getEnsAddress({ name: `linus.${ZONE}`, coinType: 0x8000_000an })).toBeNull()
    expect(await client.getEnsText({ name: `linus.${ZONE}`, key: 'description' })).toBe('Plays the cello')
    expect(await client.getEnsText({ name: `linus.${ZONE}`, key: 'url' })).toBeNull()
    expect(await client.getEnsName({ address })).toBe(`linus.${ZONE}`)
  })

  test('that nobody has resolves to nothing, and so does an address without a name', async () => {
    expect(await ensClient().getEnsAddress({ name: `nobody-here.${ZONE}` })).toBeNull()
    expect(await ensClient().getEnsName({ address: world.account(9).address })).toBeNull()
    expect(await ensClient().getEnsName({ address: world.account(0).address })).toBe(ONCHAIN_NAME)
  })

  test('takes new attributes and addresses from its owner', async () => {
    await register(4, `mary.${ZONE}`, { bio: 'first' })
    const name = `mary.${ZONE}`
    const owner = world.account(4)
    world.clock.now += 1000
    const text = await signed(owner, { of: name, attributes: { bio: 'second' } }, world.clock.now)
    expect(await setNameAttributes(world.api, { ...text, name })).toEqual({ bio: 'second' })
    const solana = 'So11111111111111111111111111111111111111112'
    const mint = await signed(owner, { coinType: 501, address: solana }, world.clock.now)
    expect(await setNameAddress(world.api, { ...mint, name })).toMatchObject({ 501: { address: solana } })
    const record = await getName(world.api, { ...on, name })
    expect(record).toMatchObject({ attributes: { bio: 'second' }, addresses: { 501: { address: solana } } })
    expect(record?.updated_at).toBe(new Date(world.clock.now).toISOString())
    expect(await ensClient().getEnsAddress({ name, coinType: 501n })).toBe(
      '0x069b8857feab8184fb687f634618c035dac439dc1aeb3b5598a0f00000000001',
    )
  })

  test('is not borne by an address that somebody else put on it', async () => {
    const victim = world.account(8).address
    await register(5, `lender.${ZONE}`)
    const text = await signed(world.account(5), { coinType: 60, address: victim }, world.clock.now)
    await setNameAddress(world.api, { ...text, name: `lender.${ZONE}` })
    expect(await ensClient().getEnsAddress({ name: `lender.${ZONE}` })).toBe(victim)
    expect(await getNamesOf(world.api, { ...on, address: victim })).toEqual([])
    expect(await ensClient().getEnsName({ address: victim })).toBeNull()
  })

  test('is registered by a contract wallet, before and after it is deployed', async () => {
    const { early, deployed, deploy } = await contractWallet(world, world.account(6))
    const first = await registerName(world.api, await signed(early, { name: `counterfactual.${ZONE}` }, world.clock.now))
    expect(first.record?.addresses[COIN_TYPE]?.address).toBe(early.address)
    expect(first.record?.addresses[60]).toBeUndefined() // there it may be a stranger's contract
    await deploy()
    const second = await registerName(world.api, await signed(deployed, { name: `deployed.${ZONE}` }, world.clock.now))
    expect(second.success).toBe(true)
    const foreign = { ...deployed, signMessage: world.account(7).signMessage }
    const forged = await signed(foreign, { name: `forged.${ZONE}` }, world.clock.now)
    await expect(registerName(world.api, forged)).rejects.toMatchObject(refused(401, 'signature'))
  })

  test('is neither given nor refused to a contract while no node answers; a key needs none', async () => {
    const now = () => world.clock.now
    const alone = await startServices({ chains: { [CHAIN]: ['http://127.0.0.1:9'] }, now })
    const { early } = await contractWallet(world, world.account(6))
    const byContract = await signed(early, { name: `offline.${ZONE}` }, world.clock.now)
    await expect(registerName(testApi(alone.url), byContract)).rejects.toMatchObject(refused(503, 'chainId'))
    const byKey = await signed(world.account(6), { name: `offline.${ZONE}` }, world.clock.now)
    expect((await registerName(testApi(alone.url), byKey)).success).toBe(true)
    await alone.stop()
  })

  test('goes to one of ten who want it at once', async () => {
    const all = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => register(index, `rush.${ZONE}`)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of all) if (each.status === 'rejected') expect(each.reason).toMatchObject(refused(400, 'name'))
  })
})

describe('a registration is refused', () => {
  const write = (change: Partial<NameWrite>, name = `refused.${ZONE}`) =>
    signed(world.account(1), { name }, world.clock.now).then((text) => registerName(world.api, { ...text, ...change }))

  test('for each label that is none', () =>
    checkEach(
      [
        ['two letters', 'ab', 'name'],
        ['65 letters', 'a'.repeat(65), 'name'],
        ['an underscore', 'a_b_c', 'name'],
        ['two labels', 'one.two', 'name'],
        ['a reserved word', 'admin', 'name'],
        ['what name services do not take', 'ab--cd', 'name'],
      ],
      '%s',
      async (_, label, field) => {
        await expect(register(1, `${label}.${ZONE}`)).rejects.toMatchObject(refused(400, field))
      },
    ))

  test('another zone, and none', async () => {
    await expect(register(1, 'grace.other.example')).rejects.toMatchObject(refused(400, 'name'))
    await expect(register(1, 'grace')).rejects.toMatchObject(refused(400, 'name'))
  })

  test('64 letters are a name', async () => {
    expect((await register(1, `${'a'.repeat(64)}.${ZONE}`)).success).toBe(true)
  })

  test('a taken name, whatever else is wrong', async () => {
    await register(1, `taken.${ZONE}`)
    const text = await signed(world.account(2), { name: `taken.${ZONE}` }, world.clock.now - 3_600_000)
    await expect(registerName(world.api, text)).rejects.toMatchObject(refused(400, 'name'))
  })

  test('five minutes old is recent, a second more is not; nor is 31 seconds ahead', async () => {
    const at = (seconds: number, name: string) =>
      signed(world.account(1), { name: `${name}.${ZONE}` }, world.clock.now + seconds * 1000).then((text) =>
        registerName(world.api, text),
      )
    expect((await at(-300, 'oldest')).success).toBe(true)
    expect((await at(30, 'newest')).success).toBe(true)
    await expect(at(-301, 'too-old')).rejects.toMatchObject(refused(400, 'timestamp'))
    await expect(at(31, 'too-new')).rejects.toMatchObject(refused(400, 'timestamp'))
  })

  test('for attributes that are too many or too long', () =>
    checkEach(
      [
        ['an unknown attribute', { avatar: 'https://img.example/a.png' }],
        ['a long text', { bio: 'a'.repeat(256) }],
        ['markup', { bio: '<b>hi</b>' }],
        ['nothing', { bio: '' }],
      ],
      'attributes: %s',
      async (_, attributes) => {
        await expect(register(1, `attribute.${ZONE}`, attributes)).rejects.toMatchObject(refused(400, 'attributes'))
      },
    ))

  test("another's signature, another's address, and one in lower case", async () => {
    const message = JSON.stringify({ name: `refused.${ZONE}`, attributes: {}, timestamp: Math.floor(world.clock.now / 1000) })
    const signature = await world.account(2).signMessage({ message })
    await expect(write({ message, signature })).rejects.toMatchObject(refused(401, 'signature'))
    await expect(write({ address: world.account(2).address })).rejects.toMatchObject(refused(401, 'signature'))
    await expect(write({ address: world.account(1).address.toLowerCase() })).rejects.toMatchObject(refused(400, 'address'))
    await expect(write({ signature: '0x' })).rejects.toMatchObject(refused(401, 'signature'))
    await expect(write({ signature: `0x${'ff'.repeat(64)}` })).rejects.toMatchObject(refused(401, 'signature'))
    for (const magic of ['6492', '8010'])
      await expect(write({ signature: `0x${'00'.repeat(65)}${magic.repeat(16)}` })).rejects.toMatchObject(
        refused(401, 'signature'),
      )
  })

  test('a coin type that cannot sign, and a text that is no message', async () => {
    await expect(write({ coinType: 501 })).rejects.toMatchObject(refused(400, 'coin_type'))
    await expect(write({ coinType: 0x8000_0000 + 99_999 })).rejects.toMatchObject(refused(400, 'coin_type'))
    await expect(write({ message: 'no json' })).rejects.toMatchObject(refused(400, 'message'))
    await expect(write({ message: '{"attributes":{},"timestamp":1}' })).rejects.toMatchObject(refused(400, 'name'))
  })

  test('for a name that reads as a line or as an address', () =>
    checkEach(
      [
        '---',
        '-ada',
        'ada-',
        '0x7099',
        '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        '0x7099-79c8',
        'f39fd6e51aad88f6f4ce6ab8827279cfffb92266',
        'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      ],
      'the name %s, which reads as a line or as an address',
      async (label) => {
        await expect(register(1, `${label}.${ZONE}`)).rejects.toMatchObject(refused(400, 'name'))
        await expect(getNameSuggestions(world.api, { ...on, name: label, zone: ZONE })).rejects.toMatchObject(
          refused(400, 'name'),
        )
      },
    ))

  test('mainnet needs no node when a key signs', async () => {
    const text = await signed(world.account(1), { name: `mainnet.${ZONE}` }, world.clock.now)
    expect((await registerName(world.api, { ...text, coinType: 0x8000_0001 })).success).toBe(true)
    const forged = await signed(world.account(1), { name: `mainnet2.${ZONE}` }, world.clock.now)
    const write = { ...forged, coinType: 60, address: world.account(2).address }
    await expect(registerName(world.api, write)).rejects.toMatchObject(refused(401, 'signature'))
  })
})

describe('a change is refused', () => {
  const name = `owned.${ZONE}`
  beforeAll(async () => void (await register(1, name)))

  test('from who does not own the name', async () => {
    const text = await signed(world.account(2), { attributes: { bio: 'mine' } }, world.clock.now)
    await expect(setNameAttributes(world.api, { ...text, name })).rejects.toMatchObject(refused(401, 'address'))
    const address = world.account(2).address
    const claim = await signed(world.account(2), { coinType: 60, address }, world.clock.now)
    await expect(setNameAddress(world.api, { ...claim, name })).rejects.toMatchObject(refused(401, 'address'))
    const posing = { ...claim, address: world.account(1).address, name }
    await expect(setNameAddress(world.api, posing)).rejects.toMatchObject(refused(401, 'signature'))
  })

  test('with a text that was used', async () => {
    const text = await signed(world.account(1), { of: name, attributes: { bio: 'once' } }, world.clock.now)
    await setNameAttributes(world.api, { ...text, name })
    await expect(setNameAttributes(world.api, { ...text, name })).rejects.toMatchObject(refused(400, 'replay'))
  })

  test('with a text for another name of the same owner, or one that does not say for which', async () => {
    const other = `owned-too.${ZONE}`
    await register(1, other)
    const claim = { coinType: 501, address: 'So11111111111111111111111111111111111111112' }
    const named = await signed(world.account(1), { of: name, attributes: { bio: 'mine' } }, world.clock.now)
    await expect(setNameAttributes(world.api, { ...named, name: other })).rejects.toMatchObject(refused(400, 'name'))
    const address = await signed(world.account(1), { of: name, ...claim }, world.clock.now)
    await expect(setNameAddress(world.api, { ...address, name: other })).rejects.toMatchObject(refused(400, 'name'))
    const bare = await signed(world.account(1), { attributes: { bio: 'any' } }, world.clock.now)
    await expect(setNameAttributes(world.api, { ...bare, name: other })).rejects.toMatchObject(refused(400, 'message'))
    const anywhere = await signed(world.account(1), claim, world.clock.now)
    await expect(setNameAddress(world.api, { ...anywhere, name: other })).rejects.toMatchObject(refused(400, 'message'))
    expect((await getName(world.api, { ...on, name: other }))?.attributes).toEqual({})
    expect(await setNameAttributes(world.api, { ...named, name })).toEqual({ bio: 'mine' }) // refused texts are not used up
  })

  test('of the public format, which names no name, is taken from who has one', async () => {
    const single = `single.${ZONE}`
    await register(7, single)
    const text = await signed(world.account(7), { attributes: { bio: 'public' } }, world.clock.now)
    expect(await setNameAttributes(world.api, { ...text, name: single })).toEqual({ bio: 'public' })
  })

  test('with a text that was signed for other services', async () => {
    const config = { publicUrl: 'http://localhost:8787' }
    const public_ = await startServices({ evmUrl: world.devnet.url, now: () => world.clock.now, config })
    const api = testApi(public_.url)
    const sign = (host: string) => signed(world.account(9), { name: `hosted.${ZONE}`, host }, world.clock.now)
    await expect(registerName(api, await sign('other.example'))).rejects.toMatchObject(refused(400, 'host'))
    expect((await registerName(api, await sign('localhost:8787'))).success).toBe(true)
    await public_.stop()
  })

  test('with the text of the registration', async () => {
    const text = await signed(world.account(1), { name: `twice.${ZONE}` }, world.clock.now)
    await registerName(world.api, text)
    const again = setNameAttributes(world.api, { ...text, name: `twice.${ZONE}` })
    await expect(again).rejects.toMatchObject(refused(400, 'replay'))
  })

  test('of a name that nobody has, too late, or to what is no address', async () => {
    const attributes = { bio: 'later' }
    const text = await signed(world.account(1), { attributes }, world.clock.now)
    await expect(setNameAttributes(world.api, { ...text, name: `nobody.${ZONE}` })).rejects.toMatchObject(refused(404, 'name'))
    const late = await signed(world.account(1), { attributes }, world.clock.now - 301_000)
    await expect(setNameAttributes(world.api, { ...late, name })).rejects.toMatchObject(refused(400, 'timestamp'))
    for (const [coinType, address, field] of [
      [60, 'nowhere', 'address'],
      [60, world.account(1).address.toLowerCase(), 'address'],
      [501, world.account(1).address, 'address'],
      [2, 'LTC', 'coin_type'],
    ] as const) {
      const wrong = await signed(world.account(1), { coinType, address }, world.clock.now)
      await expect(setNameAddress(world.api, { ...wrong, name })).rejects.toMatchObject(refused(400, field))
    }
  })

  test('a used text is forgotten once its time alone refuses it', async () => {
    const count = async () => (await world.services.db?.query('select hash from name_messages'))?.length
    expect(await count()).toBeGreaterThan(0)
    const then = world.clock.now
    world.clock.now += 400_000
    await world.services.parts?.jobs.run('used name texts')
    expect(await count()).toBe(0)
    world.clock.now = then
  })
})

describe('look-ups', () => {
  const raw = async (path: string) => {
    const response = await fetch(`${world.services.url}${path}`)
    const provider = response.headers.get('x-provider')
    return { status: response.status, provider, body: (await response.json()) as unknown }
  }
  const reasons = (field: string) => ({ status: 'FAILED', reasons: [{ field, description: expect.any(String) as string }] })

  test('what is missing is a 404 to the first version and an empty list to the second', async () => {
    for (const query of ['', '?apiVersion=1', '?apiVersion='])
      expect(await raw(`/v1/profile/account/missing.${ZONE}${query}`)).toMatchObject({ status: 404, body: reasons('name') })
    expect(await raw(`/v1/profile/account/missing.${ZONE}?apiVersion=2`)).toEqual({ status: 200, provider: 'names', body: [] })
    const path = `/v1/profile/reverse/${world.account(9).address}`
    expect(await raw(path)).toMatchObject({ status: 404, body: reasons('address') })
    expect(await raw(`${path}?apiVersion=2`)).toMatchObject({ status: 200, body: [] })
  })

  test('a wrong question is a 400 of its field', () =>
    checkEach(
      [
        ['/v1/profile/account/a', 'name'],
        ['/v1/profile/account/grace.reown.id?apiVersion=2', 'name'],
        ['/v1/profile/account/gr%C3%A4ce.wallet.example?apiVersion=2', 'name'],
        ['/v1/profile/account/grace.wallet.example?apiVersion=3', 'apiVersion'],
        ['/v1/profile/reverse/grace', 'address'],
        ['/v1/profile/reverse/0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266', 'address'],
        ['/v1/profile/suggestions/grace', 'zone'],
        ['/v1/profile/suggestions/grace?zone=reown.id', 'zone'],
        ['/v1/profile/suggestions/gr?zone=wallet.example', 'name'],
        ['/v1/profile/suggestions/gr_ace?zone=wallet.example', 'name'],
      ],
      '%s is a 400 of %s',
      async (path, field) => {
        expect(await raw(path)).toMatchObject({ status: 400, body: reasons(field) })
      },
    ))

  test('suggestions: the name itself first, then four that are free', async () => {
    await register(1, `popular.${ZONE}`)
    const of = (name: string) => getNameSuggestions(world.api, { ...on, name, zone: ZONE })
    const [first, ...others] = await of('Popular')
    expect(first).toEqual({ name: `popular.${ZONE}`, registered: true })
    expect(others).toHaveLength(4)
    expect(others.every(({ registered }) => !registered)).toBe(true)
    const gone = others[0]?.name ?? ''
    await register(1, gone)
    const after = await of('popular')
    expect(after).toHaveLength(5)
    expect(after.map(({ name }) => name)).not.toContain(gone)
    expect((await of('brand-new-name'))[0]).toEqual({ name: `brand-new-name.${ZONE}`, registered: false })
    expect((await of('admin'))[0]?.registered).toBe(true)
  })
})

// Last, for it leaves a name behind.
test('a device whose clock is wrong registers a name as soon as the services have told it the time', async () => {
  const api = { ...world.api, now: () => Date.now() + 45_000 }
  const write = async () => {
    const moment = serverNow(api)
    return registerName(api, await signed(world.account(9), { name: `late.${ZONE}` }, moment))
  }
  world.clock.now = Date.now() // what the header `date` says
  await expect(write()).rejects.toMatchObject(refused(400, 'timestamp'))
  await expect(write()).resolves.toMatchObject({ success: true })
})

describe('in production without a zone', () => {
  test('names are off: registering is refused by name, nobody has one, and an address that had one shows none', async () => {
    const { address } = world.account(1)
    const db = world.services.db!
    const before = await fetch(`${world.services.url}/v1/profile/reverse/${address}?apiVersion=2&projectId=a`)
    expect(JSON.stringify(await before.json())).toContain(ZONE)
    const off = await startServices({ db, asInProduction: true })
    onTestFinished(() => off.stop())
    const ask = async (path: string, init?: RequestInit) => {
      const response = await fetch(`${off.url}/v1/${path}${path.includes('?') ? '&' : '?'}projectId=a`, init)
      return { status: response.status, body: (await response.json()) as unknown }
    }
    const refusal = {
      status: 410,
      body: { status: 'FAILED', reasons: [{ field: 'names', description: 'Names are off here: there is no zone for them' }] },
    }
    const { message, signature } = await signed(world.account(1), { name: `ada.${ZONE}`, attributes: {} }, world.clock.now)
    const body = JSON.stringify({ address, message, signature, coin_type: COIN_TYPE })
    const post = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    expect(await ask('profile/zone')).toEqual(refusal)
    expect(await ask(`profile/suggestions/ada?zone=${ZONE}`)).toEqual(refusal)
    expect(await ask('profile/account', post)).toEqual(refusal)
    expect(await ask(`profile/account/grace.${ZONE}/attributes`, post)).toEqual(refusal)
    expect(await ask(`profile/account/grace.${ZONE}/address`, post)).toEqual(refusal)
    expect(await ask(`profile/account/grace.${ZONE}?apiVersion=2`)).toEqual({ status: 200, body: [] })
    expect((await ask(`profile/account/grace.${ZONE}`)).status).toBe(404)
    expect(await ask(`profile/reverse/${address}?apiVersion=2`)).toEqual({ status: 200, body: [] })
    const ready = (await (await fetch(`${off.url}/ready`)).json()) as { providers: readonly { capability: string }[] }
    expect(ready.providers.filter(({ capability }) => capability.startsWith('names'))).toEqual([
      { capability: 'names', provider: 'none', kind: 'off' },
      { capability: 'names on chain', provider: 'none', kind: 'off' },
    ])
    expect((await fetch(`${off.url}/ccip/0x0000000000000000000000000000000000000001/0x.json`)).status).toBe(404)
  })
})
