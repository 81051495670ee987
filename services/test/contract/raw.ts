// HTTP by hand: what is written is what goes out, letter by letter. No client adds a header or changes a path.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Read field by field. */
  readonly body: ReturnType<typeof JSON.parse>
}

/** What a browser puts on every call of a page. */
export const browser = [
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Accept: */*',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: de-DE,de;q=0.9',
  'Origin: https://shop.example',
  'Referer: https://shop.example/',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Site: cross-site',
]
export const plainText = 'Content-Type: text/plain;charset=UTF-8'

/** `start` is a request line without its version; `headers` are whole lines. */
export async function speak(url: string, start: string, headers: readonly string[] = [], body?: string): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(url)
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const lines = [`${start} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, ...length]
  const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`))
  const answer = await text(socket)
  const end = answer.indexOf('\r\n\r\n')
  const [first = '', ...rest] = answer.slice(0, end).split('\r\n')
  const given = new Headers(
    rest.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const raw = answer.slice(end + 4)
  const plain = given.get('transfer-encoding') === 'chunked' ? unchunked(raw) : raw
  const isJson = given.get('content-type')?.startsWith('application/json') === true && plain !== ''
  return { status: Number(first.split(' ')[1]), headers: given, text: plain, body: isJson ? JSON.parse(plain) : undefined }
}

function unchunked(raw: string): string {
  let rest = Buffer.from(raw)
  let result = ''
  for (;;) {
    const end = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.subarray(0, end).toString(), 16)
    if (!(size > 0)) return result
    result += rest.subarray(end + 2, end + 2 + size).toString()
    rest = rest.subarray(end + 4 + size)
  }
}
