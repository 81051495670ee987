// The calls of pages, before anything is shown.
import { expect, test } from 'vitest'
import type { FrameParts } from '../../../frame/parts.js'
import { createRpc } from '../../../frame/rpc/rpc.js'
import { APP, USER_ID } from './support.js'

test('what shows and signs did not load, because the network was away: said so, and loaded with the next request', async () => {
  // attack 80
  const parts = {
    chains: { resolve: async () => 'eip155:1', active: async () => 'eip155:1' },
    consents: { has: async () => true },
    session: { userId: async () => USER_ID, call: async () => ({ userId: USER_ID }) },
  } as unknown as FrameParts
  let tries = 0
  const { RPC_REQUEST } = createRpc(parts, async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return async () => '0xsigned'
  })
  const sign = () =>
    RPC_REQUEST(
      { method: 'personal_sign', params: ['0x6869', `0x${'ab'.repeat(20)}`] },
      { origin: APP, signal: new AbortController().signal, pending: () => {} },
    )
  await expect(sign()).rejects.toMatchObject({ code: 'SERVICES_UNAVAILABLE' })
  expect([await sign(), await sign(), tries]).toEqual(['0xsigned', '0xsigned', 2])
})
