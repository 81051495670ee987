// A relay as a process of its own, to be killed: `tsx relay-process.ts <folder>` prints its url and runs until a signal.
import { startRelay } from './relay.js'

const relay = await startRelay({ dataFolder: process.argv[2] ?? '' })
process.stdout.write(`${relay.url}\n`)
