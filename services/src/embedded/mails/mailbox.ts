// The mailbox of the loopback: in development mails are kept here instead of being sent. In memory, the last ones only.
import { newId } from '../secrets.js'

/** A mail as the mailbox shows it. */
export interface KeptMail {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Unix milliseconds. */
  readonly at: number
}

/** Mails by recipient. */
export interface Mailbox {
  put(mail: Omit<KeptMail, 'id'>): void
  /** Newest first. @param to absent: of everybody */
  list(to?: string): readonly KeptMail[]
}

const MAILS_MAX = 200

/** An empty mailbox. */
export function createMailbox(): Mailbox {
  const mails: KeptMail[] = []
  return {
    put(mail) {
      mails.unshift({ id: newId(), ...mail })
      mails.length = Math.min(mails.length, MAILS_MAX)
    },
    list: (to) => (to === undefined ? [...mails] : mails.filter((mail) => mail.to === to)),
  }
}
