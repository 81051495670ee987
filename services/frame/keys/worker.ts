// The worker that has the keys.
import { serveKeyring } from './serve.js'

serveKeyring(globalThis)
