// What runs in the frame of the browser tests: a real host, whose handlers answer with what the test has put into `exchanges`, or nothing at all.
import { serveFrame, type FrameHandlers, type FrameHost } from '../../src/frame/host.js'
import { exchanges } from './frame-exchanges.js'

const [, kind = ''] = /^\/frame-pages\/(\w+)\/sdk/.exec(location.pathname) ?? []

const handlers = Object.fromEntries(Object.entries(exchanges).map(([name, [, reply]]) => [name, () => Promise.resolve(reply)])) // oxfmt-ignore
const never = () => new Promise<never>(() => {})
const ownHandlers = {
  ...handlers,
  GET_FARCASTER_URI: never,
  // Tells the test what the host knows: of whom it is, and how many messages it has refused.
  CONNECT_FARCASTER: async (_payload: undefined, { origin }: { origin: string }) => ({
    userName: JSON.stringify([origin, host?.refused]),
  }),
  CONNECT_DEVICE: async (_payload: undefined, { pending }: { pending(): void }) => pending(),
  RELOAD: async () => void setTimeout(() => location.reload(), 10),
  RPC_REQUEST: ({ method }: { method: string }) => (method === 'personal_sign' ? never() : Promise.resolve('0x1')),
} as unknown as FrameHandlers

let host: FrameHost | undefined
if (kind !== 'silent')
  host = serveFrame({
    // The runner shows each test in a frame of its own, so that the page of the test is not the outermost one.
    window: kind === 'nested' ? window : outermost(),
    allowedOrigins: kind === 'unlisted' ? ['https://app.example.com'] : [],
    allowLoopback: kind !== 'unlisted',
    legacyClients: kind === 'legacy',
    handlers: ownHandlers,
  })
host?.emit({ type: 'SURFACE', shown: true }) // to nobody

function outermost(): Window {
  const { parent, document } = window
  return {
    ...{ parent, top: parent, location, document },
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
  } as unknown as Window
}
