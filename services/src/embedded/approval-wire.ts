// What the frame and a window of the wallet's own say to the wallet API: a table beside that of `wire.ts`, as the frame needs it for a risky approval alone. It
// imports nothing of that one: the build would cut off what both share into a file that every visit fetches.
import * as z from 'zod/mini'

const binary = (charactersMax: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(charactersMax))
/** base64url of so many bytes. */
const bytes = (length: number) => z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}$`)))
const idSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))
const time = z.int().check(z.nonnegative())
/** Raw (uncompressed) P-256 public key. */
const publicKeySchema = bytes(65)
/** AES-256-GCM. */
const sealedSchema = z.strictObject({ iv: bytes(12), data: binary(4096) })
/** What the frame and its window pass to each other: the services cannot read it. Requests are as long as pages write them. */
const longBoxSchema = z.strictObject({ iv: bytes(12), data: binary(600_000) })
const shortText = z.string().check(z.maxLength(300))
/** Which of the requests of an approval: another one follows when the visitor changes the allowance. */
const turn = z.int().check(z.refine((at) => at >= 0 && at < 100, 'a turn is needed'))
const asked = { hash: bytes(32), box: longBoxSchema }

/** Every POST route of approvals in a window: body and answer. */
export const approvalWire = {
  /** Of the frame: a window of the wallet's own is to ask the visitor. */
  '/api/approval/start': {
    /** Whether there is such a project, and such a page in it, the list of projects knows. */
    body: z.strictObject({ projectId: shortText, appOrigin: shortText, publicKey: publicKeySchema, ...asked }),
    answer: z.object({ attempt: idSchema, expiresAt: time }),
    needsSession: true,
  },
  /** What the window says to the request `turn`. */
  '/api/approval/wait': {
    body: z.strictObject({ attempt: idSchema, turn }),
    answer: z.object({
      state: z.enum(['pending', 'answered', 'closed', 'expired']),
      answer: z.optional(z.object({ publicKey: publicKeySchema, box: sealedSchema })),
    }),
    needsSession: true,
  },
  /** The request `turn`, which takes the place of the one before once that was answered. */
  '/api/approval/ask': { body: z.strictObject({ attempt: idSchema, turn, ...asked }), answer: z.object({}), needsSession: true },
  '/api/approval/end': {
    body: z.strictObject({ attempt: idSchema, outcome: z.enum(['approved', 'rejected', 'aborted']) }),
    answer: z.object({}),
    needsSession: true,
  },
  /** Of the window: it takes the approval, and no other window can. `leave` is for its end. */
  '/api/approval/open': {
    body: z.strictObject({ attempt: idSchema }),
    answer: z.object({ appOrigin: z.string(), publicKey: publicKeySchema, ...asked, leave: idSchema }),
    needsSession: false,
  },
  /** Waits for the request after `turn`, or the end. */
  '/api/approval/watch': {
    body: z.strictObject({ attempt: idSchema, turn }),
    answer: z.object({ state: z.enum(['pending', 'asked', 'over']), asked: z.optional(z.object(asked)) }),
    needsSession: false,
  },
  '/api/approval/answer': {
    body: z.strictObject({ attempt: idSchema, turn, publicKey: publicKeySchema, box: sealedSchema }),
    answer: z.object({}),
    needsSession: false,
  },
  /** The window closes. It has no time for a proof then: it has the token. */
  '/api/approval/leave': { body: z.strictObject({ token: idSchema }), answer: z.object({}), needsSession: false },
} as const

export type ApprovalWire = typeof approvalWire
