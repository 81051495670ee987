// A relay as a process of its own, to be killed: `relay-process.ts <folder> <port>` prints its url and runs until a signal.
import { startRelay } from './relay.js'

const [folder = '', port] = process.argv.slice(2)
const relay = await startRelay({ dataFolder: folder, port: Number(port) })
process.stdout.write(`${relay.url}\n`)
