// Thousands of queries that are nearly right: 4xx in the common shape or a right answer, never a failure, never somebody else's rows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STABLE } from '../../../src/devnet/manifest.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { onEachEngine } from '../../support/engines.js'
import { chainId, idOf, native, startWorld, type World } from '../support/world.js'
import { random } from '../support/random.js'

const CASES = 3000
const TOGETHER = 20

const devnet = useSeededDevnet()

onEachEngine((engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld({ engine, devnet: devnet() })
  })
  afterAll(() => world.stop())

  test(`${CASES} queries and bodies`, async () => {
    const { pick, next } = random(20_261_121)
    const [one, two] = world.devnet.accounts.map(({ address }) => address) as [string, string]
    const ids = new Map<string, ReadonlySet<string>>()
    const cursors: string[] = ['x', '', 'e30.AAAA', '..', '%00']
    for (const address of [one, two]) {
      const { body } = await world.get(`/v1/account/${address}/history?chainId=${chainId}`)
      ids.set(address, new Set(body.data.map(({ metadata }: { metadata: { hash: string } }) => metadata.hash)))
      const nfts = await world.get(`/v1/account/${address}/nfts?chainId=${chainId}`)
      cursors.push(...[body.next, nfts.body.next].filter(Boolean))
    }
    const junk = [
      '',
      '0',
      '-1',
      '1e9',
      'null',
      '[]',
      '{}',
      '%00',
      '%ff',
      "' or 1=1 --",
      '../..',
      '𝒳',
      'a'.repeat(3000),
      '0x',
      'eip155:',
      ':::',
      'undefined',
      '1'.repeat(79),
      '1'.repeat(78),
    ]
    const words = [
      ...junk,
      chainId,
      '31337',
      'eip155:1',
      'solana:x',
      one,
      two.toLowerCase(),
      native,
      idOf(STABLE),
      `${chainId}:${one}`,
      'usd',
      '1000000',
      'coinbase',
      '0x00',
    ]
    const word = () => {
      const text = pick([...words, ...cursors])
      return next() < 0.2
        ? `${Array.from(text)
            .slice(0, Math.floor(next() * text.length))
            .join('')}${pick(junk)}`
        : text
    }
    const paths = [
      '/v1/account/:a/history',
      '/v1/account/:a/nfts',
      '/v1/account/:a/balance',
      '/v1/convert/quotes',
      '/v1/convert/tokens',
      '/v1/convert/allowance',
      '/v1/convert/gas-price',
      '/v1/convert/build-approve',
    ]
    const names = [
      'chainId',
      'cursor',
      'currency',
      'onramp',
      'forceUpdate',
      'amount',
      'from',
      'to',
      'userAddress',
      'tokenAddress',
      'address',
      'gasPrice',
      'projectId',
      'st',
      'sv',
    ]
    const statuses = new Map<number, number>()

    async function check(): Promise<void> {
      const account = next() < 0.6 ? pick([one, two]) : word()
      const isBody = next() < 0.25
      const path = isBody
        ? pick(['/v1/fungible/price', '/v1/convert/build-transaction'])
        : pick(paths).replace(':a', encodeURIComponent(account))
      const query = names
        .filter(() => next() < 0.4)
        .map((name) => `${name}=${encodeURIComponent(word())}`)
        .join('&')
      const value = () =>
        pick<unknown>([
          word(),
          word(),
          [word(), word()],
          { slippage: 1 },
          { slippage: pick([-1, 51, 'x', null]), permit: word() },
          null,
          7,
          true,
        ])
      const body = JSON.stringify(
        Object.fromEntries(
          ['projectId', 'currency', 'addresses', ...names, 'eip155', 'disableEstimate']
            .filter(() => next() < 0.7)
            .map((name) => [name, value()]),
        ),
      )
      const address = path.includes('//') ? path : `${path}?${query}`
      const response = isBody
        ? await fetch(`${world.services.url}${path}`, { method: 'POST', body: next() < 0.1 ? word() : body })
        : await fetch(`${world.services.url}${address}`)
      const text = await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const seen = `${response.status} ${address} ${isBody ? body : ''} → ${text.slice(0, 300)}`
      const answer = JSON.parse(text)
      if (response.status !== 200) {
        expect(response.status >= 400 && response.status < 500, seen).toBe(true)
        expect(answer, seen).toMatchObject({
          status: 'FAILED',
          reasons: [{ field: expect.any(String), description: expect.any(String) }],
        })
        return
      }
      const own = [...ids].find(([known]) => path.includes(`${encodeURIComponent(known)}/history`))?.[1]
      if (own && !query.includes('onramp=')) for (const row of answer.data) expect(own.has(row.metadata.hash), seen).toBe(true)
    }

    for (let done = 0; done < CASES; done += TOGETHER) await Promise.all(Array.from({ length: TOGETHER }, check))
    expect(statuses.get(200)).toBeGreaterThan(CASES / 100)
    expect(statuses.get(400)).toBeGreaterThan(CASES / 4)
  }, 180_000)
})
