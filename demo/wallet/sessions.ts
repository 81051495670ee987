// The wallet's end of the relay: pairs, keeps sessions over reloads, queues what sites ask, answers them.
import { SignClient } from '@walletconnect/sign-client'
import type { SessionTypes, SignClientTypes } from '@walletconnect/types'
import { atom, computed } from 'nanostores'
import type { DemoConfig } from '../shared/config.js'
import { chainName } from '../shared/chain.js'
import { perform } from '../shared/perform.js'
import { ProviderRpcError } from '../../src/vocabulary/rpc-error.js'
import { describe, parseRequest, type Description, type WalletRequest } from '../shared/requests.js'
import type { AccountChoice } from './accounts.js'
import { createFamilyAccounts, type FamilyAddress } from './family-accounts.js'
import { capabilities, namespaceOf, offerFor, settle, type Offer } from './proposal.js'
import { readSignIn, signTexts, type SignIn } from './sign-in.js'

export interface Site {
  readonly name: string
  readonly url: string
  readonly icon: string | undefined
}
export type Ask =
  | {
      readonly kind: 'connect'
      readonly id: number
      readonly site: Site
      readonly offer: Offer
      /** The accounts outside of Ethereum's chains. */
      readonly addresses: readonly FamilyAddress[]
    }
  | {
      /** Connects and signs in with one approval (`wc_sessionAuthenticate`). */
      readonly kind: 'signIn'
      readonly id: number
      readonly site: Site
      readonly signIn: SignIn
    }
  | {
      readonly kind: 'request'
      readonly id: number
      readonly topic: string
      readonly site: Site
      readonly chainId: string
      readonly description: Description
      /** Does what is asked. @throws ProviderRpcError */
      readonly carryOut: () => Promise<unknown>
    }
export interface OpenSession {
  readonly topic: string
  readonly site: Site
  readonly chains: readonly string[]
}

const USER_REJECTED = { code: 5000, message: 'User rejected.' }
const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

/** Opens the relay client with everything of its vendor switched off. */
async function createClient(config: DemoConfig) {
  const client = await SignClient.init({
    projectId: 'demo-wallet',
    relayUrl: config.relay,
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: 'demo-wallet',
    metadata: {
      name: 'Sandbox Phone Wallet',
      description: 'A wallet for trying things out. Devnet only.',
      url: config.wallet,
      icons: [new URL('/wallet-icon.svg', config.wallet).href],
    },
  })
  // The client would ask its vendor's host about every site; it has no setting for that.
  client.core.verify.resolve = () => Promise.resolve({ origin: '' })
  client.core.verify.register = () => Promise.resolve('')
  return client
}

export type Sessions = Awaited<ReturnType<typeof openSessions>>

export async function openSessions(config: DemoConfig, choice: AccountChoice, auto: 'approve' | 'reject' | undefined) {
  const client = await createClient(config)
  const $asks = atom<readonly Ask[]>([])
  const $sessions = atom<readonly OpenSession[]>([])
  const $problem = atom<string | undefined>(undefined)
  const refresh = () => $sessions.set(client.session.getAll().map(toOpenSession))
  const drop = (id: number) => $asks.set($asks.get().filter((ask) => ask.id !== id))

  const enqueue = (ask: Ask) => {
    if ($asks.get().some(({ id }) => id === ask.id)) return
    $asks.set([...$asks.get(), ask])
    if (auto === 'approve') void approve(ask)
    if (auto === 'reject') void reject(ask)
  }
  const families = createFamilyAccounts()
  const namespacesFor = async (chains: readonly string[]) => {
    const addresses = await families.addressesOn(chains)
    return settle(chains, (chain) => addresses.get(chain) ?? [choice.current().address])
  }
  const onProposal = ({ id, params }: Pick<SignClientTypes.EventArguments['session_proposal'], 'id' | 'params'>) => {
    const offer = offerFor(params)
    const site = toSite(params.proposer.metadata)
    families.listed(offer.possible ? offer.chains : []).then(
      (addresses) => enqueue({ kind: 'connect', id, site, offer, addresses }),
      (error: unknown) => {
        $problem.set(error instanceof Error ? error.message : String(error))
        return client.reject({ id, reason: { code: 5000, message: 'The wallet could not read its keys.' } })
      },
    )
  }
  const onAuthenticate = ({ id, params }: SignClientTypes.EventArguments['session_authenticate']) => {
    const { authPayload, requester } = params
    const signIn = readSignIn(authPayload, choice.current(), (text) => client.formatAuthMessage(text))
    enqueue({ kind: 'signIn', id, site: toSite(requester.metadata), signIn })
  }
  const onRequest = ({
    id,
    topic,
    params,
  }: Pick<SignClientTypes.EventArguments['session_request'], 'id' | 'topic' | 'params'>) => {
    const { request, chainId } = params
    const site = toSite(client.session.get(topic).peer.metadata)
    const ask = (description: Description, carryOut: () => Promise<unknown>) =>
      enqueue({ kind: 'request', id, topic, site, chainId, description, carryOut })
    if (namespaceOf(chainId) !== 'eip155') {
      families.read(chainId, request.method, request.params).then(
        ({ description, answer: carryOut }) => {
          if (description) ask(description, carryOut)
          else
            carryOut().then(
              (result) => answer(topic, id, result),
              (error: unknown) => refuse(topic, id, error),
            )
        },
        (error: unknown) => refuse(topic, id, error),
      )
      return
    }
    const address = choice.current().address
    if (request.method === 'eth_accounts' || request.method === 'eth_requestAccounts') return void answer(topic, id, [address])
    if (request.method === 'eth_chainId') return void answer(topic, id, `0x${Number(chainId.split(':')[1]).toString(16)}`)
    if (request.method === 'wallet_getCapabilities') return void answer(topic, id, capabilities)
    try {
      const parsed = parseRequest(request.method, request.params)
      ask(describe(parsed, chainName), () => carryOutEvm(topic, chainId, parsed))
    } catch (error) {
      void refuse(topic, id, error)
    }
  }

  const answer = (topic: string, id: number, result: unknown) =>
    client.respond({ topic, response: { id, jsonrpc: '2.0', result } })
  const refuse = (topic: string, id: number, error: unknown) => {
    const { code, message } =
      error instanceof ProviderRpcError ? error : new ProviderRpcError(-32_603, error instanceof Error ? error.message : 'Failed')
    return client.respond({ topic, response: { id, jsonrpc: '2.0', error: { code, message } } })
  }
  /** Runs one answer; what goes wrong is shown, and the question leaves the queue either way. */
  const settleAsk = async (ask: Ask, run: () => Promise<unknown>) => {
    drop(ask.id)
    $problem.set(undefined)
    await run().catch((error: unknown) => $problem.set(error instanceof Error ? error.message : String(error)))
    refresh()
  }

  const approve = (ask: Ask) =>
    settleAsk(ask, async () => {
      if (ask.kind === 'connect') {
        if (!ask.offer.possible) return client.reject({ id: ask.id, reason: { code: 5100, message: 'Unsupported chains.' } })
        const { acknowledged } = await client.approve({
          id: ask.id,
          namespaces: await namespacesFor(ask.offer.chains),
          // So that a site need not wake the wallet to ask.
          sessionProperties: { capabilities: JSON.stringify(capabilities) },
        })
        return acknowledged()
      }
      if (ask.kind === 'signIn') {
        return client.approveSessionAuthenticate({ id: ask.id, auths: await signTexts(ask.signIn) })
      }
      try {
        return await answer(ask.topic, ask.id, await ask.carryOut())
      } catch (error) {
        await refuse(ask.topic, ask.id, error)
        throw error
      }
    })
  const carryOutEvm = (topic: string, chain: string, request: WalletRequest): Promise<unknown> => {
    if (request.method !== 'wallet_switchEthereumChain') {
      return perform(request, { account: choice.current(), chainId: chain, rpcUrl: config.evm })
    }
    const { chainId } = request
    if (!client.session.get(topic).namespaces['eip155']?.chains?.includes(`eip155:${chainId}`)) {
      throw new ProviderRpcError(4902, 'This chain is not part of the session')
    }
    // The site hears of the switch by event, as from any wallet.
    return client.emit({ topic, chainId: `eip155:${chainId}`, event: { name: 'chainChanged', data: chainId } }).then(() => null)
  }
  const reject = (ask: Ask) =>
    settleAsk(ask, () => {
      const { id } = ask
      if (ask.kind === 'connect') return client.reject({ id, reason: USER_REJECTED })
      if (ask.kind === 'signIn') return client.rejectSessionAuthenticate({ id, reason: USER_REJECTED })
      return refuse(ask.topic, id, new ProviderRpcError(4001, 'User rejected.'))
    })

  /** Shares another account with every open session. */
  async function chooseAccount(index: number): Promise<void> {
    choice.choose(index)
    const { address } = choice.current()
    for (const { topic, chains } of $sessions.get()) {
      await client.update({ topic, namespaces: await namespacesFor(chains) }).then(({ acknowledged }) => acknowledged())
      for (const chainId of chains.filter((chain) => namespaceOf(chain) === 'eip155').slice(0, 1))
        await client.emit({ topic, chainId, event: { name: 'accountsChanged', data: [`${chainId}:${address}`] } })
    }
    refresh()
  }

  client.on('session_proposal', onProposal)
  client.on('session_authenticate', onAuthenticate)
  client.on('session_request', onRequest)
  client.on('session_delete', refresh)
  client.on('session_expire', refresh)
  client.on('proposal_expire', ({ id }) => drop(id))
  client.on('session_request_expire', ({ id }) => drop(id))
  refresh()
  // What was still open when the page was left.
  for (const params of client.proposal.getAll()) onProposal({ id: params.id, params })
  for (const { id, topic, params } of client.getPendingSessionRequests()) onRequest({ id, topic, params })

  return {
    $ask: computed($asks, ([first]) => first),
    $waiting: computed($asks, (asks) => asks.length),
    $sessions,
    $problem,
    approve,
    reject,
    chooseAccount,
    /** @throws Error when the uri is used up, expired or the relay cannot be reached. */
    async pair(uri: string): Promise<void> {
      await client.pair({ uri })
    },
    disconnect: async (topic: string) => {
      await client.disconnect({ topic, reason: USER_DISCONNECTED }).catch(() => undefined) // the other side may have left first
      refresh()
    },
  }
}

function toOpenSession({ topic, peer, namespaces }: SessionTypes.Struct): OpenSession {
  return { topic, site: toSite(peer.metadata), chains: Object.values(namespaces).flatMap(({ chains = [] }) => chains) }
}

/** What a site says of itself: untrusted, so only shown, and its picture only from https or as an inline image. */
function toSite({ name, url, icons }: SignClientTypes.Metadata): Site {
  const icon = icons?.find((candidate) => /^(https:\/\/|data:image\/(png|jpeg|webp|svg\+xml)[;,])/.test(candidate))
  return { name: name.slice(0, 80) || 'A site without a name', url: url.slice(0, 200), icon }
}
