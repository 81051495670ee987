// Sends mails in the background: no answer waits for a mail server, so the time of an answer tells nothing about a mailbox.
import type { Log } from '../../operations/log.js'
import { isLoopback } from '../../settings/config.js'
import { withTimeout } from '../../timeout.js'
import type { MailLocale } from './catalogue.js'
import type { Mailbox } from './mailbox.js'
import { writeMail, type MailContent, type WrittenMail } from './write.js'

/** Takes mails and sends them one after the other. */
export interface Post {
  /** Returns at once. A mail that cannot be sent after some tries is dropped, with a line in the log. */
  send(to: string, locale: MailLocale, content: MailContent): void
  /** Resolves when nothing waits any more. */
  settle(): Promise<void>
  /** Waits up to 5 s for what is left. */
  stop(): Promise<void>
}

/** Hands one mail to a server. @throws Error when it did not take it */
export type Carrier = (mail: WrittenMail & { readonly to: string; readonly from: string }) => Promise<void>

/** What `createPost` needs. */
export interface PostOptions {
  readonly from: string
  readonly carrier: Carrier
  readonly log: Log
  /** Waits between tries; default 1 s, 5 s, 20 s. */
  readonly waitsMs?: readonly number[] | undefined
}

const WAITS_MS = [1_000, 5_000, 20_000]
/** Mails that wait, at most: beyond it something is wrong, and new ones are dropped. */
const QUEUE_MAX = 5_000
/** Mails on the way at one time. */
const TOGETHER_MAX = 8
const STOP_MS = 5_000

/** A queue in memory before `carrier`. */
export function createPost({ from, carrier, log, waitsMs = WAITS_MS }: PostOptions): Post {
  const waiting: (() => Promise<void>)[] = []
  const running = new Set<Promise<void>>()
  const ending = new AbortController()

  async function deliver(to: string, mail: WrittenMail, kind: string): Promise<void> {
    for (const [attempt, wait] of [...waitsMs, undefined].entries()) {
      try {
        return await carrier({ ...mail, to, from })
      } catch (error) {
        // The server's own words may repeat the address, so only its code is logged.
        const code = (error as { responseCode?: unknown; code?: unknown }).responseCode ?? (error as { code?: unknown }).code
        log.warn('mail not sent', {
          kind,
          attempt: attempt + 1,
          code: typeof code === 'string' || typeof code === 'number' ? String(code) : 'unknown',
        })
        if (wait === undefined || ending.signal.aborted) return
        await pause(wait, ending.signal)
      }
    }
  }

  function next(): void {
    while (running.size < TOGETHER_MAX) {
      const work = waiting.shift()
      if (!work) return
      const done = work().finally(() => {
        running.delete(done)
        next()
      })
      running.add(done)
    }
  }

  async function settle(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
  }

  return {
    send(to, locale, content) {
      if (waiting.length >= QUEUE_MAX) return log.error('mail dropped: too many wait', { kind: content.kind })
      waiting.push(() => deliver(to, writeMail(content, locale), content.kind))
      next()
    },
    settle,
    async stop() {
      ending.abort()
      await withTimeout(settle, { ms: STOP_MS, late: () => undefined })
    },
  }
}

/** Keeps mails in the mailbox of the loopback. */
export function toMailbox(mailbox: Mailbox, now: () => number): Carrier {
  return (mail) => Promise.resolve(mailbox.put({ ...mail, at: now() }))
}

/** Sends by SMTP. The library is loaded with the first mail. */
export function bySmtp(url: string): Carrier & { close(): void } {
  let transport: Promise<{ sendMail(mail: object): Promise<unknown>; close(): void }> | undefined
  const open = () =>
    import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url,
        // Off this machine a server that does not encrypt gets no codes.
        requireTLS: !isLoopback(new URL(url).hostname),
        pool: true,
        maxConnections: 4,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
      }),
    )
  const carry: Carrier = async ({ to, from, subject, text, html }) => {
    await (
      await (transport ??= open())
    ).sendMail({
      from,
      // As an object: a text would be parsed as a list of addresses.
      to: { name: '', address: to },
      subject,
      text,
      html,
      // Out-of-office robots stay silent.
      headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return Object.assign(carry, { close: () => void transport?.then((open) => open.close()).catch(() => undefined) })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms)
    function end(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
  })
}
