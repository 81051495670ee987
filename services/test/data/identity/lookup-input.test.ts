// What `POST /v1/profile/lookup` refuses before it asks a node.
import { expect, test } from 'vitest'
import { lookupRoutes } from '../../../src/data/identity/lookup-route.js'
import type { IdentityContext } from '../../../src/data/context.js'
import { checkEach } from '../../../../test/support/rows.js'

const to = `0x${'ee'.repeat(20)}` as const
const word = (value: number) => value.toString(16).padStart(64, '0')

test('broken input is refused, and no node is asked', () =>
  checkEach(
    [
      ['no call', '0x'],
      ['half of a selector', '0x9061'],
      ['a call without arguments', '0x9061b923'],
      ['an address', `0x${'f'.repeat(40)}`],
      ['the hash of a name', `0x${'0'.repeat(64)}`],
      ['a call that is cut', `0x9061b923${word(64)}${word(128)}${word(33)}`],
      ['arguments that lie far away', `0x9061b923${word(2 ** 32)}${word(64)}${word(0)}`],
    ],
    '%s is refused, and no node is asked',
    async (_, data) => {
      let asked = 0
      const chains = { client: () => ({ request: () => Promise.reject(new Error(`asked ${++asked}`)) }) }
      const ctx = { chains } as unknown as IdentityContext // the route uses nothing else of it
      const [route] = lookupRoutes(ctx, { chainId: 'eip155:1', universalResolver: to }, () => Promise.resolve(undefined))
      const body = JSON.stringify({ chainId: 'eip155:1', to, data })
      const answer = route!.respond({
        request: new Request('https://services.example/v1/profile/lookup', { method: 'POST', body }),
        params: {},
        query: {},
        projectId: '',
        address: '',
        project: undefined,
        projectOf: () => {
          throw new Error('the rule is not in-body')
        },
        charge: () => Promise.resolve(),
      })
      await expect(answer).rejects.toMatchObject({ status: 400, reasons: [{ field: 'data' }] })
      expect(asked).toBe(0)
    },
  ))
