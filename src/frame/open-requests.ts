// The requests of a page that the frame has not answered yet. Each of them settles once: with its answer, its error, its time limit or an abort.
import { FRAME_REQUEST_TIMEOUT_MS } from '../vocabulary/constants.js'
import { FrameError } from './frame-error.js'
import { FRAME_PREFIX, frameErrorSchema, rowOf, type FrameRequestName } from './messages.js'
import { uuid } from './natives.js'
import { readPlain } from './plain.js'
import { isUnsafeRequest } from './rpc-policy.js'

/** The error of a request that was given up. */
export const aborted = (name: FrameRequestName): FrameError =>
  new FrameError('ABORTED', name === 'RPC_REQUEST' ? 'Request was aborted' : 'Something went wrong')

/** How a request is sent, and what ends it. */
export interface SendOptions {
  /** Sends it, with its id. */
  readonly send: (id: string) => void
  /** What has to happen before; without it, it is sent at once. */
  readonly after?: Promise<void> | undefined
  readonly signal?: AbortSignal | undefined
  /** Tells the frame that a request that was sent is given up, if it needs an approval or waits for somebody. */
  readonly giveUp: (id: string) => void
}

/** The requests that are open. */
export interface OpenRequests {
  /** Sends a request, and waits for its answer. */
  add(name: FrameRequestName, payload: unknown, options: SendOptions): Promise<unknown>
  /** Reads what the frame says about a request: an answer, an error, or that it takes longer. What is about no open request is ignored. */
  receive(message: Readonly<Record<string, unknown>>): void
  /** Ends those that wait for an approval; says whether one of them was sent. */
  failApprovals(): boolean
  failAll(errorFor: (name: FrameRequestName) => FrameError): void
}

interface Asked {
  readonly name: FrameRequestName
  readonly isUnsafe: boolean
  isSent: boolean
  restart(): void
  succeed(reply: unknown): void
  fail(error: FrameError): void
}

/** Keeps the open requests of one page. */
export function createOpenRequests(): OpenRequests {
  const open = new Map<string, Asked>()

  const failAll: OpenRequests['failAll'] = (errorFor) => {
    for (const { name, fail } of [...open.values()]) fail(errorFor(name))
  }

  return {
    failAll,
    add: (name, payload, { send, after, signal, giveUp }) =>
      new Promise((resolve, reject) => {
        const id = uuid()
        let timer: ReturnType<typeof setTimeout> | undefined
        const finish = (act: () => void) => {
          if (!open.delete(id)) return
          clearTimeout(timer)
          signal?.removeEventListener('abort', abort)
          act()
        }
        const asked: Asked = {
          name,
          isUnsafe: isUnsafeRequest(name, payload),
          isSent: false,
          restart() {
            clearTimeout(timer)
            if (rowOf(name).timeout === 'login') timer = setTimeout(late, FRAME_REQUEST_TIMEOUT_MS)
          },
          succeed: (reply) => finish(() => resolve(reply)),
          fail: (error) => finish(() => reject(error)),
        }
        const leave = () => {
          if (asked.isSent && (asked.isUnsafe || rowOf(name).isLong)) giveUp(id)
        }
        const abort = () => {
          leave()
          asked.fail(aborted(name))
        }
        // A frame that does not answer a login answers nothing (specification §8).
        const late = () => {
          leave()
          asked.fail(new FrameError('REQUEST_TIMEOUT', 'Embedded Wallet Request Timed Out'))
          failAll(aborted)
        }
        const start = () => {
          if (!open.has(id)) return
          asked.isSent = true
          asked.restart()
          send(id)
        }
        open.set(id, asked)
        if (signal?.aborted) return abort()
        signal?.addEventListener('abort', abort, { once: true })
        if (after) after.then(start, asked.fail)
        else start()
      }),
    receive({ id, type, payload }) {
      const asked = typeof id === 'string' ? open.get(id) : undefined
      if (!asked?.isSent) return // unknown, answered before, or too late
      if (type === `${FRAME_PREFIX}PENDING`) return asked.restart()
      if (type === `${FRAME_PREFIX}${asked.name}_ERROR`) return asked.fail(readError(payload))
      if (type !== `${FRAME_PREFIX}${asked.name}_SUCCESS`) return
      try {
        asked.succeed(readReply(asked.name, payload))
      } catch (error) {
        asked.fail(error as FrameError) // `readReply` throws no other
      }
    },
    failApprovals() {
      const approvals = [...open.values()].filter(({ isUnsafe }) => isUnsafe)
      const wasSent = approvals.some(({ isSent }) => isSent)
      for (const { fail } of approvals) fail(aborted('RPC_REQUEST'))
      return wasSent
    },
  }
}

/** @throws FrameError BAD_MESSAGE for an answer that is none */
function readReply(name: FrameRequestName, payload: unknown): unknown {
  const read = rowOf(name).reply.safeParse(payload === undefined ? undefined : readPlain(payload))
  if (read.success) return read.data
  const path = ['payload', ...(read.error.issues[0]?.path ?? [])].join('.')
  throw new FrameError('BAD_MESSAGE', `${path}: Expected another value`)
}

/** The error of an error reply; its text is the frame's word, and is cut. */
function readError(payload: unknown): FrameError {
  const read = frameErrorSchema.safeParse(payload)
  const { message, code, ...details } = read.success ? read.data : {}
  return new FrameError(code ?? 'FAILED', message?.slice(0, 512) || 'An error occurred', details)
}
