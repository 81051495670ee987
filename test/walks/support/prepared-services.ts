// The services of `services/devnet/services-main.ts`, with their code already loaded: they start at the first line of standard input. Prints `prepared {}` when
// it waits for that.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { devnets } from '../../../services/devnet/for-services.js'
import { run } from '../../../services/src/run.js'
import '../../../services/src/start.js'

console.log('prepared {}')
const input = createInterface({ input: process.stdin })
await once(input, 'line')
input.close()
process.stdin.unref() // an open pipe would keep the process alive
await run({ loadDevnets: () => Promise.resolve(devnets) })
