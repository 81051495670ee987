// The worker's end of the keys: one request after the other, each parsed whole, each answered with a value or a code.
import * as z from 'zod/mini'
import { wipe } from './bytes.js'
import { KeyError } from './errors.js'
import { keyRequests, type KeyRequestName, requestSchema } from './messages.js'
import type { KeyPort, KeyReply } from './reply.js'
import { Ring } from './ring.js'

/** Without use for so long, the keys are forgotten. */
export const IDLE_MS = 5 * 60_000
/** Clocks are corrected by less than this. */
const CLOCK_STEP_MS = 1000
/** Nobody has so many requests open who means them. */
const WAITING_MOST = 64

/** What brings client halves of slots in, or takes them out. */
const withHalves: readonly KeyRequestName[] = ['create', 'unlock', 'addSlot']

/** Bytes in a message of the table. */
function bytesIn(message: unknown, depth = 4): readonly Uint8Array[] {
  if (message instanceof Uint8Array) return [message]
  if (typeof message !== 'object' || message === null || depth === 0) return []
  return Object.values(message).flatMap((each) => bytesIn(each, depth - 1))
}

export interface ServeOptions {
  /** Default: `IDLE_MS`. */
  readonly idleMs?: number
  /** Unix ms. */
  readonly now?: () => number
}

/** @returns ends it: locks, and hears nothing more */
export function serveKeyring(port: KeyPort, { idleMs = IDLE_MS, now = Date.now }: ServeOptions = {}): () => void {
  const ring = new Ring()
  let wasUnlocked = false
  let usedAt = now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting = 0
  // Locking waits for its turn like all else: keys that are in use are not wiped under the hands of whoever uses them.
  let last: Promise<void> = Promise.resolve()
  function inTurn(act: () => Promise<void> | void): void {
    last = last.then(act).catch(() => undefined)
  }

  const send = (reply: KeyReply) => port.postMessage(reply)
  function tellState(): void {
    if (ring.isUnlocked === wasUnlocked) return
    wasUnlocked = ring.isUnlocked
    send({ isUnlocked: wasUnlocked })
  }
  function lock(): void {
    ring.lock()
    tellState()
  }
  /** Timers sleep with the machine, and clocks are set: the time that has passed is looked at before each use too. */
  function lockWhenIdle(): void {
    const idle = now() - usedAt
    if (idle >= idleMs || idle < -CLOCK_STEP_MS) lock()
  }
  function checkIdle(): void {
    lockWhenIdle()
    watch()
  }
  function watch(): void {
    clearTimeout(timer)
    // A timer may come a moment early: then it is set again for the rest.
    const left = Math.max(idleMs - (now() - usedAt), 0) + 1
    if (ring.isUnlocked) timer = setTimeout(() => inTurn(checkIdle), left)
  }
  function used(): void {
    usedAt = now()
    watch()
  }

  async function act(name: KeyRequestName, input: unknown): Promise<unknown> {
    const parse = <N extends KeyRequestName>(of: N) => {
      const parsed = z.safeParse(keyRequests[of], input)
      if (!parsed.success) throw new KeyError('BAD_INPUT')
      return parsed.data as z.output<(typeof keyRequests)[N]>
    }
    switch (name) {
      case 'create':
        return ring.create(parse('create'))
      case 'unlock':
        return ring.unlock(parse('unlock'))
      case 'addSlot':
        return ring.addSlot(parse('addSlot'))
      case 'rotate':
        return ring.rotate(parse('rotate'))
      case 'sign':
        return ring.sign(parse('sign'))
      case 'exportMnemonic':
        parse('exportMnemonic')
        return ring.exportMnemonic()
      case 'exportKit':
        return ring.exportKit(parse('exportKit'))
      case 'lock':
        parse('lock')
        ring.lock()
    }
    return undefined
  }

  async function answer(id: number, name: KeyRequestName, input: unknown): Promise<void> {
    let reply: KeyReply
    lockWhenIdle()
    try {
      reply = { id, ok: true, value: await act(name, input) }
      used()
    } catch (error) {
      // A text could quote a secret; a code cannot.
      reply = { id, ok: false, code: error instanceof KeyError ? error.code : 'FAILED' }
    }
    tellState()
    send(reply)
    // What is sent is a copy, and so is what came in.
    if (withHalves.includes(name)) wipe(...bytesIn(input), ...bytesIn(reply))
  }

  function hear({ data }: MessageEvent): void {
    const parsed = z.safeParse(requestSchema, data)
    // Without an id there is nobody to be answered.
    if (!parsed.success) return
    const { id, name, input } = parsed.data
    if (waiting >= WAITING_MOST && name !== 'lock') return send({ id, ok: false, code: 'FAILED' })
    waiting += 1
    inTurn(() => answer(id, name, input).finally(() => (waiting -= 1)))
  }

  port.addEventListener('message', hear)
  port.start?.()
  return () => {
    port.removeEventListener('message', hear)
    clearTimeout(timer)
    inTurn(lock)
  }
}
