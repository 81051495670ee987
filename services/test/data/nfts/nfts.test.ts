import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getNfts, nftsSchema } from '../../../../src/api/nfts.js'
import type { DataContext } from '../../../src/data/context.js'
import { createNftLibrary, withId } from '../../../src/data/nfts/metadata.js'
import { isSpam } from '../../../src/data/nfts/spam.js'
import { collectionAbi } from '../../../devnet/abis.js'
import { DRAWINGS, EDITIONS, FAUCET_KEY, POSTCARDS, SPAM } from '../../../devnet/manifest.js'
import { createGuardedFetch } from '../../../src/upstream/guarded-fetch.js'
import { useSeededDevnet, walletOf } from '../../support/devnet.js'
import { checkEach } from '../../../../test/support/rows.js'
import { chainId, startData, startWorld, type World } from '../support/world.js'

const devnet = useSeededDevnet()

let world: World
beforeAll(async () => {
  world = await startWorld({ devnet: devnet() })
})
afterAll(() => world.stop())

const account = (index: number) => world.devnet.accounts[index]?.address ?? '0x'

test('shows what an account owns by now, with names, pictures and amounts', async () => {
  const { data } = await getNfts(world.api, { address: account(0), chainId })
  const lines = data.map(({ contract, tokenId, standard, name, amount, spam }) => [
    contract,
    tokenId,
    standard,
    name,
    amount,
    spam,
  ])
  expect(lines).toHaveLength(4)
  expect(lines).toContainEqual([DRAWINGS, '1', 'erc721', 'Drawings #1', '1', false])
  expect(lines).toContainEqual([EDITIONS, '1', 'erc1155', 'Edition #1', '3', false])
  expect(lines).toContainEqual([POSTCARDS, '1', 'erc721', '#1', '1', false])
  expect(lines.find(([contract]) => contract === SPAM)?.[5]).toBe(true)
  const drawing = data.find(({ contract }) => contract === DRAWINGS)
  expect(drawing?.image?.url).toMatch(/^data:image\/svg\+xml/)
  expect(drawing?.image?.contentType).toBe('image/svg+xml')
  expect(drawing?.collection).not.toBe('')
  expect(drawing?.traits).toEqual([{ name: 'Hue', value: '47', kind: 'number' }])
})

test('what is known is shown, and said to be incomplete, while no node answers; nothing known is a failure', async () => {
  let isAway = false
  const node = createServer((request, response) => {
    if (isAway) return void response.writeHead(503).end()
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      void fetch(world.devnet.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        .then((answer) => answer.text())
        .then((text) => response.setHeader('content-type', 'application/json').end(text))
    })
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const data = await startData({ evmUrl: `http://127.0.0.1:${(node.address() as AddressInfo).port}` })
  const ask = (index: number) => data.get(`/v1/account/${account(index)}/nfts?chainId=${chainId}`)
  const whole = await ask(0)
  expect([whole.status, whole.headers.get('x-incomplete')]).toEqual([200, null])
  isAway = true
  const kept = await ask(0)
  expect([kept.status, kept.headers.get('x-incomplete')]).toEqual([200, '1'])
  expect(kept.body.data).toHaveLength(4)
  expect((await ask(3)).status).toBe(503)
  await data.stop()
  node.close()
})

test('a server on the loopback is not asked for metadata', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end(JSON.stringify({ name: 'Secret', image: 'https://img.example/1.png' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const wallet = walletOf(world.devnet, FAUCET_KEY)
  const hash = await wallet.writeContract({
    address: POSTCARDS,
    abi: collectionAbi,
    functionName: 'setBaseUri',
    args: [`http://127.0.0.1:${port}/`],
  })
  await world.devnet.reader.waitForTransactionReceipt({ hash })
  const { data } = await getNfts(world.api, { address: account(1), chainId })
  expect(data.find(({ contract }) => contract === POSTCARDS)).toMatchObject({ image: null })
  expect(asked).toEqual([])

  // Where that server may be private, the same document is read.
  const library = createNftLibrary(contextOf(), createGuardedFetch({ allowedHosts: [`127.0.0.1:${port}`] }))
  const [found] = await library.of(
    [{ chainId: 'eip155:4242', contract: POSTCARDS, tokenId: 1n, standard: 'erc721' }],
    AbortSignal.timeout(5000),
  )
  expect(found).toMatchObject({ name: 'Secret', image: { url: 'https://img.example/1.png', contentType: 'image/png' } })
  server.close()
})

/** A context for a library of its own, under another chain's name: nothing is remembered for it. */
function contextOf(): DataContext {
  return {
    data: { ipfsGateway: undefined },
    db: world.services.db,
    now: Date.now,
    log: { warn() {} },
    chains: { client: () => world.devnet.reader },
  } as unknown as DataContext
}

test('the raw answer fits the schema, and what went away is gone', async () => {
  const { status, body, headers } = await world.get(`/v1/account/${account(1)}/nfts?chainId=${chainId}`)
  expect([status, headers.get('x-provider')]).toEqual([200, 'index'])
  expect(nftsSchema.safeParse(body).success).toBe(true)
  expect(body.next).toBeNull()
  expect(body.data.filter(({ contract }: { contract: string }) => contract === DRAWINGS).length).toBe(2)
})

test('pages by cursor', async () => {
  const wallet = walletOf(world.devnet, FAUCET_KEY)
  let hash: `0x${string}` = '0x'
  for (let index = 0; index < 30; index++)
    hash = await wallet.writeContract({ address: DRAWINGS, abi: collectionAbi, functionName: 'mint', args: [account(9)] })
  await world.devnet.reader.waitForTransactionReceipt({ hash })
  const first = await getNfts(world.api, { address: account(9), chainId })
  const second = await getNfts(world.api, { address: account(9), chainId, cursor: first.next })
  const ids = [...first.data, ...second.data].map(({ id }) => id)
  expect([first.data.length, ids.length, new Set(ids).size, second.next]).toEqual([24, 31, 31, undefined])
})

test('refuses a wrong question with its field', () =>
  checkEach(
    [
      ['0x12/nfts', 'address'],
      ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/nfts?chainId=eip155:5', 'chainId'],
      ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/nfts?cursor=x', 'cursor'],
    ],
    'refuses %s',
    async (path, field) => {
      const { status, body } = await world.get(`/v1/account/${path}`)
      expect([status, body.reasons[0].field]).toEqual([400, field])
    },
  ))

describe('spam', () => {
  const suspect = { chainId, contract: '0x1', name: 'Ada', collection: 'Portraits', description: null }
  const context = (spam: object = { contracts: [], trusted: [] }) => ({ data: { spam } }) as unknown as DataContext
  test('is told by what it says of itself', () =>
    checkEach(
      [
        ['a link in the name', { name: 'visit claim-gift.example' }, true],
        ['a link with a blank', { collection: 'usd-reward .xyz' }, true],
        ['bait with money', { name: '$5000 Reward Voucher' }, true],
        ['bait twice', { name: 'Airdrop ticket', description: 'claim your reward' }, true],
        ['a link in the description', { description: 'More at https://artist.example' }, false],
        ['a prize in the name', { name: 'First prize' }, false],
        ['a number with a dot', { name: 'Study no.4' }, false],
      ],
      '%s',
      (_, change, expected) => {
        expect(isSpam(context(), { ...suspect, ...change })).toBe(expected)
      },
    ))
  test('the operator’s lists win', () => {
    const id = `${chainId}:0x1`
    expect(isSpam(context({ contracts: [id], trusted: [] }), suspect)).toBe(true)
    expect(isSpam(context({ contracts: [id], trusted: [id] }), { ...suspect, name: 'www.x.com' })).toBe(false)
  })
})

test('{id} is 64 hex digits', () => {
  expect(withId('https://x.example/{id}.json', 26n)).toBe(`https://x.example/${'0'.repeat(62)}1a.json`)
})
