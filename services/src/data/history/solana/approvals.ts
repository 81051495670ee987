// Approvals of the two token programs: who may spend an account's tokens. They are instructions, also of other programs.
import * as z from 'zod/mini'
import type { IndexedTransfer } from '../model.js'
import type { ParsedTransaction } from './shapes.js'

const amount = z.string().check(z.regex(/^\d{1,20}$/))
const key = z.string().check(z.maxLength(64))
const instructionSchema = z.object({
  program: z.enum(['spl-token', 'spl-token-2022']),
  parsed: z.object({
    type: z.enum(['approve', 'approveChecked', 'revoke']),
    info: z.object({
      source: key,
      /** Absent where several keys own the account together. */
      owner: z.optional(key),
      multisigOwner: z.optional(key),
      delegate: z.optional(key),
      amount: z.optional(amount),
      tokenAmount: z.optional(z.object({ amount })),
    }),
  }),
})

type Approval = Omit<IndexedTransfer, 'logIndex' | 'part'>

/** Revoking is an approval of nothing. */
export function approvalsOf(
  { accountKeys, instructions }: ParsedTransaction['transaction']['message'],
  meta: NonNullable<ParsedTransaction['meta']>,
): readonly Approval[] {
  const inner = (meta.innerInstructions ?? []).flatMap((list) => list.instructions)
  return [...instructions, ...inner].flatMap((instruction): readonly Approval[] => {
    const found = instructionSchema.safeParse(instruction)
    if (!found.success) return []
    const { source, owner, multisigOwner, delegate, amount: plain, tokenAmount } = found.data.parsed.info
    const index = accountKeys.findIndex(({ pubkey }) => pubkey === source)
    const balance = [...(meta.postTokenBalances ?? []), ...(meta.preTokenBalances ?? [])].find(
      ({ accountIndex }) => accountIndex === index,
    )
    const sender = owner ?? multisigOwner ?? balance?.owner
    // Without its balances nobody knows which token the account holds.
    if (!balance || !sender) return []
    return [
      {
        kind: 'approval',
        contract: balance.mint,
        sender,
        recipient: delegate ?? '',
        amount: BigInt(plain ?? tokenAmount?.amount ?? 0),
        decimals: balance.uiTokenAmount.decimals,
      },
    ]
  })
}
