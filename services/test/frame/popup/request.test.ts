// What a frame and its window pass to each other: it arrives as it left, or not at all.
import { describe, expect, test } from 'vitest'
import { context } from '../../../../demo/approvals/node.js'
import { states } from '../../../../demo/approvals/requests.js'
import { describeRequest } from '../../../frame/approvals/describe.js'
import type { Approval } from '../../../frame/approvals/types.js'
import { decode, encode } from '../../../frame/encoding.js'
import { readFragment, writeFragment } from '../../../frame/popup/fragment.js'
import { de } from '../../../frame/popup/messages-de.js'
import { ar } from '../../../frame/popup/messages-ar.js'
import { en } from '../../../frame/popup/messages.js'
import { readAnswer, readRequest, writeAnswer, writeRequest } from '../../../frame/popup/request.js'
import { hashOf, newSecret, newWindowKeys, openAnswer, openRequest, sealAnswer, sealRequest } from '../../../frame/popup/seal.js'
import { windowTexts } from '../../../frame/popup/texts.js'
import { testRows } from '../../../../test/support/rows.js'

const about = { origin: 'https://app.example.org', locale: 'en', theme: 'auto', isChanged: true } as const
const utf8 = (text: string) => new TextEncoder().encode(text)
const approvalOf = (state: string) => describeRequest(states[state]!.request, context, new AbortController().signal)
/** As it is drawn: what is not said is the same as false; functions are left out. */
const drawn = ({ sign: _, ...rest }: Approval) =>
  JSON.stringify(rest, (key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : key === 'danger' && value === false ? undefined : value,
  )

testRows(Object.keys(states))('an approval arrives as it is drawn: %s', async (state) => {
  const approval = await approvalOf(state)
  const read = readRequest(writeRequest({ ...about, approval }))
  expect(read).toMatchObject(about)
  const back = read.approval as Approval
  expect(JSON.parse(drawn(back))).toEqual(JSON.parse(drawn(approval)))
})

test('whatever of a request differs, what is signed too, its hash differs', async () => {
  // attack 69
  const approval = await approvalOf('unlimited')
  const hash = (given: Approval) => hashOf(writeRequest({ ...about, approval: given }))
  const first = await hash(approval)
  expect(await hash({ ...approval })).toBe(first)
  const { sign } = approval
  if (sign.type !== 'evmTransaction') throw new Error('another request')
  const changes: Partial<Approval>[] = [
    { sign: { ...sign, transaction: { ...sign.transaction, nonce: sign.transaction.nonce + 1 } } },
    { sign: { ...sign, transaction: { ...sign.transaction, value: sign.transaction.value + 1n } } },
    { raw: `${approval.raw} ` },
    { warnings: [] },
  ]
  for (const change of changes) expect(await hash({ ...approval, ...change })).not.toBe(first)
  expect(await hashOf(writeRequest({ ...about, origin: 'https://app.example.com', approval }))).not.toBe(first)
})

test('a request or an answer of another shape is refused', async () => {
  const approval = await approvalOf('unlimited')
  const good = JSON.parse(new TextDecoder().decode(writeRequest({ ...about, approval }))) as Record<string, unknown>
  const shown = good['approval'] as Record<string, unknown>
  const bad: unknown[] = [
    null,
    [],
    { ...good, theme: 'pink' },
    { ...good, origin: 1 },
    { ...good, approval: { ...shown, title: 'toString' } },
    { ...good, approval: { ...shown, title: '<img onerror=alert(1)>' } },
    { ...good, approval: { ...shown, rows: [{ label: 'row.amount', value: { type: 'html', text: '' } }] } },
    { ...good, approval: { ...shown, calls: [{ title: 'call.send', rows: [], calls: [{}] }] } },
    { ...good, approval: { ...shown, editable: { amount: '-1', isUnlimited: false, decimals: 6, symbol: '' } } },
  ]
  for (const one of bad) expect(() => readRequest(utf8(JSON.stringify(one))), JSON.stringify(one)).toThrow()
  expect(() => readRequest(utf8('{'))).toThrow()
  expect(() => readRequest(new Uint8Array([0xff]))).toThrow()

  const hash = encode(new Uint8Array(32))
  for (const answer of [
    { outcome: 'approved', hash },
    { outcome: 'rejected', hash },
    { outcome: 'edit', hash, amount: 5n, path: [] },
    { outcome: 'edit', hash, amount: 5n, path: [1, 0] },
  ] as const)
    expect(readAnswer(writeAnswer(answer))).toEqual(answer)
  for (const one of [
    {},
    { outcome: 'approved' },
    { outcome: 'maybe', hash },
    { outcome: 'approved', hash, amount: '1' },
    { outcome: 'edit', hash, path: [] },
    { outcome: 'edit', hash, amount: '5' },
    { outcome: 'edit', hash, amount: '1e5', path: [] },
    { outcome: 'edit', hash, amount: '9'.repeat(79), path: [] },
    { outcome: 'edit', hash, amount: '5', path: ['constructor'] },
    { outcome: 'edit', hash, amount: '5', path: Array(99).fill(0) },
  ])
    expect(() => readAnswer(utf8(JSON.stringify(one))), JSON.stringify(one)).toThrow()
})

describe('a ciphertext opens with its own secret, for what it was made, and for nothing else', () => {
  // attack 69
  const base = { turn: 0, key: 'k'.repeat(43), hash: 'h'.repeat(43) }
  const bytes = utf8('a request')

  test('a request', async () => {
    const secret = newSecret()
    const box = await sealRequest({ ...base, secret }, bytes)
    expect(await openRequest({ ...base, secret }, box)).toEqual(bytes)
    for (const other of [{ secret: newSecret() }, { turn: 1 }, { key: 'l'.repeat(43) }, { hash: 'g'.repeat(43) }])
      await expect(openRequest({ ...base, secret, ...other }, box), JSON.stringify(other)).rejects.toThrow()
    const data = decode(box.data)
    data[0]! ^= 1
    await expect(openRequest({ ...base, secret }, { ...box, data: encode(data) })).rejects.toThrow()
  })

  test('an answer: neither without the secret, nor without the key of one of the two', async () => {
    const [frame, window, stranger] = [await newWindowKeys(), await newWindowKeys(), await newWindowKeys()]
    const secret = newSecret()
    const bound = { secret, attempt: 'a'.repeat(22), turn: 0, hash: base.hash, frame: frame.publicKey, window: window.publicKey }
    const box = await sealAnswer({ ...bound, privateKey: window.privateKey }, bytes)
    const open = (more: object) => openAnswer({ ...bound, privateKey: frame.privateKey, ...more }, box)
    expect(await open({})).toEqual(bytes)
    for (const other of [
      { secret: newSecret() },
      { attempt: 'b'.repeat(22) },
      { turn: 1 },
      { hash: 'g'.repeat(43) },
      { window: stranger.publicKey },
      { privateKey: stranger.privateKey },
    ])
      await expect(open(other), Object.keys(other)[0]).rejects.toThrow()
    // Who keeps the boxes knows all of it but the secret.
    const forged = await sealAnswer({ ...bound, secret: newSecret(), privateKey: window.privateKey }, bytes)
    await expect(openAnswer({ ...bound, privateKey: frame.privateKey }, forged)).rejects.toThrow()
    await expect(crypto.subtle.exportKey('pkcs8', frame.privateKey)).rejects.toThrow()
  })

  test('long ones too', async () => {
    const secret = newSecret()
    const long = new Uint8Array(300_000).fill(7)
    expect(await openRequest({ ...base, secret }, await sealRequest({ ...base, secret }, long))).toEqual(long)
  })
})

test('a fragment is read as it was written, and nothing else is one', () => {
  const fragment = { attempt: 'a'.repeat(22), key: 'k'.repeat(43), hash: 'h'.repeat(43), secret: newSecret() }
  const text = writeFragment(fragment)
  expect(readFragment(text)).toEqual(fragment)
  for (const other of [
    '',
    '#',
    text.slice(1),
    `${text}&x=1`,
    `${text} `,
    text.replace('&k=', '&q='),
    text.slice(0, -1),
    text.replace('h=h', 'h=/'),
  ])
    expect(readFragment(other), other).toBeUndefined()
})

test('the texts of all languages have the same keys and places, and English stands in', async () => {
  const places = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([key, text]) => [key, /\{\w+\}/g.exec(text)?.[0]])
  expect(places(de)).toEqual(places(en))
  expect(places(ar)).toEqual(places(en))
  expect(await windowTexts('de-AT')).toBe(de)
  expect(await windowTexts('ar')).toBe(ar)
  for (const tag of ['fr', '', 'toString']) expect(await windowTexts(tag)).toBe(en)
})
