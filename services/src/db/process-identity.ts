// Names a process so that another one can tell whether it still runs: a process number alone says nothing in another container, or after a restart.
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import * as z from 'zod'

const identitySchema = z.object({
  /** Of this start of the kernel, and the namespace of process numbers in it. Absent where the system does not tell (macOS, Windows). */
  world: z.string().optional(),
  pid: z.int().positive(),
  /** When the process began, in ticks of the kernel. */
  began: z.string().optional(),
  /** Tells two processes apart of which nothing else is known. */
  token: z.string(),
})

/** One line of JSON. */
export function thisProcess(): string {
  const own = processStat('self')
  // In a namespace without a /proc of its own, the numbers there are not ours.
  const isOwn = own?.pid === process.pid
  return JSON.stringify({
    ...(isOwn && own ? { world: world(), began: own.began } : {}),
    pid: process.pid,
    token: randomUUID(),
  })
}

/** True: it has ended. False: it runs. Undefined: this process cannot know, because the other one is of another container or machine. */
export function isGone(text: string): boolean | undefined {
  const parsed = identitySchema.safeParse(parseJson(text))
  if (!parsed.success) return undefined
  const { world: itsWorld, pid, began } = parsed.data
  if (itsWorld === undefined || processStat('self')?.pid !== process.pid || itsWorld !== world()) return undefined
  if (!answersSignals(pid)) return true
  const now = processStat(String(pid))
  // Hidden from other users on some machines: a process with this number runs, and nothing says that it is another one.
  if (!now) return false
  return now.began !== began || now.state === 'Z'
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function world(): string | undefined {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return undefined
  }
}

/** Fields 1, 3 and 22 of https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html; the name in between may hold anything. */
function processStat(pid: string): { pid: number; state: string; began: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { pid: Number.parseInt(text, 10), state: fields[0] ?? '', began: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
