// The server's side of signing in for the demo dapp, and an example for any server on Node's http: it verifies sign-ins of all five ecosystems.
import { Readable } from 'node:stream'
import { createSiwxServer } from 'wallet-modal/siwx'

/** Largest answer of a node that is read, in bytes. */
const ANSWER_MAX_BYTES = 1_000_000

/**
 * Makes a function that answers the requests which belong to signing in, and resolves with false for all others.
 * @param {object} options
 * @param {string} options.url of the page: what visitors sign in to
 * @param {string} options.secret at least 32 characters that nobody can guess
 * @param {Readonly<Record<string, string>>} [options.nodes] node urls by CAIP-2 id, for wallets that are contracts
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<boolean>}
 */
export function createSignInHandler({ url, secret, nodes = {} }) {
  const siwx = createSiwxServer({
    domain: new URL(url).host,
    uri: url,
    secret,
    read: async (chain, { method, params }) => {
      const node = nodes[chain]
      if (node === undefined) throw new Error(`no node of ${chain}`)
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await fetch(node, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      const text = await answer.text()
      if (text.length > ANSWER_MAX_BYTES) throw new Error('the node answered too much')
      const { result, error } = JSON.parse(text)
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
      return result
    },
  })

  return async (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', url)
    const isOurs = pathname.startsWith('/siwx/v1/')
    if (!isOurs && pathname !== '/whoami') return false
    const request = toRequest(incoming, url)
    const answer = isOurs ? await siwx.handle(request) : await whoAmI(siwx, request)
    outgoing.writeHead(answer.status, [...answer.headers].flat())
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
    return true
  }
}

/** Who is signed in, as a route of an application would know it: CAIP-10 ids. */
async function whoAmI(siwx, request) {
  const signIns = await siwx.getSignIns(request)
  const accounts = signIns.map(({ data }) => `${data.chainId}:${data.address}`)
  return Response.json({ accounts }, { headers: { 'cache-control': 'no-store' } })
}

/** Node's request as the fetch API has it. */
function toRequest(incoming, url) {
  const { method = 'GET' } = incoming
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each]))
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: Readable.toWeb(incoming), duplex: 'half' }
  return new Request(new URL(incoming.url ?? '/', url), { method, headers, ...body })
}
