// Names whose records lie outside of the chain (EIP-3668), from the client through the services to a gateway and back to the contract: what its
// contract does not confirm is no address, whoever says it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeAbiParameters, encodeFunctionResult, parseAbi, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../scripts/lib/free-port.mjs'
import { registerName } from '../../../../src/api/name-writes.js'
import { resolveName } from '../../../../src/api/resolve-name.js'
import { toNetwork } from '../../../../src/vocabulary/network.js'
import { serve, testApi, type TestServer } from '../../../../test/api/server.js'
import { devnetChain } from '../../../../demo/shared/chain.js'
import { DEPLOYER_KEY, OFFCHAIN_RESOLVER } from '../../../devnet/manifest.js'
import { createGuardedFetch } from '../../../src/upstream/guarded-fetch.js'
import { signAnswer } from '../../../src/data/names/gateway-format.js'
import { useSeededDevnet, walletOf } from '../../support/devnet.js'
import { startServices, type TestServices } from '../../support/services.js'
import { signed, startWorld, type World } from '../names/support.js'

const devnet = useSeededDevnet({ past: false })
const NAME = 'grace.wallet.example'

let world: World
let folder: string
const stops: (() => Promise<void>)[] = []
beforeAll(async () => {
  world = await startWorld({ devnet: devnet(), config: { port: await freePort() } })
  folder = mkdtempSync(join(tmpdir(), 'wm-lookup-'))
  await registerName(world.api, await signed(world.account(2), { name: NAME }, Date.now()))
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await world.stop()
  rmSync(folder, { recursive: true })
})

async function sendAway(...urls: readonly string[]) {
  const abi = parseAbi(['function setUrls(string[] urls)'])
  const hash = await walletOf(devnet(), DEPLOYER_KEY).writeContract({
    address: OFFCHAIN_RESOLVER,
    abi,
    functionName: 'setUrls',
    args: [urls],
  })
  await devnet().reader.waitForTransactionReceipt({ hash })
}

const node = () => ({ network: toNetwork(devnetChain(devnet().url)), rpcUrls: [devnet().url] })
const resolve = (url: string, name = NAME, more: { readonly fetch?: typeof fetch } = {}) =>
  resolveName(name, 'eip155:31337', { api: { ...testApi(url), ...more }, ens: node() }).then((found) => found?.address)

/** The name under which a private server is asked as if it were public. */
const PUBLIC = 'https://gateway.example'

/** Services that know no name themselves; `url` is asked where `PUBLIC` is named. */
async function strangers(url?: string): Promise<TestServices> {
  const services = await startServices({
    evmUrl: devnet().url,
    ...(url !== undefined && {
      createGuardedFetch: (options) => {
        const fetch = createGuardedFetch({ ...options, allowedHosts: [new URL(url).host] })
        return (text, more) => fetch(text.replace(PUBLIC, url), more)
      },
    }),
  })
  stops.push(services.stop)
  return services
}

async function gateway(reply: (data: Hex) => Promise<Hex> | Hex): Promise<TestServer> {
  const server = await serve((response, { url }) => {
    const data = url.pathname.split('/').at(-1)?.replace('.json', '') as Hex
    void Promise.resolve(reply(data)).then((answer) => response.end(JSON.stringify({ data: answer })))
  })
  stops.push(server.stop)
  return server
}

test('a name of the services’ own gateway is its registered address, and only services and node are asked', async () => {
  await sendAway(`${world.services.url}/ccip/{sender}/{data}.json`)
  const hosts = new Set<string>()
  const watched: typeof fetch = (input, init) => {
    hosts.add(new URL(input instanceof Request ? input.url : input).origin)
    return fetch(input, init)
  }
  const found = await resolveName(NAME, 'eip155:31337', {
    api: { ...testApi(world.services.url), fetch: watched },
    ens: { ...node(), fetch: watched },
  })
  expect(found?.address).toBe(world.account(2).address)
  expect([...hosts].sort()).toEqual([devnet().url, world.services.url].map((url) => new URL(url).origin).sort())
  expect(await resolve(world.services.url, 'nobody.wallet.example')).toBeUndefined()
})

test('a gateway of somebody else is asked by the services', async () => {
  await sendAway(`${PUBLIC}/ccip/{sender}/{data}.json`)
  const services = await strangers(world.services.url)
  expect(await resolve(services.url)).toBe(world.account(2).address)
})

test('a private host is not asked, nor is one without encryption, the operator’s gateway of IPFS included', async () => {
  const server = await gateway(() => '0x')
  const ipfs = `${server.url}/ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPBdG`
  await sendAway(`${server.url}/{data}.json`, 'http://example.com/{data}.json', 'https://127.0.0.1:1/{data}', `${ipfs}/{data}`)
  const dataFile = join(folder, 'data.json')
  writeFileSync(dataFile, JSON.stringify({ ipfsGateway: `${server.url}/ipfs/` }))
  const services = await startServices({ evmUrl: devnet().url, config: { dataFile } })
  stops.push(services.stop)
  expect(await resolve(services.url)).toBeUndefined()
  expect(server.asked).toHaveLength(0)
})

test('a gateway without the key is asked, and not believed', async () => {
  const thief = world.account(5)
  const server = await gateway((request) =>
    signAnswer(
      {
        target: OFFCHAIN_RESOLVER,
        expires: Math.floor(Date.now() / 1000) + 300,
        request,
        result: encodeAbiParameters([{ type: 'address' }], [thief.address]),
      },
      devnet().accounts[5]!.privateKey,
    ),
  )
  await sendAway(`${PUBLIC}/{sender}/{data}.json`)
  const services = await strangers(server.url)
  expect(await resolve(services.url)).toBeUndefined()
  expect(server.asked.length).toBeGreaterThan(0)
})

test('services that answer for themselves are not believed either', async () => {
  const thief = encodeAbiParameters([{ type: 'address' }], [world.account(5).address])
  const abi = parseAbi(['function query() view returns (bool[] failures, bytes[] responses)'])
  for (const data of ['0x', thief, encodeFunctionResult({ abi, functionName: 'query', result: [[false], [thief]] })]) {
    const lying: typeof fetch = (input, init) =>
      urlOf(input).includes('/v1/profile/lookup') ? Promise.resolve(Response.json({ data })) : fetch(input, init)
    expect(await resolve(world.services.url, 'nobody.wallet.example', { fetch: lying })).toBeUndefined()
  }
})

test('services without the route are as before: names on the chain alone', async () => {
  const old: typeof fetch = (input, init) =>
    urlOf(input).includes('/v1/profile/') ? Promise.resolve(new Response('', { status: 404 })) : fetch(input, init)
  expect(await resolve(world.services.url, NAME, { fetch: old })).toBeUndefined()
})

test('services that fail are a failure, not "no such name"', async () => {
  const down: typeof fetch = (input, init) =>
    urlOf(input).includes('/v1/profile/') ? Promise.resolve(new Response('', { status: 501 })) : fetch(input, init)
  await expect(resolve(world.services.url, NAME, { fetch: down })).rejects.toMatchObject({ code: 'HTTP_STATUS' })
})

const urlOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : input.toString())
