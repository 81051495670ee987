// A client as public ones are, written from the wire reference alone (§7): it speaks by window messages to `*`, makes short ids of its own, knows the
// messages of its time and nothing of HELLO, PENDING or SURFACE: a message of the frame that its table does not have is a failure.
interface Wire {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}
interface Message {
  readonly id?: string
  readonly type: string
  readonly payload?: Record<string, unknown> & string
}

const PAUSE_MS = 500
const words = ['SWITCH_NETWORK', 'CONNECT_EMAIL', 'CONNECT_DEVICE', 'CONNECT_OTP', 'GET_USER', 'SIGN_OUT', 'IS_CONNECTED', 'GET_CHAIN_ID', 'SYNC_THEME', 'SYNC_DAPP_DATA', 'GET_SMART_ACCOUNT_ENABLED_NETWORKS', 'RPC_REQUEST'] // oxfmt-ignore
const known: ReadonlySet<string> = new Set([
  'READY',
  'SESSION_UPDATE',
  ...words.flatMap((word) => [`${word}_SUCCESS`, `${word}_ERROR`]),
])

export function createPublicClient(page: Wire, frame: { postMessage(message: unknown, targetOrigin: string): void }) {
  /** Messages that it could not read. */
  const failures: unknown[] = []
  const heard: Message[] = []
  const waiting = new Map<string, { resolve(payload: unknown): void; reject(error: Error): void }>()
  const tokens: unknown[] = []
  let becomeReady = () => {}
  const ready = new Promise<void>((resolve) => (becomeReady = resolve))

  page.addEventListener('message', ({ data }) => {
    const message = data as Message
    if (!message.type.startsWith('@w3m-frame/')) return
    heard.push(message)
    const name = message.type.slice('@w3m-frame/'.length)
    if (!known.has(name)) return void failures.push(message)
    if (name === 'READY') return message.payload === undefined ? void failures.push(message) : becomeReady()
    if (name === 'SESSION_UPDATE') return void tokens.push(message.payload?.['token'])
    const asked = message.id === undefined ? undefined : waiting.get(message.id)
    if (name.endsWith('_ERROR')) asked?.reject(new Error(String(message.payload?.['message'])))
    else asked?.resolve(message.payload)
  })

  const shortId = () => Math.random().toString(36).substring(7)

  function ask(word: string, payload?: object, id = shortId()): Promise<unknown> {
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      frame.postMessage({ id, type: `@w3m-app/${word}`, ...(payload && { payload }) }, '*')
    })
  }

  return {
    failures,
    heard,
    tokens,
    ask,
    async start() {
      await ready
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      await ask('SYNC_DAPP_DATA', { metadata: { name: 'Shop', description: '', url: 'https://app.example.com', icons: [] }, sdkVersion: '1.7.8', sdkType: 'w3m', projectId: 'project' }) // oxfmt-ignore
      return ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')
    },
  }
}
