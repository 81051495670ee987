// The JSON-RPC methods of the relay, and the schema of each one's parameters.
import { z } from 'zod'
import { MAX_BATCH } from './limits.js'

/** Topics are hashes: 32 bytes in lowercase hex. */
const topic = z.string().regex(/^[0-9a-f]{64}$/)
const ttl = z.number().int().positive()
/** Postgres stores any text without a zero character. */
const storable = z.string().refine((text) => !text.includes('\0'), 'zero character')
const envelope = storable.min(1)
const attestation = storable.max(16_384).nullish()

const publish = z.object({
  topic,
  message: envelope,
  ttl,
  tag: z.number().int().min(0).max(2_147_483_647).default(0),
  attestation,
})
const subscription = z.object({ topic, id: z.string().max(200) })

/** Method → schema. Fields that the relay does not need (prompt, correlation, tvf) are accepted and dropped. */
export const calls = {
  irn_publish: publish,
  irn_batchPublish: z.object({ messages: z.array(publish).min(1).max(MAX_BATCH) }),
  irn_subscribe: z.object({ topic }),
  irn_batchSubscribe: z.object({ topics: z.array(topic).max(MAX_BATCH) }),
  irn_unsubscribe: subscription,
  irn_batchUnsubscribe: z.object({ subscriptions: z.array(subscription).max(MAX_BATCH) }),
  irn_fetchMessages: z.object({ topic }),
  irn_batchFetchMessages: z.object({ topics: z.array(topic).max(MAX_BATCH) }),
  wc_proposeSession: z.object({ pairingTopic: topic, sessionProposal: envelope, ttl, attestation }),
  wc_approveSession: z.object({
    sessionTopic: topic,
    pairingTopic: topic,
    sessionProposalResponse: envelope,
    sessionSettlementRequest: envelope,
    ttl,
  }),
}

/** A method that the relay answers. */
export type CallName = keyof typeof calls
/** The parsed parameters of a method. */
export type CallParams<N extends CallName> = z.infer<(typeof calls)[N]>

/** Whether the relay knows `method`; inherited names such as `constructor` do not count. */
export function isCallName(method: string): method is CallName {
  return Object.hasOwn(calls, method)
}

/** Tag of `wc_sessionPropose`, which the relay publishes for `wc_proposeSession`. Source: WalletConnect sign RPC methods. */
export const PROPOSAL_TAG = 1100
/** Tag of the response to `wc_sessionPropose`, which the relay publishes for `wc_approveSession`. */
export const PROPOSAL_RESPONSE_TAG = 1101
/** Tag of `wc_sessionSettle`, which the relay publishes for `wc_approveSession`. */
export const SETTLEMENT_TAG = 1102
