// A permit in place of the approval of a swap: what is signed, when it is not asked for, and that a transaction follows where a signature does not do.
import {
  concat,
  decodeAbiParameters,
  type Hex,
  numberToHex,
  recoverTypedDataAddress,
  type TypedData,
  type TypedDataDefinition,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTransactions } from '../../../src/state/account/transactions.js'
import { built, exact, reviewed, settle } from '../../support/swap-review.js'
import { createSwapWorld, GRAIN, refusal, ROUTER, SWAP_DATA, type SwapWorld, user } from '../../support/swap-world.js'
import { testRows } from '../../support/rows.js'

const ETHER = 10n ** 18n
const BUILD = '/v1/convert/build-transaction'

let world: SwapWorld
// What is imported on demand takes real time, which fake time does not wait for.
beforeAll(() =>
  Promise.all([
    import('../../../src/api/outcomes.js'),
    import('../../../src/api/permits.js'),
    import('../../../src/state/swap/prepare.js'),
  ]),
)
function renew(): void {
  vi.useFakeTimers()
  world = createSwapWorld()
}
beforeEach(renew)
afterEach(() => vi.useRealTimers())

describe('a permit in place of the approval', () => {
  const ada = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
  /** The typed data that the wallet was asked to sign. */
  let asked: TypedDataDefinition<TypedData, 'Permit'>[]
  /** What the services were sent. */
  let bodies: Readonly<Record<string, unknown>>[]
  function prepare(): void {
    ;[asked, bodies] = [[], []]
    world.permits.set(GRAIN, '1')
    world.answers.set(BUILD, (_, body) => {
      bodies.push(body['eip155'] as Readonly<Record<string, unknown>>)
      return built({ eip155: { gas: '200000', gasPrice: '1000000000', takesPermit: true } })
    })
    world.wallet.misbehave('eth_signTypedData_v4', ({ params }) => {
      const data = JSON.parse((params as [string, string])[1]) as (typeof asked)[number]
      asked.push(data)
      return ada.signTypedData(data)
    })
  }
  beforeEach(prepare)

  test('is signed for exactly the amount to the contract of the swap, and built into it: nothing is sent before', async () => {
    const { run, press, names, core } = await reviewed(world)
    expect(run()).toMatchObject({ step: 'permit', steps: ['permit', 'swap'], spender: ROUTER, approval: undefined })
    expect(run().fee).toBe(280_000n * 10n ** 9n)
    const start = Date.now()
    expect(await press()).toBe('went on')
    expect(asked).toMatchObject([
      {
        primaryType: 'Permit',
        domain: { name: 'Grain', version: '1', chainId: 1, verifyingContract: GRAIN },
        message: { owner: user, spender: ROUTER, value: String(10n * ETHER), nonce: '3' },
      },
    ])
    const deadline = String(asked[0]?.message['deadline'])
    expect(Number(deadline)).toBe(Math.floor((start + 30 * 60_000) / 1000))
    expect(run()).toMatchObject({ phase: 'ready', step: 'swap', steps: ['permit', 'swap'], error: undefined })
    expect(world.sent).toEqual([])
    expect(await press()).toBe('went on')
    expect(world.sent).toEqual([{ to: ROUTER, data: SWAP_DATA, value: 0n, gas: 180_000n }])
    const { permit } = bodies.at(-1) as { permit: `0x${string}` }
    const words = ['address', 'address', 'uint256', 'uint256', 'uint8', 'bytes32', 'bytes32'].map((type) => ({ type }))
    const [owner, spender, value, until, v, r, s] = decodeAbiParameters(words, permit) as [
      string,
      string,
      bigint,
      bigint,
      number,
      Hex,
      Hex,
    ]
    expect([owner, spender, value, String(until)]).toEqual([user, ROUTER, 10n * ETHER, deadline])
    const signature = concat([r, s, numberToHex(v)])
    expect(await recoverTypedDataAddress({ ...(asked[0] as Parameters<typeof recoverTypedDataAddress>[0]), signature })).toBe(
      user,
    )
    expect(core.use(createTransactions).$own.get()).toMatchObject([{ kind: 'swap' }])
    expect(names()).toEqual(['INITIATE_SWAP', 'SWAP_SUCCESS'])
  })

  test.each([
    ['version 2', '2'],
    ['no version', undefined],
  ])('is bound to the domain of the token: %s', async (_, version) => {
    world.permits.set(GRAIN, version)
    const { press, run } = await reviewed(world)
    await press()
    expect(asked[0]?.domain?.version).toBe(version)
    expect(run().step).toBe('swap')
  })

  testRows([
    ['the services know that the token takes none', () => void world.permits.clear()],
    ['the token checks by a domain that nobody can find out', () => void world.permits.set(GRAIN, '7')],
    ['the token has another kind of permit', () => void (world.permitType = `0x${'ea'.repeat(32)}`)],
    ['the account is a contract', () => void (world.isOwnerContract = true)],
    ['the route takes none', () => void world.answers.set(BUILD, () => built({}))],
  ])('is not asked for when %s', async (_, change) => {
    renew()
    prepare()
    change()
    const { run } = await reviewed(world)
    expect(run()).toMatchObject({ step: 'approve', permit: undefined })
    expect(asked).toEqual([])
  })

  testRows([
    ['does not know the method', () => world.wallet.fail('eth_signTypedData_v4', { code: 4200 })],
    ['answers with something else', () => world.wallet.misbehave('eth_signTypedData_v4', 'wrong shape')],
    ['signs as a contract does', () => world.wallet.misbehave('eth_signTypedData_v4', () => `0x${'ab'.repeat(200)}`)],
    ['signs what the token does not take', () => void (world.takesPermit = () => false)],
  ])('gives way to a transaction when the wallet %s', async (_, change) => {
    renew()
    prepare()
    const { run, press } = await reviewed(world)
    change()
    expect(await press()).toBe('went on')
    expect(run()).toMatchObject({
      phase: 'ready',
      step: 'approve',
      isByTransaction: 'failed',
      signed: undefined,
      error: undefined,
    })
    await press()
    await press()
    expect(world.sent.map(({ data }) => data)).toEqual([exact(ROUTER, 10n * ETHER), SWAP_DATA])
    expect(bodies.every(({ permit }) => permit === undefined)).toBe(true)
  })

  test('a declined one is asked for again, or the visitor takes a transaction', async () => {
    const { run, press, swap, names } = await reviewed(world)
    world.wallet.fail('eth_signTypedData_v4', 'reject')
    expect(await press()).toBe('USER_REJECTED')
    expect(run()).toMatchObject({ phase: 'ready', step: 'permit', error: { code: 'USER_REJECTED' } })
    expect(names()).toEqual(['SWAP_APPROVAL_ERROR'])
    swap.allowByTransaction()
    await settle()
    expect(run()).toMatchObject({ step: 'approve', isByTransaction: 'chosen', error: undefined })
    await press()
    await press()
    expect(run().phase).toBe('done')
  })

  test('one that was used by somebody else meanwhile is not sent again into nothing: a transaction follows', async () => {
    const { run, press } = await reviewed(world)
    await press()
    world.isReverting = true
    world.takesPermit = () => false
    expect(await press()).toBe('went on')
    expect(run()).toMatchObject({ phase: 'ready', step: 'approve', isByTransaction: 'failed' })
    expect(world.sent).toEqual([])
  })

  test('a swap that would fail for another reason keeps its permit', async () => {
    const { run, press } = await reviewed(world)
    await press()
    world.isReverting = true
    expect(await press()).toBe('RPC_ERROR')
    expect(run()).toMatchObject({ phase: 'ready', step: 'swap', error: { details: { reverts: true } } })
    expect(run().signed).toBeDefined()
    expect(world.sent).toEqual([])
  })

  test('one that is too old, or for another contract, is signed anew', async () => {
    const { run, press } = await reviewed(world)
    await press()
    await settle(29 * 60_000)
    await press()
    expect(run()).toMatchObject({ phase: 'ready', step: 'permit' })
    await press()
    expect([asked.length, run().step]).toEqual([2, 'swap'])
    const other = '0x2222222222222222222222222222222222222222'
    world.answers.set(BUILD, () => built({ to: `eip155:1:${other}`, eip155: { gas: '1', gasPrice: '1', takesPermit: true } }))
    await press()
    expect(run()).toMatchObject({ step: 'permit', spender: other })
    expect(world.sent).toEqual([])
  })

  test('one that the services refuse is left out', async () => {
    const { run, press } = await reviewed(world)
    world.answers.set(BUILD, (_, { eip155 }) =>
      (eip155 as { permit?: string }).permit
        ? refusal(400, 'permit', 'This route cannot use a permit')
        : built({ eip155: { gas: '1', gasPrice: '1', takesPermit: false } }),
    )
    await press()
    expect(run()).toMatchObject({ phase: 'ready', step: 'approve', error: undefined })
  })
})
