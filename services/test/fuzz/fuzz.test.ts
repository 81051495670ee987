// Questions that nobody should ask: each is refused with a 4xx in the one shape or answered rightly; none ends in a failure, none is answered with
// somebody else's things, and none that is refused reaches a node. CI asks ten thousand of them, `npm run fuzz` a hundred thousand; a failure prints
// the seed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STABLE } from '../../devnet/manifest.js'
import { CHAIN } from '../data/names/support.js'
import { allRows } from '../contract/rows.js'
import { sow, type Seeds } from '../contract/seeds.js'
import { startWorld, type Answer, type World } from '../contract/world.js'
import { random, sampleOf, seedOr } from '../support/random.js'
import { Judge } from './judge.js'
import { broken, mutated, texts, values } from './nonsense.js'

const SEED = seedOr(20_261_121)
const QUERIES = sampleOf(10_000)
const BODIES = sampleOf(8_000)
const CURSORS = sampleOf(6_000)
const CALLS = sampleOf(76_000)
/** Of the JSON-RPC calls: those that may reach the node. */
const FORWARDED = sampleOf(1000)
/** Each takes seconds, on a machine that does nothing else. */
const PATIENCE_MS = 300_000

let world: World
let seeds: Seeds
let known: readonly string[]
/** Hashes, ids of collectibles, sessions and names, by the account in lower case. */
const own = new Map<string, ReadonlySet<string>>()

beforeAll(async () => {
  world = await startWorld()
  seeds = await sow(world)
  known = [
    ...seeds.at.slice(0, 5),
    seeds.at[1]?.toLowerCase() ?? '',
    ...seeds.at.slice(0, 3).map((address) => `${CHAIN}:${address}`),
    CHAIN,
    '31337',
    'usd',
    'coinbase',
    seeds.name,
    'wallet.example',
    ...Object.values(seeds.sessions),
    ...Object.values(seeds.cursors),
    `${CHAIN}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`,
    `${CHAIN}:${STABLE.address}`,
    'So11111111111111111111111111111111111111112',
    '1000000',
  ]
  for (const address of [...seeds.at, STABLE.address]) {
    const parts = await Promise.all(
      [
        `/v1/account/${address}/history`,
        `/v1/account/${address}/nfts`,
        `/v1/sessions/${CHAIN}:${address}`,
        `/v1/profile/reverse/${address}?apiVersion=2`,
      ].map((path) => world.ask({ path })),
    )
    own.set(address.toLowerCase(), new Set(parts.flatMap((answer) => idsOf(answer))))
  }
}, PATIENCE_MS)
afterAll(() => world.stop())

/** What in an answer belongs to one account. */
function idsOf({ body }: Answer): readonly string[] {
  const rows: readonly Record<string, unknown>[] = Array.isArray(body) ? body : (body?.data ?? body?.pcis ?? [])
  return rows.map((row) => String(row['pci'] ?? row['id'] ?? row['name']))
}

/** Whether an answer about an account has only what is theirs; `text` is the account as it stands in the path. */
const isTheirs = (text: string) => (answer: Answer) => {
  const address = /0x[0-9a-fA-F]{40}/.exec(text)?.[0].toLowerCase() ?? ''
  const theirs = own.get(address)
  return idsOf(answer).every((id) => theirs?.has(id) || id.startsWith('o_') || id.startsWith('onramp'))
}

const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.')
const routes = Object.keys(allRows).map((route) => {
  const [method = '', path = ''] = route.split(' ')
  return { route, method, path, params: [...path.matchAll(/:(\w+)/g)].map(([name]) => name) }
})
const accountPath = /\/(?:history|nfts)$|^\/v1\/sessions\/:account$|\/reverse\//

describe(`with seed ${SEED}`, () => {
  test(
    `${QUERIES} queries`,
    async () => {
      const chance = random(SEED)
      const judge = new Judge(world, SEED)
      const names = ['chainId', 'cursor', 'currency', 'onramp', 'forceUpdate', 'amount', 'from', 'to', 'userAddress', 'tokenAddress', 'address', 'gasPrice', 'projectId', 'st', 'sv', 'sender', 'apiVersion', 'zone', 'page', 'entries', 'search', 'include', 'exclude', 'chains', 'pci', 'country', 'purchaseCurrency', 'paymentAmount', 'paymentCurrency', 'paymentMethod', 'v', 'project', 'badge_type', 'names', 'rdns', 'badge', 'x[]', '__proto__'] // oxfmt-ignore
      const headers = ['x-project-id', 'origin', 'content-type', 'x-forwarded-for', 'authorization', 'if-none-match', 'x-sdk-type', 'content-length'] // oxfmt-ignore
      const isSafe = (text: string) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)
      const gets = routes.filter(({ method }) => method === 'GET')
      for (let done = 0; done < QUERIES; done++) {
        const { path, params } = chance.pick(gets)
        const account = chance.chance(0.3) ? chance.pick(known) : broken(chance, known)
        let target = path
        for (const name of params)
          target = target.replace(name, () => (chance.chance(0.1) ? account : encodeURIComponent(wellFormed(account))))
        const query = names
          .filter(() => chance.chance(0.12))
          .map(
            (name) =>
              `${name}=${chance.chance(0.05) ? broken(chance, known) : encodeURIComponent(wellFormed(broken(chance, known)))}`,
          )
        const extra = Object.fromEntries(
          headers
            .filter(() => chance.chance(0.05))
            .map((name) => [name, broken(chance, known).slice(0, 200)] as const)
            .filter(([, text]) => isSafe(text)),
        )
        const method = chance.chance(0.9) ? 'GET' : chance.pick(['HEAD', 'PUT', 'DELETE', 'PATCH', 'POST', 'REPORT'])
        const isRight = method === 'GET' && accountPath.test(path) ? isTheirs(account) : undefined
        await judge.ask(
          { method, path: `${target}${query.length > 0 ? '?' : ''}${query.join('&')}`, headers: extra },
          isRight ? { isRight } : {},
        )
      }
      expect(judge.statuses(200)).toBeGreaterThan(QUERIES / 20)
      expect(judge.statuses(400)).toBeGreaterThan(QUERIES / 5)
    },
    PATIENCE_MS,
  )

  test(
    `${BODIES} bodies`,
    async () => {
      const chance = random(SEED + 1)
      const judge = new Judge(world, SEED)
      const posts = routes.filter(({ method }) => method === 'POST')
      const right = new Map(await Promise.all(posts.map(async ({ route }) => [route, await allRows[route]?.ask(seeds)] as const)))
      for (let done = 0; done < BODIES; done++) {
        const { route } = chance.pick(posts)
        const sent = right.get(route)
        if (!sent) throw new Error(route)
        const body = chance.chance(0.1) ? chance.pick([...values, ...texts]) : mutated(sent.body, chance, known)
        const text = JSON.stringify(body ?? null)
        const cut = chance.chance(0.1) ? text.slice(0, chance.int(text.length)) : text
        await judge.ask({ ...sent, body: cut })
      }
      expect(judge.statuses(400)).toBeGreaterThan(BODIES / 3)
      // A registration with a word too many is still one; no other name, and no other owner, has come of all this.
      const names = await world.db.query<{ name: string }>('select name from names order by name')
      expect(['contract', 'fresh']).toEqual(expect.arrayContaining(names.map(({ name }) => name.split('.')[0])))
      const { body } = await world.ask({ path: `/v1/profile/account/${seeds.name}?apiVersion=2` })
      const addresses = Object.values(body.addresses as Record<string, { readonly address: string }>)
      expect(new Set(addresses.map(({ address }) => address))).toEqual(new Set([seeds.at[3]]))
    },
    PATIENCE_MS,
  )

  test(
    `${CURSORS} cursors: only the one that was given, and only to whom`,
    async () => {
      const chance = random(SEED + 2)
      const judge = new Judge(world, SEED)
      const before = world.outgoing.length
      const [zero = '', one = ''] = seeds.at
      const letter = () => chance.pick(alphabet)
      const change = (cursor: string): string => {
        const at = chance.int(cursor.length)
        switch (chance.int(6)) {
          case 0:
            return cursor.slice(0, at) + letter() + cursor.slice(at + 1)
          case 1:
            return cursor.slice(0, at)
          case 2:
            return cursor + letter()
          case 3: {
            const [body = '', mac = ''] = cursor.split('.')
            const position = JSON.parse(Buffer.from(body, 'base64url').toString()) as object // written by the services
            return `${Buffer.from(JSON.stringify(mutated(position, chance, known))).toString('base64url')}.${mac}`
          }
          case 4:
            return cursor.split('.').reverse().join('.')
          default:
            return cursor.slice(0, at) + String.fromCharCode(cursor.charCodeAt(at) ^ (1 << chance.int(7))) + cursor.slice(at + 1)
        }
      }
      for (let done = 0; done < CURSORS; done++) {
        const kind = chance.pick(['history', 'nfts'] as const)
        const list = chance.chance(0.8) ? kind : kind === 'history' ? 'nfts' : 'history'
        const account = chance.chance(0.5) ? zero : one
        const chain = chance.chance(0.8) ? `&chainId=${CHAIN}` : ''
        const cursor = chance.chance(0.1) ? seeds.cursors[kind] : change(seeds.cursors[kind])
        const isGiven = cursor === seeds.cursors[kind] && list === kind && account === zero && chain !== ''
        const spelt = chance.chance(0.5) ? account : account.toLowerCase()
        const ask = { path: `/v1/account/${spelt}/${list}?cursor=${encodeURIComponent(cursor)}${chain}` }
        // An empty cursor is none: then it is the first page that is asked for, which the queries above do.
        if (cursor === '') continue
        const answer = await judge.ask(ask, { isRight: isTheirs(account) })
        const isRefused = answer.status === 400 && answer.body.reasons[0].field === 'cursor'
        if (isRefused === isGiven) judge.fail('another verdict', ask, answer)
      }
      expect(judge.statuses(200)).toBeGreaterThan(CURSORS / 300)
      expect(world.outgoing.slice(before).length).toBeLessThan(judge.statuses(200) * 4)
    },
    PATIENCE_MS,
  )

  test(
    `${CALLS} JSON-RPC calls, alone and in batches`,
    async () => {
      const chance = random(SEED + 3)
      const judge = new Judge(world, SEED)
      const methods = ['eth_call', 'eth_getBalance', 'eth_getLogs', 'eth_getBlockByNumber', 'eth_estimateGas', 'eth_getStorageAt', 'eth_sendRawTransaction', 'eth_feeHistory', 'eth_getTransactionByHash', 'eth_chainId', 'eth_blockNumber', 'net_version'] // oxfmt-ignore
      const refused = ['debug_traceCall', 'personal_sign', 'admin_peers', 'eth_accounts', 'eth_sendTransaction', 'hardhat_reset', 'ETH_CALL', 'eth_call ', 'rpc_modules', ...texts.filter((text) => !methods.includes(text))] // oxfmt-ignore
      let forwarded = 0
      const call = (): unknown => {
        const mayPass = forwarded < FORWARDED && chance.chance((2 * FORWARDED) / CALLS)
        if (mayPass) forwarded += 1
        const right = {
          jsonrpc: '2.0',
          id: chance.chance(0.5) ? chance.int(1e9) : broken(chance, known).slice(0, 100),
          method: mayPass ? chance.pick(methods) : chance.pick(refused),
          params: Array.from({ length: chance.int(4) }, () => (chance.chance(0.5) ? broken(chance, known) : chance.pick(values))),
        }
        if (mayPass || chance.chance(0.5)) return right
        const wrong = mutated(right, chance, refused)
        return wrong
      }
      while (judge.cases < CALLS) {
        const isBatch = chance.chance(0.5)
        const calls = Array.from({ length: isBatch ? 1 + chance.int(100) : 1 }, call)
        const body = JSON.stringify(isBatch ? calls : (calls[0] ?? null))
        const cut = chance.chance(0.03) ? body.slice(0, chance.int(body.length)) : body
        const path = `/v1${chance.pick(['', '/'])}?chainId=${chance.chance(0.95) ? CHAIN : encodeURIComponent(wellFormed(broken(chance, known)))}`
        const before = world.outgoing.length
        const ask = { path, body: cut, headers: { 'content-type': chance.pick(['application/json', 'text/plain', 'x']) } }
        const answer = await judge.ask(ask, { count: calls.length })
        if (answer.status !== 200) continue
        const answers: unknown[] = listOf(answer.body)
        const sent: unknown[] = listOf(JSON.parse(cut))
        if (answers.length !== sent.length || !answers.every((each, at) => isReply(each, sent[at])))
          judge.fail('another reply', ask, answer)
        const isAsked = sent.some((each) => isOneOf(methods, (each as { method?: unknown } | null)?.method))
        if (!isAsked && world.outgoing.length > before) judge.fail('a node that was asked', ask, answer)
      }
      expect(judge.statuses(200)).toBeGreaterThan(CALLS / 760)
      expect(forwarded).toBe(FORWARDED)
    },
    PATIENCE_MS,
  )
})

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** Some values cannot even be made a text. */
const isOneOf = (list: readonly string[], value: unknown) => typeof value === 'string' && list.includes(value)

function isReply(reply: unknown, call: unknown): boolean {
  if (typeof reply !== 'object' || reply === null) return false
  const { jsonrpc, id, ...rest } = reply as Readonly<Record<string, unknown>>
  const asked = (call as { id?: unknown } | null)?.id
  const outcome = Object.keys(rest).join()
  return jsonrpc === '2.0' && (id === null || id === asked) && (outcome === 'result' || outcome === 'error')
}

/** Half a letter cannot be written into an address. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '?')
}
