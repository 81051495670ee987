// The table of messages: every name that public clients use, what each takes, and why it refuses something.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { frameErrorSchema, frameRequests, isFrameRequestName, rowOf, type FrameRequestName } from '../../src/frame/messages.js'
import { isEmailProblem, problemOf } from '../../src/frame/problem.js'
import { testRows } from '../support/rows.js'

const names = [
  'SWITCH_NETWORK',
  'CONNECT_EMAIL',
  'CONNECT_DEVICE',
  'CONNECT_OTP',
  'CONNECT_SOCIAL',
  'GET_SOCIAL_REDIRECT_URI',
  'GET_FARCASTER_URI',
  'CONNECT_FARCASTER',
  'GET_USER',
  'SIGN_OUT',
  'IS_CONNECTED',
  'GET_CHAIN_ID',
  'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
  'INIT_SMART_ACCOUNT',
  'SET_PREFERRED_ACCOUNT',
  'RPC_REQUEST',
  'RPC_ABORT',
  'UPDATE_EMAIL',
  'UPDATE_EMAIL_PRIMARY_OTP',
  'UPDATE_EMAIL_SECONDARY_OTP',
  'AWAIT_UPDATE_EMAIL',
  'SYNC_THEME',
  'SYNC_DAPP_DATA',
  'RELOAD',
]

test('it has the 24 names of public clients, and no others', () => {
  expect(Object.keys(frameRequests).sort()).toEqual([...names].sort())
  for (const name of names) expect(isFrameRequestName(name)).toBe(true)
  for (const name of ['toString', '__proto__', 'hasOwnProperty', 'sign_out', 'READY', ''])
    expect(isFrameRequestName(name)).toBe(false)
})

test('the timers are those of the specification', () => {
  const withTimer = (timeout: string) => names.filter((name) => rowOf(name as FrameRequestName).timeout === timeout)
  expect(withTimer('login')).toEqual([
    'CONNECT_EMAIL',
    'CONNECT_DEVICE',
    'CONNECT_OTP',
    'CONNECT_SOCIAL',
    'GET_SOCIAL_REDIRECT_URI',
  ])
  expect(withTimer('signOut')).toEqual(['SIGN_OUT'])
  expect(names.filter((name) => rowOf(name as FrameRequestName).withoutLoadLimit).sort()).toEqual([
    'SET_PREFERRED_ACCOUNT',
    'SYNC_DAPP_DATA',
    'SYNC_THEME',
  ])
})

/** Why the payload of a request is refused; undefined when it is taken. */
const problem = (name: FrameRequestName, payload: unknown) => {
  const read = rowOf(name).payload.safeParse(payload)
  return read.success ? undefined : problemOf(read.error, payload, 'payload')
}

testRows<[FrameRequestName, unknown, string | undefined]>([
  ['CONNECT_OTP', { otp: '012345' }, undefined],
  ['CONNECT_OTP', { otp: 12345 }, 'payload.otp: Expected string, received number'],
  ['CONNECT_OTP', { otp: ['1'] }, 'payload.otp: Expected string, received array'],
  ['CONNECT_OTP', { otp: null }, 'payload.otp: Expected string, received null'],
  ['CONNECT_OTP', {}, 'payload.otp: Required'],
  ['CONNECT_OTP', undefined, 'payload: Required'],
  ['CONNECT_OTP', null, 'payload: Expected object, received null'],
  ['CONNECT_OTP', [], 'payload: Expected object, received array'],
  ['CONNECT_OTP', { otp: '1', extra: 1 }, 'payload.extra: Expected undefined, received number'],
  ['CONNECT_OTP', { otp: '0'.repeat(65) }, 'payload.otp: Too big: expected at most 64 characters'],
  ['CONNECT_EMAIL', { email: 'a@b' }, 'payload.email: Invalid email'],
  ['GET_SOCIAL_REDIRECT_URI', { provider: 'google' }, undefined],
  ['GET_SOCIAL_REDIRECT_URI', { provider: 'myspace' }, 'payload.provider: Expected google | github | apple | facebook | x | discord, received string'], // oxfmt-ignore
  ['SWITCH_NETWORK', { chainId: '0x1' }, undefined],
  ['SWITCH_NETWORK', { chainId: 1 }, undefined],
  ['SWITCH_NETWORK', { chainId: true }, 'payload.chainId: Expected string | number, received boolean'],
  ['SWITCH_NETWORK', { chainId: -1 }, 'payload.chainId: Too small: expected at least 0'],
  ['SYNC_THEME', undefined, undefined],
  ['SYNC_THEME', { themeMode: 'dark', themeVariables: { '--wm-accent': '#fff', radius: 4 } }, undefined],
  ['SYNC_THEME', { themeVariables: { a: {} } }, 'payload.themeVariables.a: Expected string | number, received object'],
  ['SYNC_DAPP_DATA', { projectId: 'p', metadata: { name: 'n', description: '', url: 'u', icons: [1] } }, 'payload.metadata.icons.0: Expected string, received number'], // oxfmt-ignore
  ['SYNC_DAPP_DATA', { projectId: 'p', metadata: { name: 'n', description: '', url: 'u', icons: Array(33).fill('i') } }, 'payload.metadata.icons: Too big: expected at most 32 items'], // oxfmt-ignore
  ['GET_USER', undefined, undefined],
  ['GET_USER', { siwxMessage: { domain: 'x' } }, 'payload.siwxMessage.accountAddress: Required'],
  ['RPC_REQUEST', { method: 'eth_call', params: [] }, undefined],
  ['RPC_REQUEST', { params: [] }, 'payload.method: Required'],
  ['RPC_ABORT', { ids: ['x'] }, undefined],
  ['CONNECT_DEVICE', undefined, undefined],
  ['CONNECT_DEVICE', { any: 1 }, 'payload.any: Expected undefined, received number'],
])('a request is taken with its payload alone: %s with %j: %s', (name, payload, expected) =>
  expect(problem(name, payload)).toBe(expected),
) // attack 6

test('a field of another format is told by its name, and not taken for an address of e-mail', () => {
  const { error } = z.object({ code: z.string().check(z.regex(/^\d+$/)) }).safeParse({ code: 'secret' })
  expect(error && [problemOf(error, { code: 'secret' }, 'payload'), isEmailProblem(error)]).toEqual([
    'payload.code: Expected another format, received string',
    false,
  ])
})

testRows([
  ['ada@example.com', true],
  ['a.b+c_d@mail.example.co.uk', true],
  ["o'hara@example.com", true],
  ['ada@bücher.example', true],
  ['ada@xn--bcher-kva.example', true],
  ['ada@example', false],
  ['a@b\r\nBcc:x@example.com', false],
  ['ada@example.com\n', false],
  ['ａ@example.com', false], // full-width
  ['аda@example.com', false], // Cyrillic
  ['ada@exa mple.com', false],
  ['ada@@example.com', false],
  ['<ada@example.com>', false],
  ['ada@example.com,bob@example.com', false],
  ['ada@.com', false],
  ['ada@example..com', false],
  [`${'a'.repeat(65)}@example.com`, false],
  [`ada@${'a.'.repeat(125)}com`, false],
  ['', false],
])('%j may be an address of e-mail: %s', (email, isTaken) => {
  // attack 23
  for (const name of ['CONNECT_EMAIL', 'UPDATE_EMAIL'] as const) {
    const read = rowOf(name).payload.safeParse({ email })
    expect(read.success).toBe(isTaken)
    if (!read.success && email.length < 200) expect(isEmailProblem(read.error)).toBe(true)
  }
})

test('a text of the sender is never repeated in a problem', () => {
  const secret = '<img onerror=alert(1)>'
  expect(problem('SYNC_THEME', { themeMode: secret })).toBe('payload.themeMode: Expected light | dark, received string')
  expect(problem('CONNECT_EMAIL', { email: secret })).toBe('payload.email: Invalid email')
  expect(problem('CONNECT_OTP', { otp: '1', ['k'.repeat(1000)]: 1 })?.length).toBeLessThan(150)
  expect(problem('SYNC_THEME', { themeVariables: { ['k'.repeat(100)]: {} } })?.length).toBeLessThan(150)
})

test('from an answer what is not in the table is dropped', () => {
  const read = rowOf('GET_CHAIN_ID').reply.safeParse({ chainId: 1, secret: 'x' })
  expect(read.data).toEqual({ chainId: 1 })
  expect(rowOf('SIGN_OUT').reply.safeParse({ secret: 'x' }).data).toBeUndefined()
  expect(frameErrorSchema.parse({ message: 'x', code: 'NEWER', stack: 'at x' })).toEqual({ message: 'x', code: undefined })
})
