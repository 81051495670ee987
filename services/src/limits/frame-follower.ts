// Follows the frames that arrive on a WebSocket, to know what of an unfinished message is held in memory and since when; `ws` does not say it. Every
// chunk of the connection counts whole until the message ends: a fragment of one byte keeps the chunk that it came in.
// Source: RFC 6455, 5.2.

/** What a chunk costs beside its bytes: the objects around it. */
const CHUNK_BYTES = 256

/** The unfinished message of one socket. */
export interface FrameFollower {
  /** To be called with each chunk in order. `now`: Unix milliseconds. */
  feed(chunk: Uint8Array, now: number): void
  /** Bytes held for the unfinished message; 0 between messages. */
  readonly bytes: number
  /** When its first byte arrived; undefined between messages. */
  readonly since: number | undefined
}

/** A follower of a connection that begins with a frame. */
export function createFrameFollower(): FrameFollower {
  let header: number[] = []
  /** Bytes of the payload that are still to come. */
  let left = 0
  let opcode = 0
  let isLast = false
  let isFragmented = false
  let bytes = 0
  let since: number | undefined

  function endFrame(): void {
    if (opcode >= 8) return // a control frame stands between fragments
    isFragmented = !isLast
    if (!isLast) return
    bytes = 0
    since = undefined
  }

  /** Takes a byte of the header; the payload begins after its last. */
  function takeHeader(byte: number): void {
    header.push(byte)
    const [first = 0, second = 0] = header
    const length = second & 0x7f
    const lengthBytes = length === 127 ? 8 : length === 126 ? 2 : 0
    if (header.length < 2 + lengthBytes + (second & 0x80 ? 4 : 0)) return
    const extended = header.slice(2, 2 + lengthBytes).reduce((sum, part) => sum * 256 + part, 0)
    isLast = (first & 0x80) !== 0
    opcode = first & 0x0f
    left = lengthBytes > 0 ? extended : length
    header = []
    if (left === 0) endFrame()
  }

  return {
    feed(chunk, now) {
      for (let at = 0; at < chunk.length;) {
        if (left === 0) {
          takeHeader(chunk[at] ?? 0)
          at += 1
          continue
        }
        const part = Math.min(left, chunk.length - at)
        left -= part
        at += part
        if (left === 0) endFrame()
      }
      if (!isFragmented && left === 0 && header.length === 0) {
        bytes = 0
        since = undefined
        return
      }
      bytes += chunk.length + CHUNK_BYTES
      since ??= now
    },
    get bytes() {
      return bytes
    },
    get since() {
      return since
    },
  }
}
