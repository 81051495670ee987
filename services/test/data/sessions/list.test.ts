// The list of an account's sessions: strangers can add to it, and must not hide a session from its owner.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { getSmartSessions } from '../../../../src/api/smart-sessions.js'
import { testApi } from '../../../../test/api/server.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { engine } from '../../support/engines.js'
import { CHAIN, accountOf, fieldOf, permissions, request, useSessions } from './support.js'

const devnet = useSeededDevnet({ past: false })
const addressOf = () => privateKeyToAccount(generatePrivateKey()).address

const { post, page, active, create, services, db } = useSessions(engine, devnet)

/** All pages, as the client reads them. */
const all = async (address: string) => {
  const api = testApi(services().url)
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const { sessions, next } = await getSmartSessions(api, { account: accountOf(address), cursor })
    pages.push(sessions.map(({ pci }) => pci))
    cursor = next
  } while (cursor !== undefined)
  return pages
}
/** As many sessions as this that a stranger asked for and activated: rows like that of `pci`, which is not theirs. */
const flood = (pci: string, count: number) =>
  db().query(
    `insert into sessions (pci, chain, address, project, expiry, created_at, signer, permissions, policies, context, cosigner_address, cosigner_key)
       select gen_random_uuid()::text, chain, address, project, expiry, created_at + nth % 3, signer, permissions, policies, '0xbb', cosigner_address, cosigner_key
       from sessions, generate_series(1, $2::int) nth where pci = $1`,
    [pci, count],
  )

test('the next pages have what strangers pushed out of the first, each session once', async () => {
  const address = addressOf()
  const { pci } = await active({}, address)
  await flood(pci, 600)
  const pages = await all(address)
  expect(pages.map(({ length }) => length)).toEqual([255, 255, 91])
  expect(new Set(pages.flat()).size).toBe(601)
  expect(pages.flat()).toContain(pci)
  expect(pages[0]).not.toContain(pci)
})

test('long terms make short pages, so that a client can read them', async () => {
  const address = addressOf()
  const abi = [{ type: 'event', name: 'x'.repeat(200_000) }]
  const long = { ...permissions.move, data: { ...permissions.move.data, abi } }
  const made: string[] = []
  for (let i = 0; i < 7; i++) made.push((await active({ permissions: [long] }, address)).pci)
  const pages = await all(address)
  expect(pages.map(({ length }) => length)).toEqual([5, 2])
  expect(pages.flat().sort()).toEqual(made.sort())
  const longer = { ...permissions.move, data: { ...permissions.move.data, abi: [...abi, ...abi] } }
  expect(await fieldOf(await post(accountOf(address), request({ permissions: [longer] })))).toEqual([413, 'body'])
})

test('active ones come first, then those that were revoked, then those that wait', async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const ended = await active({}, owner.address)
  const kept = await active({}, owner.address)
  const waiting = await create({}, owner.address)
  await post(`${accountOf(owner.address)}/revoke`, {
    pci: ended.pci,
    signature: await owner.signMessage({ message: ended.pci }),
  })
  expect((await page(owner.address)).pcis.map(({ pci }) => pci)).toEqual([kept.pci, ended.pci, waiting.pci])
})

test('a cursor is of one account and of these services', async () => {
  const [address, other] = [addressOf(), addressOf()]
  await flood((await active({}, address)).pci, 255)
  const { next } = await page(address)
  const ask = (account: string, cursor: string) => fetch(`${services().url}/v1/sessions/${CHAIN}:${account}?cursor=${cursor}`)
  expect((await ask(address, next ?? '')).status).toBe(200)
  expect(await fieldOf(await ask(other, next ?? ''))).toEqual([400, 'cursor'])
  expect(await fieldOf(await ask(address, 'abc'))).toEqual([400, 'cursor'])
})
