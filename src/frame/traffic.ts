// What both ends do with messages before they read them: how many there may be, which ids were seen, and what the head of one says.
import { APP_PREFIX, type FrameRequestName, isFrameRequestName } from './messages.js'

/** Most ids that are remembered, to answer a second message with the same id without doing it again. */
const IDS_MAX_COUNT = 1_024
/** Most characters of an id of a client without a port. */
const ID_MAX_CHARACTERS = 64

/** Messages in a second that are read, once `burst` of them have come at once. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/** `take` says whether one more message may be read now. */
export function createThrottle({ perSecond, burst }: Rate): { take(): boolean; waitMs(): number } {
  let left = burst
  let last = performance.now()
  return {
    take() {
      const now = performance.now()
      left = Math.min(burst, left + (Math.max(0, now - last) * perSecond) / 1000)
      last = now
      if (left < 1) return false
      left -= 1
      return true
    },
    waitMs: () => Math.ceil(1000 / perSecond),
  }
}

/** The last ids. `add` says whether an id was not among them. */
export function createIdMemory(max = IDS_MAX_COUNT): { add(id: string): boolean } {
  const seen = new Set<string>()
  return {
    add(id) {
      const isNew = !seen.delete(id)
      seen.add(id)
      const [oldest] = seen
      if (seen.size > max && oldest !== undefined) seen.delete(oldest)
      return isNew
    },
  }
}

/** Whether it has members that can be read. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a message says of itself, before the rest of it is looked at. */
export interface Head {
  /** A text of at most 64 characters. */
  readonly id: string | undefined
  /** Of a request that is in the table. */
  readonly name: FrameRequestName | undefined
}

/** The head of a message of a page. */
export function readHead(message: unknown): Head {
  if (!isRecord(message)) return { id: undefined, name: undefined }
  const { id, type } = message
  const name = typeof type === 'string' && type.startsWith(APP_PREFIX) ? type.slice(APP_PREFIX.length) : ''
  return {
    id: typeof id === 'string' && id !== '' && id.length <= ID_MAX_CHARACTERS ? id : undefined,
    name: isFrameRequestName(name) ? name : undefined,
  }
}

const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Whether it is written as a UUID. */
export const isUuid = (id: string): boolean => uuidForm.test(id)
