// The frame's side of an approval in a window, over the real API, with a window that does what it should, and with everything between them that lies.
import { expect, test } from 'vitest'
import { context } from '../../../../demo/approvals/node.js'
import { states } from '../../../../demo/approvals/requests.js'
import { ApiError } from '../../../frame/api.js'
import { describeRequest } from '../../../frame/approvals/describe.js'
import { decode } from '../../../frame/encoding.js'
import { askWindow } from '../../../frame/popup/ask-window.js'
import { readFragment } from '../../../frame/popup/fragment.js'
import { readRequest, writeAnswer, type WindowAnswer } from '../../../frame/popup/request.js'
import { hashOf, newSecret, newWindowKeys, openRequest, sealAnswer } from '../../../frame/popup/seal.js'
import type { FrameSession } from '../../../frame/session.js'
import type { WireAnswer } from '../../../src/embedded/wire.js'
import { APP, callLink, frameOn, logIn, newDevice, type Device, type TestFrame } from '../../embedded/support/frame.js'
import { engine, type Engine } from '../../support/engines.js'

async function world(engine: Engine, state = 'unlimited') {
  let passed = 0
  const now = () => Date.now() + passed
  const frame = await frameOn(engine, { now })
  const owner = await newDevice(frame, { now })
  await logIn(frame, owner)
  await owner.ask('/api/consent', { appOrigin: APP })
  const approval = await describeRequest(states[state]!.request, context, new AbortController().signal)
  /** What goes over the network. */
  const sent: string[] = []
  /** What stands between the frame and the services. */
  let between = <T>(answer: T): T => answer
  const call: FrameSession['call'] = async (path, body) => {
    sent.push(JSON.stringify(body))
    const reply = await owner.call(path, body)
    if (reply.status !== 200) throw new ApiError('refused', reply.field, reply.status)
    sent.push(JSON.stringify(reply.body))
    return between(reply.body)
  }
  const ask = () =>
    askWindow(
      { origin: frame.url, projectId: 'demo', call, now },
      { origin: APP, locale: 'en', theme: 'auto', approval },
      new AbortController().signal,
    )
  return {
    frame,
    approval,
    sent,
    ask,
    lie: (next: typeof between) => void (between = next),
    later: (ms: number) => void (passed += ms),
    window: (url: string) => openWindow(frame, url, now),
  }
}

/** A window that does what it should, as far as a test lets it. */
async function openWindow(frame: TestFrame, url: string, now: () => number) {
  const fragment = readFragment(new URL(url).hash)
  if (!fragment) throw new Error('no fragment')
  const { attempt, secret, key } = fragment
  const device: Device = await newDevice(frame, { now })
  const keys = await newWindowKeys()
  const taken = await device.ask('/api/approval/open', { attempt })
  expect(await hashOf(decode(taken.publicKey))).toBe(key)
  expect(taken.hash).toBe(fragment.hash)
  const read = async (box: typeof taken.box, hash: string, turn: number) => {
    const bytes = await openRequest({ secret, turn, key, hash }, box)
    expect(await hashOf(bytes)).toBe(hash)
    return readRequest(bytes)
  }
  return {
    ...fragment,
    taken,
    read,
    request: await read(taken.box, taken.hash, 0),
    watch: (turn: number) => device.ask('/api/approval/watch', { attempt, turn }),
    async say(
      said: WindowAnswer,
      { turn = 0, ...more }: { turn?: number; secret?: string; attempt?: string; hash?: string } = {},
    ) {
      const binding = { secret, attempt, turn, hash: said.hash, frame: taken.publicKey, window: keys.publicKey, ...more }
      const box = await sealAnswer({ ...binding, privateKey: keys.privateKey }, writeAnswer(said))
      await device.ask('/api/approval/answer', { attempt, turn, publicKey: keys.publicKey, box })
    },
  }
}
const never = new AbortController().signal

test('what the window approves is what the frame has in memory, and the services have seen none of it', async () => {
  // attack 69
  const { frame, approval, sent, ask, window } = await world(engine)
  const attempt = await ask()
  expect(attempt.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/approve#a=[\w-]+&k=[\w-]{43}&h=[\w-]{43}&s=[\w-]{43}$/)
  const answered = attempt.answered(never)
  const popup = await window(attempt.url)
  expect(popup.request).toMatchObject({ origin: APP, approval: { title: approval.title, raw: approval.raw, risk: 'risky' } })
  await popup.say({ outcome: 'approved', hash: popup.hash })
  const end = await answered
  expect(end).toEqual({ outcome: 'approved', approval })
  expect(end.outcome === 'approved' && end.approval).toBe(approval)
  const kept = JSON.stringify(await frame.db.query('select * from embedded_approvals'))
  const { sign } = approval
  if (sign.type !== 'evmTransaction') throw new Error('another request')
  for (const place of [kept, sent.join('\n')]) {
    expect(place.length).toBeGreaterThan(500)
    for (const secret of [
      popup.secret,
      approval.raw,
      sign.transaction.data.slice(2),
      sign.transaction.to?.slice(2) ?? '',
      'evmTransaction',
    ])
      expect(place.toLowerCase()).not.toContain(secret.toLowerCase())
  }
})

test('another allowance is made by the frame, shown anew, and what is approved then is that', async () => {
  // attack 69
  const { approval, ask, window } = await world(engine)
  const attempt = await ask()
  const answered = attempt.answered(never)
  const popup = await window(attempt.url)
  await popup.say({ outcome: 'edit', hash: popup.hash, amount: 5_000_000n, path: [] })
  const asked = (await popup.watch(0)).asked
  if (!asked) throw new Error('nothing asked')
  const next = await popup.read(asked.box, asked.hash, 1)
  expect(next).toMatchObject({ isChanged: true, approval: { editable: { amount: 5_000_000n, isUnlimited: false } } })
  await popup.say({ outcome: 'edit', hash: asked.hash, amount: 2n ** 256n, path: [] }, { turn: 1 })
  const refused = (await popup.watch(1)).asked
  if (!refused) throw new Error('nothing asked')
  expect(await popup.read(refused.box, refused.hash, 2), 'more than a token counts').toMatchObject({
    isChanged: false,
    approval: { editable: { amount: 5_000_000n } },
  })
  await popup.say({ outcome: 'approved', hash: refused.hash }, { turn: 2 })
  const end = await answered
  if (end.outcome !== 'approved') throw new Error(end.outcome)
  const { sign } = end.approval
  const expected = (await approval.editable?.with(5_000_000n))?.sign
  expect(sign.type === 'evmTransaction' && sign.transaction.data).toBe(
    expected?.type === 'evmTransaction' ? expected.transaction.data : undefined,
  )
})

test('an allowance within a batch is changed in the window, too, where it stands', async () => {
  // attack 69
  const { approval, ask, window } = await world(engine, 'batchUnlimited')
  const attempt = await ask()
  const answered = attempt.answered(never)
  const popup = await window(attempt.url)
  const at = popup.request.approval.calls.findIndex(({ editable }) => editable?.isUnlimited)
  expect(at).toBeGreaterThanOrEqual(0)
  await popup.say({ outcome: 'edit', hash: popup.hash, amount: 7_000_000n, path: [at] })
  const asked = (await popup.watch(0)).asked
  if (!asked) throw new Error('nothing asked')
  const next = await popup.read(asked.box, asked.hash, 1)
  expect(next.isChanged).toBe(true)
  expect(next.approval.calls[at]?.editable).toMatchObject({ amount: 7_000_000n, isUnlimited: false })
  // A place where no allowance stands changes nothing.
  await popup.say({ outcome: 'edit', hash: asked.hash, amount: 1n, path: [at, 9] }, { turn: 1 })
  const same = (await popup.watch(1)).asked
  if (!same) throw new Error('nothing asked')
  expect((await popup.read(same.box, same.hash, 2)).isChanged).toBe(false)
  await popup.say({ outcome: 'approved', hash: same.hash }, { turn: 2 })
  const end = await answered
  if (end.outcome !== 'approved') throw new Error(end.outcome)
  expect(end.approval.raw).toBe((await approval.calls[at]!.editable!.with(7_000_000n)).raw)
})

test('an answer for another request, of another approval, without the secret, or replayed, approves nothing', async () => {
  // attack 69
  const { frame, ask, window, lie } = await world(engine)
  const forge = async (more: (popup: Awaited<ReturnType<typeof window>>) => [string, object]) => {
    const attempt = await ask()
    const answered = attempt.answered(never)
    const popup = await window(attempt.url)
    const [hash, other] = more(popup)
    await popup.say({ outcome: 'approved', hash }, other)
    const { outcome } = await answered
    attempt.end('aborted')
    return outcome
  }
  const otherHash = 'A'.repeat(43)
  expect(await forge(({ hash }) => [hash, { secret: newSecret() }]), 'as the services could').toBe('wrong')
  expect(await forge(({ hash }) => [hash, { attempt: 'A'.repeat(22) }])).toBe('wrong')
  expect(await forge(() => [otherHash, {}])).toBe('wrong')
  expect(await forge(({ hash }) => [otherHash, { hash }]), 'sealed for it, and about another').toBe('wrong')
  expect(await forge(({ hash }) => [hash, {}]), 'the real one').toBe('approved')

  // The services answer with what they have kept of the window before.
  const kept: WireAnswer<'/api/approval/wait'>[] = []
  lie((answer) => {
    const wait = answer as WireAnswer<'/api/approval/wait'>
    if (wait.state === 'answered') kept.push(wait)
    return answer
  })
  expect(await forge(({ hash }) => [hash, {}])).toBe('approved')
  lie((answer) => ('state' in (answer as object) ? (kept[0] as typeof answer) : answer))
  const replayed = await ask()
  // So that the services have something to say at once.
  await callLink(frame, '/api/approval/leave', { token: (await window(replayed.url)).taken.leave })
  expect(await replayed.answered(never)).toEqual({ outcome: 'wrong' })
})

test('rejected, closed, expired and aborted windows end as that; an ended one says so to its window', async () => {
  const { frame, ask, window, later } = await world(engine)
  const first = await ask()
  const rejected = first.answered(never)
  const popup = await window(first.url)
  await popup.say({ outcome: 'rejected', hash: popup.hash })
  expect(await rejected).toEqual({ outcome: 'rejected' })

  const second = await ask()
  const closed = second.answered(never)
  await callLink(frame, '/api/approval/leave', { token: (await window(second.url)).taken.leave })
  expect(await closed).toEqual({ outcome: 'closed' })

  const third = await ask()
  const left = await window(third.url)
  const over = left.watch(0)
  third.end('aborted')
  expect(await over).toEqual({ state: 'over' })
  expect(await third.answered(never)).toEqual({ outcome: 'expired' })

  const fourth = await ask()
  later(601_000)
  expect(await fourth.answered(never)).toEqual({ outcome: 'expired' })
})
