// A wallet may grant less than was asked of it: then that is what is kept, listed, and co-signed.
import { toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { useSeededDevnet } from '../../support/devnet.js'
import { engine } from '../../support/engines.js'
import {
  NOW_S,
  accountOf,
  appKey,
  execute,
  fieldOf,
  game,
  gameAbi,
  move,
  operation,
  other,
  permissions,
  request,
  transfer,
  useSessions,
} from './support.js'

const devnet = useSeededDevnet({ past: false })

const { post, list, create, sign, clock, db } = useSessions(engine, devnet)
const { native, token, move: mover } = permissions
const allowing = (allowance: bigint, changes: object = {}) => ({
  ...native,
  data: { ...native.data, allowance: toHex(allowance), ...changes },
})
const pay = (value: bigint) => operation(execute({ to: other, value }))

/** A session for which the wallet has granted that. Accounts are of this test alone, so that the sender is named too. */
async function granted(changes: object, asked: object = {}) {
  const { address } = privateKeyToAccount(generatePrivateKey())
  const { pci, key } = await create(asked, address)
  const signer = { type: 'keys', data: { keys: [key, appKey] } }
  const terms = { ...request(asked), signer, pci, context: '0xabcd' }
  const activate = (more: object = changes) => post(`${accountOf(address)}/activate`, { ...terms, ...more })
  const response = await activate()
  expect([response.status, await response.text()]).toEqual([200, ''])
  const act = async (userOp: ReturnType<typeof operation>) => sign(pci, { ...userOp, sender: address }, address)
  return { pci, address, activate, act }
}

test('a lower allowance, an earlier end and fewer permissions are what the list says, and what is signed for', async () => {
  const less = { permissions: [allowing(40n)], expiry: NOW_S + 600 }
  const { address, act } = await granted(less)
  expect(await list(address)).toMatchObject([{ ...less, context: '0xabcd' }])
  expect((await act(pay(30n))).status).toBe(200)
  expect(await fieldOf(await act(pay(11n)))).toEqual([403, 'permissions'])
  expect((await act(pay(10n))).status).toBe(200)
  expect(await fieldOf(await act(operation(execute(transfer(1n)))))).toEqual([403, 'permissions'])
  expect(await fieldOf(await act(operation(execute(move(1n)))))).toEqual([403, 'permissions'])
  clock.now = NOW_S + 600
  expect(await fieldOf(await act(pay(0n)))).toEqual([403, 'pci'])
  clock.now = NOW_S
})

test('fewer functions, and a lower value for each call', async () => {
  const of = (functionName: string, limit: bigint) => ({ functionName, valueLimit: toHex(limit) })
  const calls = (...functions: object[]) => ({ type: 'contract-call', data: { address: game, abi: gameAbi, functions } })
  const asked = { permissions: [calls(of('move', 5n), of('quit', 5n))] }
  const { act } = await granted({ permissions: [calls(of('move', 2n))] }, asked)
  expect((await act(operation(execute(move(1n, 2n))))).status).toBe(200)
  expect(await fieldOf(await act(operation(execute(move(1n, 3n)))))).toEqual([403, 'permissions'])
})

test('the same answer again is no change; more, or something else, is refused, and changes nothing', async () => {
  const less = { permissions: [allowing(40n), token], expiry: NOW_S + 600 }
  const { address, activate, act } = await granted(less)
  expect((await activate()).status).toBe(200)
  expect(await fieldOf(await activate({}))).toEqual([400, 'expiry'])
  expect(await fieldOf(await activate({ expiry: less.expiry }))).toEqual([400, 'pci'])
  expect(await fieldOf(await activate({ ...less, permissions: [allowing(39n), token] }))).toEqual([400, 'pci'])
  expect(await list(address)).toMatchObject([less])
  expect(await fieldOf(await act(pay(41n)))).toEqual([403, 'permissions'])
})

test('of two grants at once one counts', async () => {
  const { address } = privateKeyToAccount(generatePrivateKey())
  const { pci, key } = await create({}, address)
  const terms = { ...request(), signer: { type: 'keys', data: { keys: [key, appKey] } }, pci, context: '0xabcd' }
  const grants = [40n, 30n, 20n, 10n].map((allowance) => ({ permissions: [allowing(allowance)] }))
  const answers = await Promise.all(grants.map((grant) => post(`${accountOf(address)}/activate`, { ...terms, ...grant })))
  const taken = grants.filter((_, index) => answers[index]?.status === 200)
  expect(taken).toHaveLength(1)
  expect(await list(address)).toMatchObject([taken[0] ?? {}])
})

test('a longer period never allows more than was asked in any of the shorter ones', async () => {
  // Asked: 100 in each hour. Granted: 100 in each 90 minutes, of which two have a part in the second hour.
  const { act } = await granted({ permissions: [allowing(100n, { period: 5400 })] }, { expiry: NOW_S + 20_000 })
  const from = native.data.start
  clock.now = from + 5000
  expect((await act(pay(100n))).status).toBe(200)
  clock.now = from + 5500
  expect(await fieldOf(await act(pay(1n)))).toEqual([403, 'permissions'])
  clock.now = from + 7200
  expect((await act(pay(100n))).status).toBe(200)
  clock.now = NOW_S
})

test('a rule that is left out uncovers none that was behind it', async () => {
  const calls = (...functions: object[]) => ({ type: 'contract-call', data: { address: game, abi: gameAbi, functions } })
  const small = { functionName: 'move', valueLimit: toHex(1n) }
  const large = { functionName: 'move', valueLimit: toHex(50n), args: [{ operator: 'LESS_THAN', value: '10' }] }
  const { act } = await granted({ permissions: [calls(large)] }, { permissions: [calls(small, large)] })
  expect((await act(operation(execute(move(3n, 1n))))).status).toBe(200)
  expect(await fieldOf(await act(operation(execute(move(3n, 2n)))))).toEqual([403, 'permissions'])
})

test('what was asked for is kept beside it, and counts against the budget', async () => {
  const held = async (pci: string) => {
    const [row] = await db().query<{ held: number; asked: string | null }>('select held, asked from sessions where pci = $1', [
      pci,
    ])
    return row
  }
  const same = await held((await granted({})).pci)
  const less = await held((await granted({ permissions: [mover] })).pci)
  expect(same?.asked).toBeNull()
  expect(JSON.parse(less?.asked ?? 'null')).toEqual(JSON.parse(JSON.stringify(Object.values(permissions))))
  expect((less?.held ?? 0) - (same?.held ?? 0)).toBe(JSON.stringify([mover]).length)
})
