// Names count against the budgets of their owner and of the address that registers them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { storageLimits } from '../../support/budget.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { COIN_TYPE, signed, startWorld, type World } from './support.js'

const devnet = useSeededDevnet({ past: false })

let world: World
beforeAll(async () => {
  const config = { storage: storageLimits({ names: { client: 2, address: 3 } }), trustedProxies: 1 }
  world = await startWorld({ devnet: devnet(), config })
})
afterAll(() => world.stop())

let count = 0
async function register(address: string, owner = privateKeyToAccount(generatePrivateKey())) {
  const name = `name-${(count += 1)}.wallet.example`
  const { message, signature } = await signed(owner, { name, attributes: {} }, world.clock.now)
  const response = await fetch(`${world.services.url}/v1/profile/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ coin_type: COIN_TYPE, address: owner.address, message, signature }),
  })
  const body = (await response.json()) as { readonly reasons?: readonly { readonly field: string }[] }
  return body.reasons?.[0]?.field ?? response.status
}

test('so many names of one key, so many from one address, and none of what was refused', async () => {
  const greedy = privateKeyToAccount(generatePrivateKey())
  expect([await register('10.0.0.1', greedy), await register('10.0.0.2', greedy)]).toEqual([200, 200])
  expect(await register('10.0.0.3', greedy)).toBe('storage')
  for (let made = 0; made < 3; made += 1) expect(await register('10.0.0.4')).toBe(200)
  expect(await register('10.0.0.4')).toBe('storage')
  expect(await register('10.0.0.5')).toBe(200)
  expect(await world.services.db?.query('select 1 from names')).toHaveLength(6)
})
