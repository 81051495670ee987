// Attacks as a process of their own: `attacker.ts <target as JSON> <milliseconds> <attack>…` runs them at once, prints what it counted as one line and ends.
import { constants, setPriority } from 'node:os'
import type { Attack, Counts, Target } from './attacks/attack.js'
import { createTools } from './attacks/attack.js'
import * as requests from './attacks/requests.js'
import * as sockets from './attacks/sockets.js'

const attacks: Readonly<Record<string, Attack>> = { ...requests, ...sockets }

// An attacker has machines of its own. Here it takes the time of the processors that those under attack leave.
setPriority(constants.priority.PRIORITY_LOW)

const [target = '', ms, ...names] = process.argv.slice(2)
const end = Date.now() + Number(ms)
const counts: Counts = new Map()
const tools = createTools(JSON.parse(target) as Target, counts, () => Date.now() > end)
await Promise.all(
  names.map((name) => {
    const attack = attacks[name]
    if (!attack) throw new Error(`There is no attack ${name}`)
    return attack(tools)
  }),
)
process.stdout.write(`${JSON.stringify(Object.fromEntries(counts))}\n`)
process.exit(0)
