// What the wallet's own window does: takes the request that its fragment names, shows it if it is the one of the fragment, and passes the decision on.
import { decode } from '../encoding.js'
import { defineApproval, languageOf } from '../approvals/stack.js'
import type { Approval, CallView } from '../approvals/types.js'
import type { WmApproval } from '../approvals/view/approval-element.js'
import type { Api } from '../api.js'
import { answerOf } from './answers.js'
import { failureOf, patiently } from './failure.js'
import { readFragment, type Fragment } from './fragment.js'
import type { WindowMessages } from './messages.js'
import { readRequest, writeAnswer, type ReadRequest, type ShownCall, type WindowAnswer } from './request.js'
import { hashOf, newWindowKeys, openRequest, sealAnswer, type SealedBox } from './seal.js'
import { windowTexts } from './texts.js'

export interface WindowOptions {
  readonly window: Window & typeof globalThis
  readonly api: Pick<Api, 'post'>
}

/** The services hold a call for 20 s. */
const WATCH_LIMIT_MS = 30_000

/** What the services have is not what the fragment names. */
class Mismatch extends Error {
  override readonly name = 'Mismatch'
}

/** Shows the request until it is decided or over. Never fails. */
export async function decideInWindow({ window, api: { post } }: WindowOptions): Promise<void> {
  const { document, history, location, navigator } = window
  const api: WindowOptions['api'] = { post: (path, body, options) => post(path, body, { ...options, answer: answerOf(path) }) }
  const fragment = readFragment(location.hash)
  // Neither the history nor who looks at the window has its secret.
  history.replaceState(null, '', location.pathname)
  let language = navigator.language
  const tell = (text: keyof WindowMessages) => showText(document, language, text)
  if (!fragment) return tell('nothing')
  await tell('loading')
  const { attempt } = fragment
  let leave: (() => void) | undefined
  let screen: WmApproval | undefined
  try {
    const keys = await newWindowKeys()
    const taken = await api.post('/api/approval/open', { attempt })
    leave = () =>
      void window
        .fetch('/api/approval/leave', {
          method: 'POST',
          keepalive: true, // the page may be gone before the answer
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token: taken.leave }),
        })
        .catch(() => undefined)
    window.addEventListener('pagehide', leave)
    if ((await hashOf(decode(taken.publicKey))) !== fragment.key || taken.hash !== fragment.hash) throw new Mismatch()
    const read = async (box: SealedBox, hash: string, turn: number): Promise<ReadRequest> => {
      const request = await readSealed({ ...fragment, hash }, box, turn)
      if (request.origin !== taken.appOrigin) throw new Mismatch()
      return request
    }
    const first = await read(taken.box, taken.hash, 0)
    language = first.locale
    await decide({ window, api, fragment, frame: taken.publicKey, keys, first, read, onScreen: (one) => (screen = one), tell })
  } catch (error) {
    screen?.remove()
    const failure = failureOf(error)
    // A screen of a request that is not what it was must not stay for a moment, and the frame hears that this window decides nothing.
    if (failure !== 'unreached') leave?.()
    await tell(failure === 'unreached' ? failure : failure ? 'over' : 'mismatch')
  }
}

/** @throws Mismatch */
async function readSealed({ secret, key, hash }: Fragment, box: SealedBox, turn: number): Promise<ReadRequest> {
  try {
    const bytes = await openRequest({ secret, turn, key, hash }, box)
    if ((await hashOf(bytes)) !== hash) throw new Mismatch()
    return readRequest(bytes)
  } catch {
    throw new Mismatch()
  }
}

interface Deciding {
  readonly window: Window & typeof globalThis
  readonly api: Pick<Api, 'post'>
  readonly fragment: Fragment
  /** Public key. */
  readonly frame: string
  readonly keys: Awaited<ReturnType<typeof newWindowKeys>>
  readonly first: ReadRequest
  readonly read: (box: SealedBox, hash: string, turn: number) => Promise<ReadRequest>
  readonly onScreen: (screen: WmApproval) => void
  readonly tell: (text: keyof WindowMessages) => Promise<void>
}

/** @throws ApiError, Mismatch */
async function decide({ window, api, fragment, frame, keys, first, read, onScreen, tell }: Deciding): Promise<void> {
  const { document } = window
  const { attempt, secret } = fragment
  let { hash } = fragment
  let turn = 0
  /** Of another allowance, while the frame makes it. */
  let editing: ((request: ReadRequest) => void) | undefined
  let isAnswered = false

  async function answer(said: WindowAnswer): Promise<void> {
    const binding = { secret, attempt, turn, hash, frame, window: keys.publicKey, privateKey: keys.privateKey }
    const box = await sealAnswer(binding, writeAnswer(said))
    await api.post('/api/approval/answer', { attempt, turn, publicKey: keys.publicKey, box })
  }
  const shown = ({ approval }: ReadRequest): Approval => {
    const change = (amount: bigint, path: readonly number[]): Promise<Approval> =>
      new Promise((resolve, reject) => {
        editing = (request) => (request.isChanged ? resolve(shown(request)) : reject(new Error('It could not be changed')))
        answer({ outcome: 'edit', hash, amount, path }).catch(reject)
      })
    const places = ({ calls, editable }: Pick<ShownCall, 'calls' | 'editable'>, path: readonly number[]) => ({
      calls: calls.map((call, at): CallView => ({ ...call, ...places(call, [...path, at]) })),
      editable: editable && { ...editable, with: (amount: bigint) => change(amount, path) },
    })
    const drawn: Omit<Approval, 'sign'> = { ...approval, ...places(approval, []) }
    return drawn as Approval // nothing here looks at what is signed
  }

  defineApproval(window.customElements)
  const screen = document.createElement('wm-approval')
  onScreen(screen)
  const { locale, theme } = first
  Object.assign(screen, { approval: shown(first), theme, language: await languageOf(locale).catch(() => languageOf('en')) })
  const ended = new Promise<'approved' | 'rejected' | 'closed'>((resolve) => {
    const pass = async (outcome: 'approved' | 'rejected') => {
      isAnswered = true
      screen.progress = { step: 'working' }
      try {
        await answer({ outcome, hash })
        resolve(outcome)
      } catch (error) {
        isAnswered = false
        screen.progress = { step: 'failed', code: failureOf(error) === 'refused' ? 'EXPIRED' : 'SERVICES_UNAVAILABLE' }
      }
    }
    screen.addEventListener('wm-approve', () => void pass('approved'))
    screen.addEventListener('wm-reject', () => void pass('rejected'))
    screen.addEventListener('wm-close', () => resolve('closed'))
  })
  await showText(document, locale, undefined)
  document.body.replaceChildren(screen)

  async function follow(): Promise<'over'> {
    for (;;) {
      const said = await patiently(() => api.post('/api/approval/watch', { attempt, turn }, { limitMs: WATCH_LIMIT_MS }))
      if (said.state === 'over') return 'over'
      if (said.state === 'pending' || !said.asked) continue
      const request = await read(said.asked.box, said.asked.hash, turn + 1)
      turn += 1
      hash = said.asked.hash
      editing?.(request)
      editing = undefined
    }
  }
  const following = follow().catch((error: unknown) => {
    if (!isAnswered) throw error
    return 'over' as const
  })
  // What an approval that was answered comes to is the frame's to say.
  const outcome = await Promise.race([ended, following.then((over) => (isAnswered ? ended : over))])
  screen.remove()
  await tell(outcome === 'closed' ? 'over' : outcome)
  if (outcome !== 'over') window.close()
}

/** One sentence in the place of all else. @param text undefined: the title alone */
async function showText(document: Document, locale: string, text: keyof WindowMessages | undefined): Promise<void> {
  const texts = await windowTexts(locale)
  document.title = texts.title
  document.documentElement.lang = texts.language
  document.documentElement.dir = texts.language === 'ar' ? 'rtl' : 'ltr'
  if (text === undefined) return
  const main = document.createElement('main')
  main.className = 'screen'
  const heading = document.createElement('h1')
  heading.textContent = texts.title
  const said = document.createElement('p')
  said.setAttribute('role', 'status')
  said.textContent = texts[text]
  main.append(heading, said)
  document.body.replaceChildren(main)
}
