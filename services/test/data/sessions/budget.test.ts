// Sessions, and what is spent in them, count against the budgets of who asks for them: anyone may ask for one in anyone's name.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../../src/db/connect.js'
import { storageLimits } from '../../support/budget.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { engine } from '../../support/engines.js'
import { startServices, type TestServices } from '../../support/services.js'
import {
  accountOf,
  execute,
  fieldOf,
  NOW_S,
  operation,
  other,
  owner,
  permissions,
  request,
  SECRET,
  sessionCalls,
  signed,
} from './support.js'

const devnet = useSeededDevnet({ past: false })
const KB = 1024

let db: Db
let services: TestServices
let now = NOW_S
beforeAll(async () => {
  db = await engine.open()
  const storage = storageLimits({ sessions: { client: 610 * KB, address: 1200 * KB }, spends: { client: 4, address: 6 } })
  const config = { secretKey: SECRET, storage, trustedProxies: 1 }
  services = await startServices({ db, evmUrl: devnet().url, now: () => now * 1000, config })
})
afterAll(async () => {
  await services.stop()
  await db.close()
})

const abi = [{ type: 'event', name: 'x'.repeat(200 * KB) }]
const long = { ...permissions.move, data: { ...permissions.move.data, abi } }
const anyone = () => privateKeyToAccount(generatePrivateKey())
const signerOf = ({ publicKey }: { readonly publicKey: string }) => ({
  type: 'keys',
  data: { keys: [{ type: 'secp256k1', publicKey }] },
})
const ask = (address: string, body: object, path = '') =>
  fetch(`${services.url}/v1/sessions/${accountOf(anyone().address)}${path}?projectId=p1`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })

test('sessions of 200 kB: so many of one key, so many from one address', async () => {
  const asked = (address: string, key = anyone()) => ask(address, request({ permissions: [long], signer: signerOf(key) }))
  const greedy = anyone()
  for (let count = 0; count < 3; count += 1) expect((await asked(`10.1.0.${count}`, greedy)).status).toBe(200)
  expect(await fieldOf(await asked('10.1.0.9', greedy))).toEqual([403, 'storage'])
  for (let count = 0; count < 5; count += 1) expect((await asked('10.2.0.1')).status).toBe(200)
  expect(await fieldOf(await asked('10.2.0.1'))).toEqual([403, 'storage'])
  expect((await asked('10.2.0.2')).status).toBe(200)
})

test('so does the context that activates one', async () => {
  const key = anyone()
  const account = accountOf(anyone().address)
  const { active } = sessionCalls(() => services)
  await active({ signer: signerOf(key), permissions: [long] })
  await active({ signer: signerOf(key), permissions: [long] })
  const terms = request({ signer: signerOf(key) })
  const post = (path: string, body: object) =>
    fetch(`${services.url}/v1/sessions/${account}${path}?projectId=p1`, { method: 'POST', body: JSON.stringify(body) })
  const { pci } = (await (await post('', terms)).json()) as { pci: string }
  const activate = (bytes: number) => post('/activate', { ...terms, pci, context: `0x${'cd'.repeat(bytes)}` })
  expect(await fieldOf(await activate(120 * KB))).toEqual([403, 'storage'])
  expect((await activate(100)).status).toBe(200)
})

test('operations are kept until their period ends: so many of a session, so many from one address', async () => {
  const { active } = sessionCalls(() => services)
  const pays = async (pci: string, from: string) => {
    const userOp = await signed(operation(execute({ to: other, value: 1n })))
    const response = await fetch(`${services.url}/v1/sessions/${accountOf(owner.address)}/sign?projectId=p1`, {
      method: 'POST',
      headers: { 'x-forwarded-for': from },
      body: JSON.stringify({ pci, userOp }),
    })
    return response.ok ? 200 : fieldOf(response)
  }
  const [one, two] = [await active(), await active()]
  for (let count = 0; count < 4; count += 1) expect(await pays(one.pci, `10.3.0.${count}`)).toBe(200)
  expect(await pays(one.pci, '10.3.0.9')).toEqual([403, 'storage'])
  for (let count = 0; count < 4; count += 1) expect(await pays(two.pci, '10.3.1.1')).toBe(200)
  const three = await active()
  for (let count = 0; count < 2; count += 1) expect(await pays(three.pci, '10.3.1.1')).toBe(200)
  expect(await pays(three.pci, '10.3.1.1')).toEqual([403, 'storage'])
  expect(await pays(three.pci, '10.3.1.2')).toBe(200)
  // The next period: what was spent before it is forgotten.
  now += 3600
  for (let count = 0; count < 4; count += 1) expect(await pays(one.pci, '10.3.2.1')).toBe(200)
  const rows = await db.query('select 1 from session_spends where pci = $1', [one.pci])
  expect(rows).toHaveLength(4)
  now = NOW_S
})
