// A session whose wallet signs in with its approval (wc_sessionAuthenticate; CAIP-74, CAIP-222). The client proposes a plain session beside it, for wallets
// that cannot do this. The protocol knows only chains of eip155.
import * as z from 'zod/mini'
import type { Network } from '../../vocabulary/network.js'
import type { SignedMessage, SignRequestPayload } from '../connector.js'
import { RESOURCES_MAX_COUNT, TEXT_MAX_CHARACTERS } from '../../vocabulary/sign-in.js'
import { adaptAnswers, answersHandled, refusalOf } from './authentication-answers.js'
import type { RelayClient } from './client.js'

const text = z.string().check(z.maxLength(TEXT_MAX_CHARACTERS))
const optionalText = z.optional(text)
const signedSchema = z.object({
  p: z.object({
    iss: text.check(z.regex(/^did:pkh:eip155:\d+:0x[\da-fA-F]{40}$/)),
    domain: text,
    aud: text,
    version: text,
    nonce: text,
    iat: text,
    exp: optionalText,
    nbf: optionalText,
    statement: optionalText,
    requestId: optionalText,
    resources: z.optional(z.array(text).check(z.maxLength(RESOURCES_MAX_COUNT))),
  }),
  s: z.object({ t: z.literal('eip191'), s: text.check(z.regex(/^0x[\da-fA-F]+$/)) }),
})
const answerSchema = z.object({ session: z.optional(z.unknown()), auths: z.optional(z.array(z.unknown())) })

/** What a wallet has answered: its session, if it has opened one, and what it has signed. */
export interface Authenticated {
  /** Of the client, unchecked; undefined when the wallet allows no requests. */
  readonly session: unknown
  readonly signed: readonly SignedMessage[]
}

/** Asks for a session and for a signature per chain, in one proposal. Resolves with its uri. Rejects with whatever the library throws; a refusal of the wallet has its code. */
export async function authenticate(
  client: RelayClient,
  networks: readonly Network[],
  methods: readonly string[],
  { domain, uri, nonce, statement, expirationTime, resources }: SignRequestPayload,
): Promise<{ readonly uri: string; readonly answer: () => Promise<Authenticated> }> {
  adaptAnswers(client.engine)
  const asked = await client.authenticate({
    chains: networks.map(({ caipNetworkId }) => caipNetworkId),
    domain,
    uri,
    nonce,
    methods: [...methods],
    ...(statement === undefined ? {} : { statement }),
    ...(expirationTime === undefined ? {} : { exp: expirationTime }),
    ...(resources ? { resources: [...resources] } : {}),
  })
  return {
    uri: asked.uri,
    async answer() {
      const answer = await asked.response().catch(async (thrown: unknown) => {
        await answersHandled(client.engine) // the library may yet store a session, which the caller ends
        throw refusalOf(thrown)
      })
      const parsed = answerSchema.safeParse(answer)
      const { session, auths = [] } = parsed.success ? parsed.data : {}
      return { session, signed: auths.flatMap((each) => readSigned(client, each)) }
    },
  }
}

/** A text and its signature; none when the payload is malformed. */
function readSigned(client: RelayClient, value: unknown): readonly SignedMessage[] {
  const parsed = signedSchema.safeParse(value)
  if (!parsed.success) return []
  const { p, s } = parsed.data
  // The library writes the text anew from what was signed, as the wallet has.
  const request = { ...p, chains: [] } as Parameters<RelayClient['formatAuthMessage']>[0]['request'] // checked by the schema; the chain is that of `iss`
  return [{ message: client.formatAuthMessage({ request, iss: p.iss }), signature: s.s }]
}
