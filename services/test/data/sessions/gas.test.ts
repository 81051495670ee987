// Gas of user operations: who holds the app's key may be the one who collects it, so it counts against the allowance of the native coin.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex, zeroAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useSeededDevnet } from '../../support/devnet.js'
import { engine } from '../../support/engines.js'
import { checkEach } from '../../../../test/support/rows.js'
import { startServices, type TestServices } from '../../support/services.js'
import {
  CHAIN,
  NOW_S,
  SECRET,
  appKey,
  execute,
  fieldOf,
  move,
  operation,
  other,
  owner,
  permissions,
  signed,
  transfer,
  useSessions,
  type Operation,
} from './support.js'

const devnet = useSeededDevnet({ past: false })
const sponsor: Hex = `0x${'5a'.repeat(20)}`
const LIMIT_MAX = (1n << 120n) - 1n

/** An operation that moves a piece of the game, with these figures of gas; the allowance is of 100 wei. */
const withGas = (changes: Partial<Operation>, callData = execute(move(1n))) => {
  const none = { callGasLimit: toHex(0n), verificationGasLimit: toHex(0n), preVerificationGas: toHex(0n) }
  return operation(callData, { ...none, maxFeePerGas: toHex(1n), ...changes })
}

const { active, send, sign, services, db, clock } = useSessions(engine, devnet)
const refused = [403, 'permissions']

test('gas and payments share the allowance of the native coin, over several operations', async () => {
  const { pci } = await active()
  const limits = {
    callGasLimit: toHex(5n),
    verificationGasLimit: toHex(6n),
    preVerificationGas: toHex(9n),
    maxFeePerGas: toHex(3n),
  }
  const pay = (value: bigint) => sign(pci, withGas(limits, execute({ to: other, value })))
  expect(await fieldOf(await pay(41n))).toEqual(refused)
  expect((await pay(35n)).status).toBe(200)
  // 95 are gone.
  expect(await fieldOf(await sign(pci, withGas({ callGasLimit: toHex(6n) })))).toEqual(refused)
  expect((await sign(pci, withGas({ callGasLimit: toHex(5n) }))).status).toBe(200)
  expect(await fieldOf(await sign(pci, withGas({ callGasLimit: toHex(1n) })))).toEqual(refused)
  clock.now += 3600
  expect((await sign(pci, withGas({ callGasLimit: toHex(100n) }))).status).toBe(200)
  clock.now = NOW_S
})

describe('more gas than the allowance', () => {
  const paymaster = { paymaster: sponsor, paymasterVerificationGasLimit: toHex(0n), paymasterPostOpGasLimit: toHex(0n) }
  test('is refused in each of its fields', () =>
    checkEach<[string, Partial<Operation>]>(
      [
        ['of the call', { callGasLimit: toHex(101n) }],
        ['of the validation', { verificationGasLimit: toHex(101n) }],
        ['before it', { preVerificationGas: toHex(101n) }],
        ['by a price', { callGasLimit: toHex(1n), maxFeePerGas: toHex(101n) }],
        ['that would pay a thousand coins', { preVerificationGas: toHex(10n ** 9n), maxFeePerGas: toHex(10n ** 12n) }],
        [
          'as large as it can be',
          { preVerificationGas: toHex(LIMIT_MAX), callGasLimit: toHex(LIMIT_MAX), maxFeePerGas: toHex(LIMIT_MAX) },
        ],
        ['of a paymaster that is not named', { ...paymaster, callGasLimit: toHex(101n) }],
        ['of its own validation', { ...paymaster, paymasterVerificationGasLimit: toHex(101n) }],
        ['of its work afterwards', { ...paymaster, paymasterPostOpGasLimit: toHex(101n) }],
        [
          'of no paymaster, whose limits the account pays',
          { ...paymaster, paymaster: zeroAddress, paymasterPostOpGasLimit: toHex(101n) },
        ],
      ],
      '%s is refused',
      async (_, changes) => {
        const { pci } = await active()
        expect(await fieldOf(await sign(pci, withGas(changes)))).toEqual(refused)
      },
    ))
})

test('a session without an allowance of the native coin pays no gas', async () => {
  const { pci } = await active({ permissions: [permissions.move, permissions.token] })
  expect(await fieldOf(await sign(pci, withGas({ callGasLimit: toHex(1n) })))).toEqual(refused)
  expect(await fieldOf(await sign(pci, withGas({ callGasLimit: toHex(1n) }, execute(transfer(1n)))))).toEqual(refused)
  expect((await sign(pci, withGas({ callGasLimit: toHex(1n), maxFeePerGas: toHex(0n) }))).status).toBe(200)
})

describe('with a sponsor in the settings', () => {
  let folder: string
  let sponsored: TestServices
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'wm-gas-'))
    const dataFile = join(folder, 'data.json')
    writeFileSync(dataFile, JSON.stringify({ chains: { [CHAIN]: { sponsors: [sponsor] } } }))
    const config = { secretKey: SECRET, dataFile }
    sponsored = await startServices({ db: db(), evmUrl: devnet().url, now: () => clock.now * 1000, config })
  })
  afterAll(async () => {
    await sponsored.stop()
    rmSync(folder, { recursive: true })
  })
  const ask = async (pci: string, userOp: Operation, from = sponsored) => send(pci, await signed(userOp), owner.address, from)
  const dear = { preVerificationGas: toHex(10n ** 9n), maxFeePerGas: toHex(10n ** 12n) }

  test('its gas takes nothing from the allowance, that of others does', async () => {
    const { pci } = await active()
    expect((await ask(pci, withGas({ ...dear, paymaster: sponsor }))).status).toBe(200)
    expect((await ask(pci, withGas({ callGasLimit: toHex(100n) }))).status).toBe(200)
    expect(await fieldOf(await ask(pci, withGas({ ...dear, paymaster: other })))).toEqual(refused)
    expect(await fieldOf(await ask(pci, withGas({ ...dear, paymaster: zeroAddress })))).toEqual(refused)
    expect(await fieldOf(await ask(pci, withGas({ ...dear, paymaster: sponsor }), services()))).toEqual(refused)
  })

  test('a session of calls alone has it pay', async () => {
    const { pci } = await active({ permissions: [permissions.move], signer: { type: 'keys', data: { keys: [appKey] } } })
    expect((await ask(pci, withGas({ ...dear, paymaster: sponsor }))).status).toBe(200)
    expect(await fieldOf(await ask(pci, withGas(dear)))).toEqual(refused)
  })
})
