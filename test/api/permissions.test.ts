// Permissions at both borders: what a page may ask for, and what a wallet may answer. A table of bad input, each refused with a code and a reason.
import { describe, expect, test } from 'vitest'
import {
  readPermission,
  readPermissionsAnswer,
  readPermissionsRequest,
  readPermissionsSupport,
  readRevokeSignature,
  readSessionKey,
} from '../../src/api/permissions.js'
import { isUnlimited, totalAllowance } from '../../src/vocabulary/allowance.js'
import { checkEach } from '../support/rows.js'

const NOW = 1_800_000_000
const DAY = 86_400
const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const subject = { account: `eip155:1:${address}`, chainId: 'eip155:1', address, now: NOW } as const
const key = { type: 'secp256k1', publicKey: `0x02${'1f'.repeat(32)}` } as const
const cosigner = { type: 'secp256k1', publicKey: `0x04${'2f'.repeat(64)}` } as const
const [game, token] = ['11', '22'].map((byte) => `0x${byte.repeat(20)}`) as [string, string]
const coin = { type: 'native-token-recurring-allowance', data: { allowance: '0x2386f26fc10000', start: NOW, period: DAY } }
const tokens = { type: 'erc20-recurring-allowance', data: { token, allowance: '0x5f5e100', start: NOW, period: 7 * DAY } }
const move = { type: 'function', name: 'move', stateMutability: 'payable', inputs: [{ name: 'to', type: 'uint256' }] }
const call = {
  type: 'contract-call',
  data: {
    address: game,
    abi: [move],
    functions: [{ functionName: 'move', args: [{ operator: 'LESS_THAN', value: '10' }], valueLimit: '0x5' }],
  },
}
const request = {
  chainId: '0x1',
  expiry: NOW + 30 * DAY,
  signer: { type: 'keys', data: { keys: [key] } },
  permissions: [coin, tokens, call],
  policies: [],
}
const withData = (term: { type: string; data: object }, data: object) => ({ ...term, data: { ...term.data, ...data } })
const abiOf = (name: string, ...types: string[]) => ({
  type: 'contract-call',
  data: {
    address: token,
    abi: [{ type: 'function', name, inputs: types.map((type) => ({ type })) }],
    functions: [{ functionName: name }],
  },
})
const attempt = (run: () => unknown) => {
  try {
    run()
    return 'accepted'
  } catch (error) {
    return error
  }
}

describe('what a page may ask for', () => {
  test('is read for the active account, on its chain by either name, and shares nothing with the page’s object', () => {
    const given = structuredClone(request)
    const question = readPermissionsRequest(given, subject)
    given.permissions[0]!.data = { ...coin.data, allowance: '0xffffffffffff' }
    expect(question).toEqual({
      account: subject.account,
      chainId: '0x1',
      address,
      expiry: request.expiry,
      keys: [key],
      permissions: request.permissions,
    })
    expect(readPermissionsRequest({ ...request, chainId: 'eip155:1', address: address.toLowerCase() }, subject).chainId).toBe(
      '0x1',
    )
  })

  const refused: readonly (readonly [string, unknown, string, RegExp])[] = [
    ['nothing', undefined, '', /form/],
    ['a text', 'all', '', /form/],
    ['a circle', (() => { const it: Record<string, unknown> = {}; return (it['it'] = it) })(), '', /form/], // oxfmt-ignore
    ['a getter that throws', { get chainId() { throw new Error('no') } }, '', /form/], // oxfmt-ignore
    ['amounts that are no JSON', { ...request, expiry: 5n }, '', /form/],
    ['more than the services store', { ...request, note: 'x'.repeat(300_000) }, '', /form/],
    ['no end', { ...request, expiry: undefined }, 'expiry', /missing/],
    ['an end that is no number', { ...request, expiry: '2030' }, 'expiry', /form/],
    ['an end that was', { ...request, expiry: NOW }, 'expiry', /366 days/],
    ['an end far away', { ...request, expiry: NOW + 367 * DAY }, 'expiry', /366 days/],
    ['an end in milliseconds', { ...request, expiry: (NOW + DAY) * 1000 }, 'expiry', /366 days/],
    ['no permission', { ...request, permissions: [] }, 'permissions', /missing/],
    [
      'a permission of another kind',
      { ...request, permissions: [{ type: 'sign-anything', data: {} }] },
      'permissions.0',
      /known/,
    ],
    ['a policy', { ...request, policies: [{ type: 'gas-limit', data: {} }] }, 'policies', /no policy/],
    ['no key', { ...request, signer: { type: 'keys', data: { keys: [] } } }, 'signer.data.keys', /missing/],
    ['a signer that is an account', { ...request, signer: { type: 'account', data: { address } } }, 'signer.type', /known/],
    [
      'a key that is none',
      { ...request, signer: { type: 'keys', data: { keys: [{ ...key, publicKey: '0x02' }] } } },
      'signer.data.keys.0.publicKey',
      /form/,
    ],
    [
      'a negative allowance',
      { ...request, permissions: [withData(coin, { allowance: '-0x1' })] },
      'permissions.0.data.allowance',
      /form/,
    ],
    [
      'an allowance in decimals',
      { ...request, permissions: [withData(coin, { allowance: '1000' })] },
      'permissions.0.data.allowance',
      /form/,
    ],
    ['an allowance of nothing', { ...request, permissions: [withData(coin, { allowance: '0x0' })] }, 'permissions.0', /nothing/],
    [
      'an allowance that begins after the end',
      { ...request, permissions: [withData(coin, { start: NOW + 40 * DAY })] },
      'permissions.0',
      /nothing/,
    ],
    [
      'all of a token',
      { ...request, permissions: [withData(tokens, { allowance: `0x${'f'.repeat(64)}` })] },
      'permissions.0',
      /no limit/,
    ],
    [
      'all of a token that counts with 96 bits',
      { ...request, permissions: [withData(tokens, { allowance: `0x${'f'.repeat(24)}` })] },
      'permissions.0',
      /no limit/,
    ],
    [
      'more of the coin than there is',
      { ...request, permissions: [withData(coin, { allowance: `0x1${'0'.repeat(24)}` })] },
      'permissions.0',
      /no limit/,
    ],
    [
      'as much, second by second',
      { ...request, permissions: [withData(coin, { allowance: `0x${'f'.repeat(21)}`, period: 1 })] },
      'permissions.0',
      /no limit/,
    ],
    ['a period of nothing', { ...request, permissions: [withData(coin, { period: 0 })] }, 'permissions.0.data.period', /form/],
    [
      'two allowances of one token',
      { ...request, permissions: [tokens, withData(tokens, { token: token.toUpperCase().replace('X', 'x') })] },
      'permissions.1',
      /already/,
    ],
    [
      'a function that the abi has not',
      { ...request, permissions: [withData(call, { abi: [] })] },
      'permissions.0',
      /no function move/,
    ],
    [
      'a function whose parameters nobody says',
      { ...request, permissions: [withData(call, { abi: [{ type: 'function', name: 'move' }] })] },
      'permissions.0',
      /takes/,
    ],
    [
      'a call in the place of the account',
      { ...request, permissions: [withData(call, { functions: [{ functionName: 'move', operation: 'DelegateCall' }] })] },
      'permissions.0',
      /known/,
    ],
    [
      'each call with all of the coin',
      { ...request, permissions: [withData(call, { functions: [{ functionName: 'move', valueLimit: `0x${'f'.repeat(30)}` }] })] },
      'permissions.0',
      /no limit/,
    ],
    [
      'approving without a limit',
      { ...request, permissions: [abiOf('approve', 'address', 'uint256')] },
      'permissions.0',
      /without a limit/,
    ],
    [
      'the same by a short name',
      { ...request, permissions: [abiOf('approve', 'address', 'uint')] },
      'permissions.0',
      /without a limit/,
    ],
    [
      'sending tokens without a limit',
      { ...request, permissions: [abiOf('transfer', 'address', 'uint256')] },
      'permissions.0',
      /without a limit/,
    ],
    [
      'all collectibles',
      { ...request, permissions: [abiOf('setApprovalForAll', 'address', 'bool')] },
      'permissions.0',
      /without a limit/,
    ],
  ]
  test('is refused, with the field and the problem, where it is not of the form, has no end, or has no limit', async () => {
    await checkEach(refused, '%s', (_, given, field, problem) => {
      const error = attempt(() => readPermissionsRequest(given, subject)) as { details: Record<string, string> }
      expect(error).toMatchObject({ code: 'INVALID_PARAMS' })
      expect(error.details['field']!.startsWith(field), error.details['field']).toBe(true)
      expect(error.details['problem']).toMatch(problem)
    })
  })

  test('another chain, and another account, have codes of their own', () => {
    expect(attempt(() => readPermissionsRequest({ ...request, chainId: '0x2' }, subject))).toMatchObject({
      code: 'UNSUPPORTED_CHAIN',
    })
    expect(attempt(() => readPermissionsRequest({ ...request, address: token }, subject))).toMatchObject({
      code: 'ACCOUNT_CHANGED',
    })
  })
})

describe('what a wallet may answer', () => {
  const question = { ...readPermissionsRequest(request, subject), keys: [cosigner, key], now: NOW }
  const signer = { type: 'keys', data: { keys: [cosigner, key] } }
  const answer = {
    chainId: '0x1',
    address,
    expiry: request.expiry,
    signer,
    permissions: request.permissions,
    policies: [],
    context: '0xabcd',
  }

  test('is what was asked, or less of it', () => {
    expect(readPermissionsAnswer({ ...answer, signerMeta: { userOpBuilder: game } }, question)).toEqual({
      expiry: answer.expiry,
      permissions: request.permissions,
      context: '0xabcd',
      signerMeta: { userOpBuilder: game },
    })
    const less = [
      { ...answer, expiry: NOW + DAY },
      { ...answer, permissions: [coin] },
      { ...answer, permissions: [withData(coin, { allowance: '0x1' })] },
      { ...answer, permissions: [withData(coin, { period: 2 * DAY, start: NOW + DAY })] },
      { ...answer, permissions: [withData(call, { functions: [{ ...call.data.functions[0], valueLimit: '0x4' }] })] },
      { ...answer, permissions: [withData(call, { functions: [{ ...call.data.functions[0], valueLimit: undefined }] })] },
      { expiry: answer.expiry, permissions: [tokens], context: '0xabcd' },
    ]
    for (const each of less) expect(attempt(() => void readPermissionsAnswer(each, question))).toBe('accepted')
  })

  const refused: readonly (readonly [string, unknown, RegExp])[] = [
    ['nothing', null, /did not answer/],
    ['a text', '0xabcd', /did not answer/],
    ['a proxy that throws', new Proxy({}, { get: () => { throw new Error('no') } }), /did not answer/], // oxfmt-ignore
    ['no context', { ...answer, context: undefined }, /did not answer/],
    ['an empty context', { ...answer, context: '0x' }, /did not answer/],
    ['a context that is no hex', { ...answer, context: '<b>' }, /did not answer/],
    ['no permission', { ...answer, permissions: [] }, /did not answer/],
    ['no end', { ...answer, expiry: undefined }, /did not answer/],
    ['a later end', { ...answer, expiry: answer.expiry + 1 }, /longer/],
    ['an end that was', { ...answer, expiry: NOW }, /longer/],
    ['another chain', { ...answer, chainId: '0x2' }, /another chain/],
    ['another account', { ...answer, address: token }, /another account/],
    ['the services’ key alone', { ...answer, signer: { type: 'keys', data: { keys: [cosigner] } } }, /other keys/],
    [
      'one key more',
      { ...answer, signer: { type: 'keys', data: { keys: [cosigner, key, { ...key, publicKey: `0x03${'aa'.repeat(32)}` }] } } },
      /other keys/,
    ],
    ['a larger allowance', { ...answer, permissions: [withData(coin, { allowance: '0x2386f26fc10001' })] }, /more than/],
    ['the same one twice', { ...answer, permissions: [coin, coin] }, /more than/],
    ['a shorter period', { ...answer, permissions: [withData(coin, { period: 60 })] }, /more than/],
    ['an earlier start', { ...answer, permissions: [withData(coin, { start: NOW - DAY })] }, /more than/],
    ['another token', { ...answer, permissions: [withData(tokens, { token: game })] }, /more than/],
    ['another contract', { ...answer, permissions: [withData(call, { address: token })] }, /more than/],
    ['another function', { ...answer, permissions: [withData(call, { functions: [{ functionName: 'burn' }] })] }, /more than/],
    [
      'the function without its condition',
      { ...answer, permissions: [withData(call, { functions: [{ functionName: 'move', valueLimit: '0x5' }] })] },
      /more than/,
    ],
    [
      'the function with a wider condition',
      {
        ...answer,
        permissions: [withData(call, { functions: [{ functionName: 'move', args: [{ operator: 'LESS_THAN', value: '11' }] }] })],
      },
      /more than/,
    ],
    [
      'the function with a larger value',
      { ...answer, permissions: [withData(call, { functions: [{ ...call.data.functions[0], valueLimit: '0x6' }] })] },
      /more than/,
    ],
    [
      'the function by another abi',
      { ...answer, permissions: [withData(call, { abi: [{ ...move, inputs: [{ name: 'to', type: 'address' }] }] })] },
      /more than/,
    ],
    ['a permission of another kind', { ...answer, permissions: [{ type: 'sign-anything', data: {} }] }, /did not answer/],
  ]
  test('is refused where it is none, or more than was asked', async () => {
    await checkEach(refused, '%s', (_, given, problem) => {
      const error = attempt(() => readPermissionsAnswer(given, question))
      expect(error).toMatchObject({ code: 'WALLET_FAILED', details: { problem: expect.stringMatching(problem) as string } })
    })
  })
})

// As ERC-7715 has it now, as it was between (a signer that is an account), and in the older form.
const delegated = {
  chainId: '0x1',
  from: game,
  to: token,
  permission: { type: 'native-token-periodic', isAdjustmentAllowed: true, data: { periodAmount: '0x1' } },
  context: '0xabcd',
  dependencies: [],
  delegationManager: game,
}
const keyless: readonly (readonly [string, unknown])[] = [
  ['one of the present form', delegated],
  ['a list of the present form', [delegated]],
  ['a context for a delegation manager', { context: '0xabcd', delegationManager: game }],
  ['an account as the signer', [{ chainId: '0x1', expiry: NOW + DAY, permissions: [coin], context: '0xabcd', signer: { type: 'account', data: { address: game } } }]], // oxfmt-ignore
  ['the app’s key alone', { chainId: '0x1', expiry: NOW + DAY, permissions: [coin], context: '0xabcd', signer: { type: 'keys', data: { keys: [key] } } }], // oxfmt-ignore
]
test('a grant without the key of the services is told apart', async () => {
  const asked = { ...readPermissionsRequest(request, subject), keys: [cosigner, key], now: NOW }
  await checkEach(keyless, '%s', (_, given) => {
    expect(attempt(() => readPermissionsAnswer(given, asked))).toMatchObject({
      code: 'WALLET_FAILED',
      details: { keyless: true, problem: expect.stringMatching(/without the key of the services/) as string },
    })
    const none = { ...(Array.isArray(given) ? (given as object[])[0] : (given as object)), context: undefined }
    expect((attempt(() => readPermissionsAnswer(none, asked)) as { details: object }).details).not.toHaveProperty('keyless')
  })
})

test('an allowance allows as much as its periods have room for', () => {
  const terms = { allowance: '0xa', start: NOW, period: DAY }
  const total = (from: number, until: number) => totalAllowance(terms, { from, until })
  expect([
    total(NOW, NOW + DAY),
    total(NOW, NOW + DAY + 1),
    total(NOW + DAY / 2, NOW + DAY * 1.5),
    total(NOW - DAY, NOW),
  ]).toEqual([10n, 20n, 20n, 0n])
  expect([isUnlimited(2n ** 96n - 1n), isUnlimited(2n ** 96n), isUnlimited(2n ** 255n)]).toEqual([true, false, true])
})

test('of what others say only what is known is read', () => {
  expect(readPermission(coin)).toEqual(coin)
  expect(readPermission({ type: 'else', data: {} })).toBeUndefined()
  expect(readPermissionsSupport({ '0x1': { permissions: { supported: true } } }, '0x1')).toBe(true)
  expect(readPermissionsSupport({ '0x0': { permissions: { supported: false } } }, '0x1')).toBe(false)
  expect([readPermissionsSupport({ '0x1': {} }, '0x1'), readPermissionsSupport('?', '0x1')]).toEqual([undefined, undefined])
  expect(readRevokeSignature(`0x${'ab'.repeat(65)}`)).toBe(`0x${'ab'.repeat(65)}`)
  expect([readRevokeSignature(null), readRevokeSignature('0x'), readRevokeSignature(true)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(readSessionKey(cosigner)).toEqual(cosigner)
  expect(attempt(() => readSessionKey({ type: 'rsa', publicKey: '0x' }))).toMatchObject({ code: 'MALFORMED_RESPONSE' })
})
