// What a wallet grants over the relay, read before anything else looks at it.
import { expect, test } from 'vitest'
import { readAddress } from '../../../src/connectors/eip155/index.js'
import { readNamespaces } from '../../../src/connectors/relay/proposal.js'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('an account that is none spoils no other', () => {
  const accounts = ['', 'nonsense', 'eip155:1', `eip155:1:${ada}:more`, `eip155:1:${ada.slice(2)}`, `eip155:1:${ada}`]
  const granted = readNamespaces(
    { eip155: { accounts, methods: ['personal_sign'], events: [] } },
    new Map([['eip155:1', 'eip155:1']]),
    new Map([['eip155', { readAddress, methods: ['personal_sign'] }]]),
  )
  expect(granted.get('eip155')?.accounts).toEqual(new Map([['eip155:1', [ada]]]))
})
