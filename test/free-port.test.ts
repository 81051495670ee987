import { expect, test } from 'vitest'
import { freePort } from '../scripts/lib/free-port.mjs'

test('a port is given to one program, also where it does not listen yet', async () => {
  const ports = []
  for (let asked = 0; asked < 300; asked += 1) ports.push(await freePort()) // among 12 000, some would come twice
  expect(new Set(ports).size).toBe(ports.length)
})
