// The CCIP-Read gateway (EIP-3668): makes the names kept here resolve on a chain whose resolver contract trusts this key.
import { decodeFunctionData, isHex, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import { hexSchema } from '../../../../src/api/shapes.js'
import { jsonBody } from '../../http/body.js'
import { HttpError } from '../../http/errors.js'
import { defineRoute, type Route } from '../../http/route.js'
import { answerJson } from '../assets/answer.js'
import type { NamesContext } from '../context.js'
import { answerQuestion } from './answers.js'
import { readDnsName } from './dns-name.js'
import { resolveAbi, signAnswer } from './gateway-format.js'
import type { NameStore } from './store.js'

/** How long a chain takes an answer. */
const ANSWER_VALID_S = 300

const paramsSchema = z.object({
  sender: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'An address is needed')),
  /** Contracts append `.json`, so that a folder of files could answer. */
  data: z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*(?:\.json)?$/, 'Bytes in hex are needed')),
})
const senderSchema = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const bodySchema = z.object({ sender: senderSchema, data: hexSchema })
const answerSchema = z.object({ data: hexSchema })

/** The signed answer for a resolver contract. @throws HttpError 400 */
export type Gateway = (sender: string, data: Hex) => Promise<Hex>

/** Undefined without a key. */
export function createGateway(ctx: NamesContext, store: NameStore): Gateway | undefined {
  const { gatewayKey } = ctx.data.names
  if (gatewayKey === undefined) return undefined
  return async (sender, data) => {
    const { name, question } = decodeRequest(data)
    const expires = Math.floor(ctx.now() / 1000) + ANSWER_VALID_S
    const answer = {
      target: sender.toLowerCase() as Address, // its shape was checked
      expires,
      request: data,
      result: await answerQuestion(store, name, question),
    }
    return signAnswer(answer, gatewayKey)
  }
}

/** What a gateway's url asks, for one that is these services'. Undefined: it leads elsewhere. */
export function readGatewayUrl(
  url: string,
  bases: readonly string[],
): { readonly sender: string; readonly data: Hex } | undefined {
  const path = bases.flatMap((base) => (url.startsWith(`${base}/ccip/`) ? [url.slice(base.length + '/ccip/'.length)] : []))[0]
  const [, sender = '', data = ''] = /^(0x[0-9a-f]{40})\/(0x(?:[0-9a-f]{2})*)(?:\.json)?$/i.exec(path ?? '') ?? []
  return isHex(data) ? { sender, data } : undefined
}

/** None without a gateway. */
export function gatewayRoutes(gateway: Gateway | undefined): readonly Route[] {
  if (!gateway) return []
  const respond = async (sender: string, data: Hex) => answerJson({ data: await gateway(sender, data) }, 'names')
  const common = {
    cost: 1,
    project: { rule: 'none', because: 'asked by whoever reads the resolver contract: pages and services of all the world' },
    isLoopFree: true,
    summary: 'Answers a resolver contract about names (EIP-3668)',
    answers: { 200: answerSchema },
  } as const
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/ccip/:sender/:data',
      params: paramsSchema,
      handle: ({ params: { sender, data } }) => respond(sender, data.replace(/\.json$/, '') as Hex), // its shape was checked
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/ccip',
      body: jsonBody(bodySchema),
      handle: ({ body: { sender, data } }) => respond(sender, data as Hex), // its shape was checked
    }),
  ]
}

function decodeRequest(data: Hex): { readonly name: string; readonly question: Hex } {
  const [encoded, question] = decodeResolve(data)
  const name = readDnsName(encoded)
  if (name === undefined) throw new HttpError(400, 'data', 'The name is not DNS-encoded')
  return { name, question }
}

function decodeResolve(data: Hex): readonly [Hex, Hex] {
  try {
    return decodeFunctionData({ abi: resolveAbi, data }).args
  } catch {
    throw new HttpError(400, 'data', 'A call of resolve(bytes,bytes) is needed')
  }
}
