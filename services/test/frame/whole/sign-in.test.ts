// A text to sign in to the page, with the login to the wallet (`siwxMessage`): by the handlers of the frame, with real keys.
import { verifyMessage, type Hex } from 'viem'
import { expect, test } from 'vitest'
import type { FramePayload } from '../../../../src/frame/messages.js'
import { engine } from '../../support/engines.js'
import { APP, logIn, openBrowser, openWorld, OTHER_APP } from './support.js'
import { testRows } from '../../../../test/support/rows.js'

type SiwxMessage = NonNullable<NonNullable<FramePayload<'GET_USER'>>['siwxMessage']>

async function signedIn() {
  const world = await openWorld(engine)
  const tab = await openBrowser(world).tab()
  const { address } = await logIn(world, tab)
  const asked: SiwxMessage = {
    accountAddress: '<<AccountAddress>>',
    chainId: 'eip155:1',
    domain: new URL(APP).host,
    uri: `${APP}/`,
    version: '1',
    nonce: 'kEWepMt9knR6lWJ6A',
    issuedAt: new Date(world.now()).toISOString(),
    statement: 'Sign in to the shop',
  }
  const ask = (more: Partial<SiwxMessage> = {}, origin = APP, signal?: AbortSignal) =>
    tab.ask('GET_USER', { chainId: 'eip155:1', siwxMessage: { ...asked, ...more } }, origin, signal)
  return { world, tab, address: address as Hex, asked, ask }
}

test('is shown and signed for the account, and comes with who has logged in', async () => {
  const { tab, address, asked, ask } = await signedIn()
  const { message = '', signature, siwxMessage, email } = await ask()
  expect(tab.person.approvals.map(({ kind }) => kind)).toEqual(['signIn'])
  expect(message.split('\n').slice(0, 4)).toEqual([
    'localhost:5173 wants you to sign in with your Ethereum account:',
    address,
    '',
    'Sign in to the shop',
  ])
  expect(await verifyMessage({ address, message, signature: signature as Hex })).toBe(true)
  expect(siwxMessage).toEqual({ ...asked, accountAddress: address })
  expect(email).toBe('ada@example.org')

  const serializedMessage = message.replace(address, '<<AccountAddress>>')
  expect(await ask({ serializedMessage })).toMatchObject({ message, signature })
})

test('that is declined leaves the visitor logged in, without a signature', async () => {
  const { tab, address, ask } = await signedIn()
  tab.person.approves = false
  const user = await ask()
  expect(user).toMatchObject({ address, email: 'ada@example.org' })
  expect([user.message, user.signature, user.siwxMessage]).toEqual([undefined, undefined, undefined])
})

testRows<[string, Partial<SiwxMessage>]>([
  ['another site', { domain: 'bank.example' }],
  ['another site in its own words', { serializedMessage: 'bank.example wants you to sign in with your Ethereum account:\n<<AccountAddress>>\n\n\nURI: https://bank.example\nVersion: 1\nChain ID: 1\nNonce: 12345678\nIssued At: 2026-01-01T00:00:00Z' }], // oxfmt-ignore
  ['another chain', { chainId: 'eip155:10' }],
  ['lines that were slipped in', { statement: 'Hello\n\nURI: https://bank.example' }],
  ['what has expired', { expirationTime: '2020-01-01T00:00:00Z' }],
])('a login signs nothing for %s, and nobody is asked', async (_, more) => {
  // attack 62
  const { tab, address, ask } = await signedIn()
  expect(await ask(more)).toEqual(expect.objectContaining({ address }))
  expect(await ask(more)).not.toHaveProperty('signature')
  expect(tab.person.approvals).toEqual([])
})

test('is nothing that a page gets before it was let in, or after it has gone on', async () => {
  const { tab, ask } = await signedIn()
  tab.person.consents = false
  await expect(ask({ domain: new URL(OTHER_APP).host }, OTHER_APP)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  await expect(ask({}, APP, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' })
  expect(tab.person.approvals).toEqual([])
  const page = new AbortController()
  tab.person.approvals.push = () => (page.abort(), 0) // while the visitor reads
  await expect(ask({}, APP, page.signal)).rejects.toMatchObject({ code: 'ABORTED' })
})
