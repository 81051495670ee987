// A text to sign in to the page, signed in the same step as the login to the wallet (CAIP-122). The visitor approves it as any other text; a login does not
// fail for it.
import type { FramePayload, FrameReply } from '../../src/frame/messages.js'
import type { FrameParts, Handler, HandlerContext } from './parts.js'

type Asked = NonNullable<NonNullable<FramePayload<'GET_USER'>>['siwxMessage']>
type Signed = Pick<FrameReply<'GET_USER'>, 'message' | 'signature' | 'siwxMessage'>

/** Stands for the address that the page does not know yet. */
const ADDRESS = '<<AccountAddress>>'

/**
 * Has the visitor sign what the page asks for with its login, for the account on `chainId`. Empty where they decline, and for a text that is for another
 * chain or site, or is none: the page asks again by a request of its own, which says what is wrong.
 * @throws FrameError ABORTED when the page has gone on
 */
export async function signWithLogin(
  { api, chains }: Pick<FrameParts, 'api' | 'chains'>,
  request: Handler<'RPC_REQUEST'>,
  asked: Asked,
  { address, chainId }: { readonly address: string; readonly chainId: string },
  context: HandlerContext,
): Promise<Signed> {
  try {
    if (!chainId.startsWith('eip155:') || (await chains.resolve(asked.chainId)) !== chainId) return {}
    const data = { ...asked, accountAddress: address, issuedAt: asked.issuedAt ?? new Date(api.now()).toISOString() }
    const message = asked.serializedMessage?.replaceAll(ADDRESS, address) ?? textOf(data, chainId)
    const signature = await request({ method: 'personal_sign', params: [hexOf(message), address], chainId }, context)
    return typeof signature === 'string' ? { signature, message, siwxMessage: data } : {}
  } catch (error) {
    if (context.signal.aborted) throw error
    return {}
  }
}

/** Of the library it would take more than is loaded for a login. */
const hexOf = (text: string) =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** EIP-4361. What it is made of comes from the page: what is no such text is refused where it is read, before it is shown. */
function textOf(data: Asked, chainId: string): string {
  const { domain, accountAddress, statement, resources } = data
  const fields = [
    ['URI', data.uri],
    ['Version', data.version],
    ['Chain ID', chainId.slice('eip155:'.length)],
    ['Nonce', data.nonce],
    ['Issued At', data.issuedAt],
    ['Expiration Time', data.expirationTime],
    ['Not Before', data.notBefore],
    ['Request ID', data.requestId],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  const lines = [`${domain} wants you to sign in with your Ethereum account:`, accountAddress, '']
  if (statement !== undefined) lines.push(statement)
  lines.push('', ...fields)
  if (resources && resources.length > 0) lines.push('Resources:', ...resources.map((resource) => `- ${resource}`))
  return lines.join('\n')
}
