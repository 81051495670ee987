// A relay of Sign In With Farcaster on the loopback, with the interface of the public one; a page that plays the Farcaster app; and a node that knows who
// owns which id. Production has none of it.
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSiweMessage } from 'viem/siwe'
import * as z from 'zod/mini'
import { OPTIMISM_ID, STATEMENT } from '../../src/embedded/social/farcaster-verify.js'
import type { FarcasterSettings } from '../../src/settings/social.js'
import { appPage, endPage } from './page.js'
import { askRegistry, farcasterPeople, type FarcasterPerson } from './registry.js'

/** A running relay. */
export interface FarcasterRelay {
  readonly url: string
  /** For the services. */
  readonly settings: FarcasterSettings
  /** What a Farcaster app sends to the relay. */
  readonly appKey: string
  stop(): Promise<void>
}

const CHANNEL_MS = 3_600_000
const BODY_BYTES = 64 * 1024

const channelBody = z.object({
  siweUri: z.url(),
  domain: z.string(),
  nonce: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{8,}$/))),
  expirationTime: z.optional(z.iso.datetime()),
  requestId: z.optional(z.string()),
  acceptAuthAddress: z.optional(z.boolean()),
})
const authenticateBody = z.object({
  message: z.string(),
  signature: z.string(),
  fid: z.number(),
  username: z.string(),
  bio: z.string(),
  displayName: z.string(),
  pfpUrl: z.string(),
})
const callBody = z.object({ id: z.union([z.number(), z.string()]), method: z.string(), params: z.optional(z.unknown()) })

interface Channel {
  readonly asked: z.output<typeof channelBody>
  readonly nonce: string
  readonly endsAt: number
  answer?: z.output<typeof authenticateBody>
}

/** @param port 0, the default: a free one */
export async function startFarcasterRelay({ port = 0 }: { readonly port?: number } = {}): Promise<FarcasterRelay> {
  const channels = new Map<string, Channel>()
  const appKey = randomBytes(16).toString('hex')
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy()
      json(response, 400, { error: 'Validation error', message: error instanceof Error ? error.message : String(error) })
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // TCP, so an address object

  const find = (token: string | undefined) => {
    const channel = token === undefined ? undefined : channels.get(token)
    return channel && channel.endsAt > Date.now() ? channel : undefined
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    switch (`${request.method ?? ''} ${pathname}`) {
      case 'POST /v1/channel': {
        const asked = channelBody.parse(JSON.parse(await textOf(request)))
        const token = randomUUID()
        const nonce = asked.nonce ?? randomBytes(8).toString('hex')
        channels.set(token, { asked, nonce, endsAt: Date.now() + CHANNEL_MS })
        const page = `${url}/~/siwf?channelToken=${token}`
        return json(response, 201, { channelToken: token, url: page, connectUri: page, nonce })
      }
      case 'GET /v1/channel/status': {
        const channel = find(bearer)
        if (!channel || bearer === undefined) return json(response, 401, { error: 'Unauthorized' })
        const { nonce, asked } = channel
        if (!channel.answer) return json(response, 202, { state: 'pending', nonce, signatureParams: asked })
        channels.delete(bearer) // an end is told once
        return json(response, 200, { state: 'completed', nonce, ...channel.answer, signatureParams: asked, verifications: [] })
      }
      case 'POST /v1/channel/authenticate': {
        if (request.headers['x-farcaster-auth-relay-key'] !== appKey) return json(response, 401, { error: 'Unauthorized' })
        const channel = find(bearer)
        if (!channel) return json(response, 401, { error: 'Unauthorized' })
        channel.answer = authenticateBody.parse(JSON.parse(await textOf(request)))
        return json(response, 201, { state: 'completed' })
      }
      case 'POST /rpc': {
        const { id, method, params } = callBody.parse(JSON.parse(await textOf(request)))
        const result = askRegistry(method, params)
        const outcome = result === undefined ? { error: { code: 3, message: 'execution reverted' } } : { result }
        return json(response, 200, { jsonrpc: '2.0', id, ...outcome })
      }
      case 'GET /~/siwf': {
        const channel = find(searchParams.get('channelToken') ?? undefined)
        return html(
          response,
          channel && !channel.answer ? appPage(channel.asked.domain) : endPage('This code is no longer valid.'),
        )
      }
      case 'POST /~/siwf': {
        const channel = find(searchParams.get('channelToken') ?? undefined)
        const person = farcasterPeople[Number(new URLSearchParams(await textOf(request)).get('person'))]
        if (!channel || channel.answer || !person) return html(response, endPage('This code is no longer valid.'))
        channel.answer = await signIn(channel, person)
        return html(response, endPage('You have signed in. You may go back to the app.'))
      }
      default:
        return json(response, 404, { error: 'Not found' })
    }
  }

  return {
    url,
    settings: { relayUrl: url, rpcUrls: [`${url}/rpc`] },
    appKey,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What the Farcaster app does when its owner agrees. */
async function signIn({ asked, nonce }: Channel, { fid, username, displayName, account, method }: FarcasterPerson) {
  const message = createSiweMessage({
    domain: asked.domain,
    address: account.address,
    statement: STATEMENT,
    uri: asked.siweUri,
    version: '1',
    chainId: OPTIMISM_ID,
    nonce,
    issuedAt: new Date(),
    ...(asked.expirationTime !== undefined && { expirationTime: new Date(asked.expirationTime) }),
    ...(asked.requestId !== undefined && { requestId: asked.requestId }),
    resources: [`farcaster://fid/${fid}`, `farcaster://signer/type/${method}`],
  })
  return { message, signature: await account.signMessage({ message }), fid, username, displayName, bio: '', pfpUrl: '' }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > BODY_BYTES) throw new Error('The body is too long')
  }
  return text
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body))
}

function html(response: ServerResponse, { body, headers }: ReturnType<typeof endPage>): void {
  response.writeHead(200, headers).end(body)
}
