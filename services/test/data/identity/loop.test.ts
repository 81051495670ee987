// Strangers' urls that lead back to these services, and resolvers that answer a lookup with the next: each ends after a known number of steps.
import { createRequire } from 'node:module'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labelhash, namehash, parseAbi, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../../scripts/lib/free-port.mjs'
import { registerName } from '../../../../src/api/name-writes.js'
import { resolveName } from '../../../../src/api/resolve-name.js'
import { toNetwork } from '../../../../src/vocabulary/network.js'
import { devnetChain } from '../../../../demo/shared/chain.js'
import { testApi } from '../../../../test/api/server.js'
import {
  DEPLOYER,
  DEPLOYER_KEY,
  NAME_REGISTRY,
  NAME_RESOLVER,
  OFFCHAIN_RESOLVER,
  ONCHAIN_NAME,
  POSTCARDS,
} from '../../../devnet/manifest.js'
import { createGuardedFetch } from '../../../src/upstream/guarded-fetch.js'
import { ownHosts } from '../../../src/http/loop.js'
import { useSeededDevnet, walletOf } from '../../support/devnet.js'
import { checkEach } from '../../../../test/support/rows.js'
import { startServices, type TestServices } from '../../support/services.js'
import { signed, startWorld, type World } from '../names/support.js'

const devnet = useSeededDevnet({ past: false })
/** Nobody listens there: whoever is asked there over HTTP does not answer. */
const PUBLIC_URL = 'http://localhost:9/base/'

let world: World
let folder: string
let port: number
const asked: string[] = []
const calls: string[] = []
beforeAll(async () => {
  port = await freePort()
  world = await startWorld({
    devnet: devnet(),
    config: { port },
    onLog: (line) => {
      const { path } = JSON.parse(line) as { path?: string }
      if (path?.startsWith('/v1/identity')) asked.push(path)
    },
    fetch: async (input, init) => {
      calls.push(input instanceof Request ? input.url : String(input))
      return fetch(input, init)
    },
  })
  folder = mkdtempSync(join(tmpdir(), 'wm-loop-'))
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true })
})

const identity = async (index: number, services: TestServices = world.services) => {
  asked.length = 0
  calls.length = 0
  const response = await fetch(`${services.url}/v1/identity/${world.account(index).address}`)
  return { status: response.status, body: (await response.json()) as unknown }
}

async function send(index: number | 'deployer', address: Hex, text: string, functionName: string, args: readonly unknown[]) {
  const wallet = index === 'deployer' ? walletOf(devnet(), DEPLOYER_KEY) : devnet().wallet(index)
  const hash = await wallet.writeContract({ address, abi: parseAbi([text]), functionName, args })
  return devnet().reader.waitForTransactionReceipt({ hash })
}

test('an avatar whose metadata is its own identity here is asked for once', async () => {
  const back = `http://127.0.0.1:${port}/v1/identity/${world.account(0).address}?`
  await send(0, POSTCARDS, 'function setBaseUri(string uri)', 'setBaseUri', [back])
  const { logs } = await send(0, POSTCARDS, 'function mint(address to) returns (uint256)', 'mint', [world.account(0).address])
  const id = BigInt(logs[0]?.topics[3] ?? 0)
  const avatar = `eip155:31337/erc721:${POSTCARDS}/${id}`
  const text = 'function setText(bytes32 node, string key, string value)'
  await send(0, NAME_RESOLVER, text, 'setText', [namehash(ONCHAIN_NAME), 'avatar', avatar])
  expect(await identity(0)).toMatchObject({ status: 200, body: { name: ONCHAIN_NAME, avatar: null } })
  expect(asked).toHaveLength(1)
})

test('the own gateway is answered in this process, whatever its public url leads to', async () => {
  const dataFile = join(folder, 'data.json')
  writeFileSync(dataFile, JSON.stringify({ identity: { order: ['ens'] } }))
  const config = { dataFile, publicUrl: PUBLIC_URL }
  const services = await startServices({ evmUrl: devnet().url, config })
  const urls = [`${PUBLIC_URL}ccip/{sender}/{data}.json`]
  await send('deployer', OFFCHAIN_RESOLVER, 'function setUrls(string[] urls)', 'setUrls', [urls])
  const name = 'grace.wallet.example'
  await registerName(testApi(services.url), await signed(world.account(2), { name }, Date.now()))
  expect(await identity(2, services)).toMatchObject({ status: 200, body: { name } })
  await services.stop()
})

test('a resolver that answers every lookup with another is left after 16 calls', async () => {
  const resolver = await endlessResolver()
  const label = labelhash(world.account(1).address.slice(2).toLowerCase())
  const abi = 'function setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)'
  await send('deployer', NAME_REGISTRY, abi, 'setSubnodeRecord', [namehash('addr.reverse'), label, DEPLOYER, resolver, 0n])
  expect(await identity(1)).toEqual({ status: 200, body: { name: null, avatar: null, resolvedAt: null } })
  expect(calls.length).toBeGreaterThan(2)
  expect(calls.length).toBeLessThanOrEqual(16)
  // A client that follows the chain itself leaves it as well: after four lookups for each of its two questions.
  let lookups = 0
  const counting: typeof fetch = (input, init) => {
    if (urlOf(input).includes('/v1/profile/lookup')) lookups += 1
    return fetch(input, init)
  }
  const ens = { network: toNetwork(devnetChain(devnet().url)), rpcUrls: [devnet().url] }
  const name = `${world.account(1).address.slice(2).toLowerCase()}.addr.reverse`
  const api = { ...world.api, fetch: counting }
  expect(await resolveName(name, 'eip155:31337', { api, ens }).catch(() => undefined)).toBeUndefined()
  expect(lookups).toBe(8)
})

describe('the guarded fetch', () => {
  const refusal = (url: string, config: Parameters<typeof ownHosts>[0], ipfsGateway?: string) =>
    createGuardedFetch({ ownHosts: ownHosts(config), ipfsGateway, resolve: async () => [] })(url).then(
      () => 'answered',
      (error: unknown) => (error as { reason: string }).reason,
    )
  const config = { host: '127.0.0.1', port: 8787, publicUrl: 'https://services.example/wm' }

  test('refuses with the reason', () =>
    checkEach(
      [
        ['https://services.example/wm/v1/identity/0x', 'self'],
        ['https://services.example./wm', 'self'],
        ['http://SERVICES.example:8080/', 'self'],
        ['http://127.0.0.1:8787/ready', 'self'],
        ['https://other.example/', 'network'],
      ],
      '%s: %s',
      async (url, reason) => {
        expect(await refusal(url, config)).toBe(reason)
      },
    ))

  test('asks the gateway of the operator, though it has the same host', async () => {
    const gateway = 'https://services.example/ipfs'
    const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
    expect(await refusal(`ipfs://${cid}`, config, gateway)).toBe('network')
    expect(await refusal('https://services.example/wm', config, gateway)).toBe('self')
  })

  test('says what it is, and who is asked that way refuses it, except for answers that ask nobody', async () => {
    let sent: string | undefined
    const server = createServer((request, response) => {
      sent = String(request.headers['cdn-loop'])
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    await createGuardedFetch({ allowedHosts: [host] })(`http://${host}/`)
    server.close()
    expect(sent).toBe('wallet-modal-services')
    const ask = (path: string, loop: string) => fetch(`${world.services.url}${path}`, { headers: { 'cdn-loop': loop } })
    expect((await ask('/v1/identity/0x', `proxy.example; v=1, ${sent}`)).status).toBe(508)
    expect((await ask(`/v1/identity/${world.account(9).address}`, 'proxy.example')).status).toBe(200)
    expect((await ask('/ccip/0x/0x', sent ?? '')).status).toBe(400)
  })
})

const urlOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : input.toString())

/** Sends whoever asks it to a gateway in the url itself, and from there to the next. */
async function endlessResolver(): Promise<Hex> {
  const source = `
  pragma solidity ^0.8.0;
  contract Endless {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    function supportsInterface(bytes4) external pure returns (bool) { return true; }
    function resolve(bytes calldata, bytes calldata) external view returns (bytes memory) { ask(); }
    function again(bytes calldata, bytes calldata) external view returns (bytes memory) { ask(); }
    function ask() private view {
      string[] memory urls = new string[](1);
      urls[0] = 'data:application/json;asked={data},{"data":"0x00"}';
      revert OffchainLookup(address(this), urls, "", this.again.selector, "");
    }
  }`
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const settings = { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } }
  const output = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources: { 'a.sol': { content: source } }, settings })),
  ) as { contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>> }
  const data: Hex = `0x${output.contracts['a.sol']?.['Endless']?.evm.bytecode.object ?? ''}`
  const hash = await walletOf(devnet(), DEPLOYER_KEY).sendTransaction({ data })
  const { contractAddress } = await devnet().reader.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('no contract')
  return contractAddress
}
