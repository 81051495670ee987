// The frame's side of an approval in a window of the wallet's own: leaves the request, waits for what the window says, and believes it only if it was sealed by who
// was given the secret, for exactly the request that is shown. What is signed afterwards is what the frame has in memory; nothing comes back but a decision.
import { decode } from '../encoding.js'
import type { Approval } from '../approvals/types.js'
import type { FrameSession } from '../session.js'
import { answerOf } from './answers.js'
import { failureOf, patiently } from './failure.js'
import { writeFragment } from './fragment.js'
import { readAnswer, writeRequest, type WindowAnswer, type WindowRequest } from './request.js'
import { hashOf, newSecret, newWindowKeys, openAnswer, sealRequest } from './seal.js'

export interface AskWindowOptions {
  /** Of this page. */
  readonly origin: string
  readonly projectId: string
  readonly call: FrameSession['call']
  readonly now: () => number
}

export type Asked = Pick<WindowRequest, 'origin' | 'locale' | 'theme' | 'approval'>

/** How one window ended. `wrong`: an answer came that was not made for this request. */
export type WindowEnd =
  | { readonly outcome: 'approved'; readonly approval: Approval }
  | { readonly outcome: 'rejected' | 'closed' | 'expired' | 'wrong' }

/** An approval that a window can take. */
export interface Attempt {
  /** Of the window; good once. */
  readonly url: string
  /** @throws the signal's reason; NotSignedIn */
  answered(signal: AbortSignal): Promise<WindowEnd>
  /** The window says that it is over. Never fails. */
  end(outcome: 'approved' | 'rejected' | 'aborted'): void
}

/** The services hold a call for 20 s. */
const WAIT_LIMIT_MS = 30_000

/** @throws what the API's call throws */
export async function askWindow(
  { origin, projectId, call: callApi, now }: AskWindowOptions,
  asked: Asked,
  signal: AbortSignal,
): Promise<Attempt> {
  const call: typeof callApi = (path, body, options) => callApi(path, body, { ...options, answer: answerOf(path) })
  const secret = newSecret()
  const keys = await newWindowKeys()
  const key = await hashOf(decode(keys.publicKey))
  /** @returns what the services get */
  async function seal(approval: Approval, turn: number, isChanged: boolean) {
    const bytes = writeRequest({ ...asked, approval, isChanged })
    const hash = await hashOf(bytes)
    return { hash, box: await sealRequest({ secret, turn, key, hash }, bytes) }
  }
  const first = await seal(asked.approval, 0, true)
  const { attempt, expiresAt } = await call(
    '/api/approval/start',
    { projectId, appOrigin: asked.origin, publicKey: keys.publicKey, ...first },
    { signal },
  )

  /** Undefined: it is over. */
  const unlessOver = async <T>(act: () => Promise<T>, until: AbortSignal): Promise<T | undefined> => {
    try {
      return await patiently(act, { signal: until, mayRetry: () => now() < expiresAt })
    } catch (error) {
      if (until.aborted || failureOf(error) === undefined) throw error
      return undefined
    }
  }

  return {
    url: `${origin}/approve${writeFragment({ attempt, key, hash: first.hash, secret })}`,
    async answered(until) {
      let [approval, hash, turn] = [asked.approval, first.hash, 0]
      for (;;) {
        const said = await unlessOver(
          () => call('/api/approval/wait', { attempt, turn }, { signal: until, limitMs: WAIT_LIMIT_MS }),
          until,
        )
        if (!said || said.state === 'expired') return { outcome: 'expired' }
        if (said.state === 'closed') return { outcome: 'closed' }
        if (said.state === 'pending') continue
        const { answer } = said
        const window = answer?.publicKey ?? ''
        const binding = { secret, attempt, turn, hash, frame: keys.publicKey, window, privateKey: keys.privateKey }
        const read = await (answer ? openAnswer(binding, answer.box).then(readAnswer) : undefined)?.catch(() => undefined)
        if (read?.hash !== hash) return { outcome: 'wrong' }
        if (read.outcome === 'approved') return { outcome: 'approved', approval }
        if (read.outcome === 'rejected') return { outcome: 'rejected' }
        const changed = await changedTo(approval, read)
        approval = changed ?? approval
        turn += 1
        const next = await seal(approval, turn, changed !== undefined)
        hash = next.hash
        const at = turn
        const isAsked = await unlessOver(
          () => call('/api/approval/ask', { attempt, turn: at, ...next }, { signal: until }),
          until,
        )
        if (!isAsked) return { outcome: 'closed' }
      }
    },
    end: (outcome) => void call('/api/approval/end', { attempt, outcome }).catch(() => undefined), // it ends by itself in time
  }
}

/** The approval with another allowance; undefined where there is none to change, or it could not be made. */
function changedTo(
  approval: Approval,
  { amount, path }: Extract<WindowAnswer, { readonly outcome: 'edit' }>,
): Promise<Approval | undefined> {
  const place = path.reduce<Pick<Approval, 'calls' | 'editable'> | undefined>((around, at) => around?.calls[at], approval)
  const editable = place?.editable
  if (!editable || amount >= 2n ** 256n) return Promise.resolve(undefined)
  return editable.with(amount).catch(() => undefined)
}
