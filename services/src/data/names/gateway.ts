// The CCIP-Read gateway (EIP-3668): makes the names kept here resolve on a chain, for whoever trusts this key in his resolver contract.
import type { Context } from 'hono'
import { decodeFunctionData, isHex, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import { hexSchema } from '../../../../src/api/shapes.js'
import { HttpError } from '../../errors.js'
import type { Route } from '../../route.js'
import { answerJson, readBody } from '../assets/request.js'
import type { DataContext } from '../context.js'
import { answerQuestion } from './answers.js'
import { readDnsName } from './dns-name.js'
import { resolveAbi, signAnswer } from './gateway-format.js'
import type { NameStore } from './store.js'

/** How long a chain takes an answer. */
export const ANSWER_VALID_S = 300

const senderSchema = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const bodySchema = z.object({ sender: senderSchema, data: hexSchema })
const answerSchema = z.object({ data: hexSchema })

/** The signed answer for a resolver contract. @throws HttpError 400 */
export type Gateway = (sender: string, data: Hex) => Promise<Hex>

/** Undefined without a key. */
export function createGateway(ctx: DataContext, store: NameStore): Gateway | undefined {
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
  const doc = { summary: 'Answers a resolver contract about names (EIP-3668)', answers: answerSchema }
  return [
    {
      method: 'GET',
      path: '/ccip/:sender/:data',
      cost: 1,
      access: 'open', // asked by whoever reads the resolver contract: pages and services of all the world
      isLoopFree: true,
      doc,
      answer(c: Context) {
        const sender = senderSchema.safeParse(c.req.param('sender'))
        if (!sender.success) throw new HttpError(400, 'sender', 'An address is needed')
        const data = c.req.param('data')?.replace(/\.json$/, '')
        if (!isHex(data) || data.length % 2 !== 0) throw new HttpError(400, 'data', 'Bytes in hex are needed')
        return respond(sender.data, data)
      },
    },
    {
      method: 'POST',
      path: '/ccip',
      cost: 1,
      access: 'open',
      isLoopFree: true,
      doc: { ...doc, body: bodySchema },
      async answer(c: Context) {
        const { sender, data } = await readBody(c, bodySchema)
        return respond(sender, data as Hex) // its shape was checked
      },
    },
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
