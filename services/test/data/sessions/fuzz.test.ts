// What strangers may send to the routes of sessions, broken in every way.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDevnet, type Devnet } from '../../../devnet/evm.js'
import { random, sampleOf, seedOr } from '../../support/random.js'
import { startServices, type TestServices } from '../../support/services.js'
import { NOW_S, SECRET, owner, accountOf, request, move, execute, operation, signed, sessionCalls } from './support.js'

const SEED = seedOr(7)
const CASES = sampleOf(1500)

let devnet: Devnet
let services: TestServices
beforeAll(async () => {
  devnet = await startDevnet()
  services = await startServices({ evmUrl: devnet.url, now: () => NOW_S * 1000, config: { secretKey: SECRET } })
})
afterAll(async () => {
  await services.stop()
  await devnet.stop()
})
const { post, active } = sessionCalls(() => services)

test(`${CASES} broken bodies and paths (seed ${SEED}): a refusal in the common shape each time`, async () => {
  const { pci } = await active()
  const { int, pick } = random(SEED)
  const odd = [
    null,
    true,
    -1,
    1e99,
    '',
    '\u0000',
    '\ud800',
    '0x',
    '0xzz',
    [],
    {},
    [[[]]],
    'x'.repeat(3000),
    { type: 'keys' },
    pci,
    `0x${'ff'.repeat(40)}`,
    '1'.repeat(80),
  ]
  const whole: Record<string, unknown> = {
    ...request(),
    pci,
    context: '0xab',
    signature: '0x12',
    timestamp: NOW_S,
    userOp: await signed(operation(execute(move(1n)))),
  }
  const ends = ['', '/activate', '/sign', '/revoke']
  for (let i = 0; i < CASES; i++) {
    const body = structuredClone(whole)
    const at = (target: Record<string, unknown>) => {
      const keys = Object.keys(target)
      const key = pick(keys) ?? 'pci'
      const inner = target[key]
      if (typeof inner === 'object' && inner !== null && int(2) === 0 && Object.keys(inner).length > 0)
        at(inner as Record<string, unknown>)
      else target[key] = structuredClone(pick(odd)) // what is broken again would be in all later bodies, and in itself
    }
    for (let n = 0; n <= int(3); n++) at(body)
    const account =
      int(5) === 0
        ? encodeURIComponent((JSON.stringify(pick(odd)) ?? '').slice(0, 50).replace(/\p{Cs}/gu, '?')) || 'x'
        : accountOf(owner.address)
    const end = pick(ends)
    const response = await post(`${account}${end}`, int(10) === 0 ? JSON.stringify(body).slice(0, int(200)) : body)
    const text = await response.text()
    expect(response.status, `${account}${end} ${JSON.stringify(body)} ${text}`).toBeLessThan(500)
    if (response.status >= 400)
      expect(JSON.parse(text)).toMatchObject({ status: 'FAILED', reasons: [{ description: expect.any(String) as string }] })
  }
})
