// The mailbox of the loopback, which the embedded wallet's mails come to.
import * as z from 'zod'
import { EMAIL_COOLDOWN_MS } from '../../../src/vocabulary/constants.js'
import { expect } from './walk.js'

const answerSchema = z.object({
  mails: z.array(z.object({ id: z.string(), to: z.string(), subject: z.string(), text: z.string(), at: z.number() })),
})

/** A mailbox by its address. Each mail is read once. */
export function mailboxOf(mailbox: string, to: string) {
  const read = new Set<string>()
  let lastAt = 0

  /** The next mail that was not read yet; waits for it. */
  async function next(): Promise<string> {
    let text: string | undefined
    const url = new URL(`${mailbox.replace(/\/$/, '')}.json`)
    url.searchParams.set('to', to)
    await expect
      .poll(async () => {
        const { mails } = answerSchema.parse(await (await fetch(url)).json())
        const [mail] = mails.filter(({ id }) => !read.has(id)).sort((a, b) => a.at - b.at)
        if (mail) read.add(mail.id)
        lastAt = mail?.at ?? lastAt
        return (text = mail?.text)
      }, `a mail to ${to}`)
      .toBeDefined()
    return text!
  }

  return {
    next,
    /** Waits until the services send another mail to this address: half a minute after the last one that was read. */
    async mayBeSentTo(): Promise<void> {
      const wait = lastAt + EMAIL_COOLDOWN_MS - Date.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait + 500))
    },
    /** The six digits of the next mail. */
    async code(): Promise<string> {
      const text = await next()
      return /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? `no code in: ${text}`
    },
    /** The link of the next mail with which something is decided. */
    async link(): Promise<string> {
      const text = await next()
      return /https?:\/\/\S+#\S+/.exec(text)?.[0] ?? `no link in: ${text}`
    },
  }
}
