// A real wallet at the other end of a relay: the WalletConnect client of today or of a year ago, with a key of its own.
// It approves what its policy says and signs for real, so that whoever connects can verify.
import { SignClient } from '@walletconnect/sign-client'
import { SignClient as OldSignClient } from 'sign-client-2-17'
import type { SignClientTypes } from '@walletconnect/types'
import { createWalletClient, http, isHex, numberToHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { connectOneAtATime, holdDroppedPromises, holdRepeatedMessages, stayClosed } from '../../../src/connectors/relay/client.js'

/** The two lines of client that the relay must serve: with and without the wc_ calls. */
export type PeerVersion = '2.21.8' | '2.17.1'
export type Policy = 'approve' | 'reject' | 'ignore'
export type PeerRequest = SignClientTypes.EventArguments['session_request']
export type PeerProposal = SignClientTypes.EventArguments['session_proposal']

export interface WalletPeerOptions {
  readonly relayUrl: string
  readonly version?: PeerVersion
  readonly privateKey: Hex
  /** CAIP-2 ids of eip155 chains. */
  readonly chains: readonly string[]
  /** Where transactions go; needed for eth_sendTransaction only. */
  readonly rpcUrl?: string
  readonly methods?: readonly string[]
  readonly events?: readonly string[]
  readonly name?: string
  /** What it approves besides eip155, by namespace; `answer` then answers for these. */
  readonly others?: Readonly<Record<string, { readonly accounts: readonly string[]; readonly methods: readonly string[] }>>
  /** True: an old client as it was published, with its storms of connections. */
  readonly isUntamed?: boolean
  /** Answers a request itself: resolves with the result, rejects to refuse; undefined = the built-in answer. */
  readonly answer?: (request: PeerRequest) => Promise<unknown> | undefined
  /** Comes before every answer: what the person at the wallet decides. Rejects to refuse. Default: agrees. */
  readonly decide?: (request: PeerRequest) => Promise<void>
}

export const PEER_METHODS = [
  'personal_sign',
  'eth_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_signTransaction',
  'wallet_switchEthereumChain',
] as const

export type WalletPeer = Awaited<ReturnType<typeof createWalletPeer>>

let peers = 0

export async function createWalletPeer(options: WalletPeerOptions) {
  const { relayUrl, version = '2.21.8', privateKey, chains, rpcUrl, methods = PEER_METHODS } = options
  const events = options.events ?? ['accountsChanged', 'chainChanged']
  const account = privateKeyToAccount(privateKey)
  const client = await createClient(relayUrl, version, options.name ?? 'Test wallet', options.isUntamed)
  const policy: { proposals: Policy; requests: Policy } = { proposals: 'approve', requests: 'approve' }
  const proposals: PeerProposal[] = []
  const requests: PeerRequest[] = []
  const failures: unknown[] = []

  // The wallet's engine lets a second pass between session requests; nothing here depends on that.
  Object.assign(client.engine, { requestQueueDelay: 0 })
  holdDroppedPromises(client.engine)
  holdRepeatedMessages(client.core.relayer.publisher)
  // The verify service is a vendor's host and has no option.
  Object.assign(client.core.verify, { resolve: async () => undefined })

  client.on('session_proposal', (proposal) => {
    proposals.push(proposal)
    onProposal(proposal).catch((error: unknown) => failures.push(error))
  })
  client.on('session_request', (request) => {
    requests.push(request)
    onRequest(request).catch((error: unknown) => failures.push(error))
  })

  async function onProposal({ id }: PeerProposal): Promise<void> {
    if (policy.proposals === 'ignore') return
    if (policy.proposals === 'reject') return client.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
    await approve(id)
  }

  async function approve(id: number): Promise<void> {
    const accounts = chains.map((chain) => `${chain}:${account.address}`)
    const others = Object.entries(options.others ?? {}).map(([namespace, { accounts, methods }]) => {
      const chains = [...new Set(accounts.map((account) => account.split(':').slice(0, 2).join(':')))]
      return [namespace, { chains, accounts: [...accounts], methods: [...methods], events: [...events] }] as const
    })
    const evm = { chains: [...chains], accounts, methods: [...methods], events: [...events] }
    const namespaces = { ...(chains.length > 0 ? { eip155: evm } : {}), ...Object.fromEntries(others) }
    const { acknowledged } = await client.approve({ id, namespaces })
    await acknowledged()
  }

  async function onRequest(request: PeerRequest): Promise<void> {
    const { topic, id } = request
    if (policy.requests === 'ignore') return
    if (policy.requests === 'reject') return client.respond({ topic, response: refusal(id, 5000, 'User rejected.') })
    let result: unknown
    try {
      await options.decide?.(request)
      result = await (options.answer?.(request) ?? perform(request))
    } catch (error) {
      return client.respond({ topic, response: refusal(id, 4001, error instanceof Error ? error.message : String(error)) })
    }
    await client.respond({ topic, response: { id, jsonrpc: '2.0', result } })
  }

  async function perform({ params }: PeerRequest): Promise<unknown> {
    const { method, params: args } = params.request
    const chainId = Number(params.chainId.split(':')[1])
    switch (method) {
      case 'personal_sign':
        return account.signMessage({ message: isHex(args[0]) ? { raw: args[0] } : String(args[0]) })
      case 'eth_sign':
        return account.signMessage({ message: { raw: args[1] } })
      case 'eth_signTypedData_v4':
        return account.signTypedData(typeof args[1] === 'string' ? JSON.parse(args[1]) : args[1])
      case 'eth_sendTransaction':
        return walletClient(chainId).sendTransaction({ account, ...transactionOf(args[0]) })
      case 'eth_signTransaction':
        return account.signTransaction({ chainId, ...transactionOf(args[0]) }) // gas and nonce are the caller's business
      case 'wallet_switchEthereumChain':
        return null
      default:
        throw new Error(`Unsupported method ${method}`)
    }
  }

  function walletClient(id: number) {
    if (!rpcUrl) throw new Error('This wallet has no RPC url')
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const chain = { id, name: `eip155:${id}`, nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } }
    return createWalletClient({ chain, transport: http(rpcUrl) })
  }

  const sessions = () => client.session.getAll()

  return {
    client,
    address: account.address,
    /** Change at any time; counts from the next proposal or request. */
    policy,
    /** Everything received so far, and what went wrong while answering. */
    proposals,
    requests,
    failures,
    sessions,
    /** Approves a proposal that the policy `ignore` left open. */
    approve,
    /** Scans the code: resolves when subscribed to the pairing topic; the proposal may come later. */
    async pair(uri: string): Promise<void> {
      await client.core.pairing.pair({ uri })
    },
    /** Ends every session from the wallet's side. */
    async disconnect(): Promise<void> {
      for (const { topic } of sessions())
        await client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    },
    /** Tells the dapps that the wallet is on another chain now. */
    async emitChain(chain: string): Promise<void> {
      const event = { name: 'chainChanged', data: numberToHex(Number(chain.split(':')[1])) }
      for (const { topic } of sessions()) await client.emit({ topic, chainId: chain, event })
    },
    /** Tells the dapps of other accounts (addresses) on `chain`. */
    async emitAccounts(chain: string, addresses: readonly string[]): Promise<void> {
      const event = { name: 'accountsChanged', data: addresses.map((address) => `${chain}:${address}`) }
      for (const { topic } of sessions()) await client.emit({ topic, chainId: chain, event })
    },
    /** Leaves the relay without a word, sessions stay. */
    close: () => closeClient(client),
  }
}

/** Ends the timers and the socket of a WalletConnect client. */
async function closeClient(client: { core: PeerClient['core'] }): Promise<void> {
  client.core.heartbeat.stop()
  stayClosed(client.core.relayer)
  await client.core.relayer.transportClose()
}

type PeerClient = Awaited<ReturnType<typeof SignClient.init>>

async function createClient(relayUrl: string, version: PeerVersion, name: string, isUntamed = false): Promise<PeerClient> {
  peers += 1
  const options: SignClientTypes.Options = {
    projectId: 'test',
    relayUrl,
    telemetryEnabled: false,
    logger: 'silent',
    // Several clients in one process must not share a core.
    customStoragePrefix: `peer-${process.pid}-${peers}`,
    storageOptions: { database: ':memory:' },
    metadata: { name, description: 'A wallet for tests', url: 'https://wallet.example', icons: [] },
  }
  if (version === '2.21.8') {
    const client = await SignClient.init(options)
    connectOneAtATime(client.core.relayer)
    return client
  }
  const client = await OldSignClient.init(options)
  if (!isUntamed) openOneAtATime(client.core.relayer)
  // The two releases have types of their own that differ only in what nothing here touches.
  return client as unknown as PeerClient
}

/**
 * Client 2.17.1 opens one more connection for every message that waited for one, each of which asks for its mail and waits again: once begun, it
 * never ends. Here those who wait share an attempt, and a failed one is not repeated within the same moment.
 */
function openOneAtATime(relayer: { readonly connected: boolean; transportOpen(): Promise<void> }): void {
  const open = relayer.transportOpen.bind(relayer)
  let running: Promise<void> | undefined
  const attempt = async () => {
    try {
      await open()
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      throw error
    } finally {
      running = undefined
    }
  }
  Reflect.set(relayer, 'transportOpen', () => (running ??= attempt()))
  Reflect.set(relayer, 'toEstablishConnection', () => (relayer.connected ? Promise.resolve() : relayer.transportOpen()))
}

function refusal(id: number, code: number, message: string) {
  return { id, jsonrpc: '2.0' as const, error: { code, message } }
}

/** JSON-RPC names and hex to viem's. */
function transactionOf(raw: Record<string, Hex | undefined>) {
  const big = (name: string, value: Hex | undefined) => (value === undefined ? {} : { [name]: BigInt(value) })
  return {
    ...(raw['to'] ? { to: raw['to'] } : {}),
    ...((raw['data'] ?? raw['input']) ? { data: raw['data'] ?? raw['input'] } : {}),
    ...big('value', raw['value']),
    ...big('gas', raw['gas'] ?? raw['gasLimit']),
    ...big('maxFeePerGas', raw['maxFeePerGas']),
    ...big('maxPriorityFeePerGas', raw['maxPriorityFeePerGas']),
    ...(raw['gasPrice'] && !raw['maxFeePerGas'] ? { gasPrice: BigInt(raw['gasPrice']) } : {}),
    ...(raw['nonce'] ? { nonce: Number(raw['nonce']) } : {}),
  }
}
