// `POST /v1/profile/lookup`: what the gateways of a name say (EIP-3668), for clients that read ENS from the chain themselves. The client gives the call,
// the chain says which gateways are asked, and the client's own call of the contract checks the answer: nobody has to believe these services.
import {
  BaseError,
  decodeAbiParameters,
  decodeErrorResult,
  decodeFunctionData,
  encodeErrorResult,
  encodeFunctionResult,
  isAddressEqual,
  isHex,
  parseAbi,
  slice,
  type Address,
  type Hex,
} from 'viem'
import { lookupBodySchema, lookupSchema } from '../../../../src/api/offchain-lookup.js'
import { jsonBody } from '../../http/body.js'
import { HttpError } from '../../http/errors.js'
import { defineRoute, type Route } from '../../http/route.js'
import { answerJson } from '../assets/answer.js'
import type { IdentityContext } from '../context.js'
import type { EnsChain } from './ens.js'
import { BATCH_GATEWAY, followLookup, type AskUrl, type Lookup } from './gateways.js'

/** Lookups of one question. */
const LOOKUPS_MAX = 8

/** EIP-3668 and ENSIP-21. */
const lookupAbi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'error Error(string message)',
  'struct Query { address sender; string[] urls; bytes data; }',
  'function query(Query[] queries) view returns (bool[] failures, bytes[] responses)',
])

/** The route; none where ENS is not asked. */
export function lookupRoutes(ctx: IdentityContext, ens: EnsChain | undefined, askUrl: AskUrl): readonly Route[] {
  if (!ens) return []
  const route = defineRoute({
    method: 'POST',
    path: '/v1/profile/lookup',
    summary: 'What the gateways of a name say (EIP-3668)',
    cost: 5, // up to eight gateways of strangers are asked
    project: 'required',
    body: jsonBody(lookupBodySchema),
    answers: { 200: lookupSchema },
    async handle({ body: { chainId, to, data }, signal }) {
      if (chainId !== ens.chainId) throw new HttpError(400, 'chainId', 'ENS is asked on another chain here')
      if (!isAddressEqual(to as Address, ens.universalResolver))
        // its shape was checked
        throw new HttpError(400, 'to', 'This is not the universal resolver')
      assertCall(data as Hex) // its shape was checked
      const lookup = await lookupOf(ctx, ens, data as Hex)
      return answerJson({ data: await follow(lookup, askUrl, signal) }, 'gateways')
    },
  })
  return [route]
}

const nothing = () => new HttpError(400, 'data', 'This call needs no gateway')

/** `resolve` of the resolver and every callback of EIP-3668 take two texts of bytes; no node is asked for anything else. @throws HttpError 400 `data` */
function assertCall(data: Hex) {
  try {
    decodeAbiParameters([{ type: 'bytes' }, { type: 'bytes' }], slice(data, 4))
  } catch {
    throw nothing()
  }
}

/** @throws HttpError 400 `data` when the call ends in another way, 503 when the chain does not answer */
async function lookupOf({ chains }: IdentityContext, { chainId, universalResolver: to }: EnsChain, data: Hex): Promise<Lookup> {
  const reverted = await chains
    .client(chainId)
    .request({ method: 'eth_call', params: [{ to, data }, 'latest'] })
    .then(() => {
      throw nothing()
    }, revertData)
  try {
    const { errorName, args } = decodeErrorResult({ abi: lookupAbi, data: reverted })
    if (errorName !== 'OffchainLookup' || !isAddressEqual(args[0], to)) throw nothing()
    return { sender: args[0], urls: args[1], data: args[2] }
  } catch {
    throw nothing()
  }
}

/** The bytes with which a call has failed; `0x` for a refusal without. @throws the error, where the chain did not answer */
function revertData(error: unknown): Hex {
  if (!(error instanceof BaseError)) throw error
  let found: Hex | undefined
  error.walk((cause) => {
    const { data } = cause as { data?: unknown }
    if (found === undefined && isHex(data)) found = data
    return false
  })
  if (found !== undefined) return found
  throw new HttpError(503, 'provider', 'The chain did not answer')
}

async function follow({ sender, urls, data }: Lookup, askUrl: AskUrl, signal: AbortSignal): Promise<Hex> {
  const ask = (lookup: Lookup) => followLookup(lookup, (url) => askUrl(url, signal))
  if (!urls.includes(BATCH_GATEWAY))
    return ask({ sender, urls, data }).catch(() => {
      throw new HttpError(400, 'data', 'No gateway of this name answered')
    })
  const queries = queriesOf(data)
  const answers = await Promise.all(queries.map((query) => ask(query).catch(() => undefined)))
  const none = encodeErrorResult({ abi: lookupAbi, errorName: 'Error', args: ['no gateway answered'] })
  return encodeFunctionResult({
    abi: lookupAbi,
    functionName: 'query',
    result: [answers.map((answer) => answer === undefined), answers.map((answer) => answer ?? none)],
  })
}

function queriesOf(data: Hex): readonly Lookup[] {
  try {
    const { args } = decodeFunctionData({ abi: lookupAbi, data })
    if (args[0].length <= LOOKUPS_MAX) return args[0]
  } catch {
    // falls through: these bytes are of another call
  }
  throw new HttpError(400, 'data', `At most ${LOOKUPS_MAX} gateways are asked at once`)
}
