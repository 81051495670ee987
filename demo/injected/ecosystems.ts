// The test wallet outside of Ethereum: one wallet, announced in each ecosystem as its wallets do. What stands in the page is small; keys and libraries
// are fetched with the first request.
import { registerWallet } from '@wallet-standard/wallet'
import { base58, base64, hex } from '@scure/base'
import type { ChainId } from '../../src/vocabulary/caip.js'
import { bitcoin, polkadot } from '../../src/vocabulary/non-evm-networks.js'
import { type Family, type FamilyName, loadFamily } from '../shared/families/family.js'
import { ProviderRpcError } from '../../src/vocabulary/rpc-error.js'
import type { Description } from '../shared/requests.js'
import icon from './icon.svg?raw'

const NAME = 'Sandbox Extension'
const ICON = `data:image/svg+xml;base64,${btoa(icon)}` as const
const SOLANA_CHAINS = ['solana:localnet', 'solana:mainnet', 'solana:devnet'] as const

interface EcosystemsWorld {
  /** Asks the person. */
  readonly ask: (description: Description) => Promise<boolean>
  /** Remembers over reloads which sites are allowed; absent where site data are blocked. */
  readonly memory: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
}

/** One ecosystem of the wallet for this site: asks before it shares or signs. */
function createAccess(name: FamilyName, title: string, { ask, memory }: EcosystemsWorld) {
  const key = `demo-injected:allowed:${name}`
  let isAllowed = memory?.getItem(key) === 'yes'
  let family: Promise<Family> | undefined
  const load = () => (family ??= loadFamily(name))
  return {
    load,
    isAllowed: () => isAllowed,
    /** @throws ProviderRpcError 4001 */
    async allow(): Promise<void> {
      if (isAllowed) return
      if (!(await ask({ title: `Let this site see your ${title} account?`, verb: 'Connect', facts: [] }))) throw refused()
      isAllowed = true
      memory?.setItem(key, 'yes')
    },
    forget() {
      isAllowed = false
      memory?.removeItem(key)
    },
    /** Asks the person and does it. @throws ProviderRpcError 4100 before `allow`, 4001, and as `Family.read` */
    async answer<T>(chain: ChainId, method: string, params: unknown): Promise<T> {
      if (!isAllowed) throw new ProviderRpcError(4100, 'The site is not connected')
      const question = await (await load()).read(chain, method, params)
      if (question.description && !(await ask(question.description))) throw refused()
      return (await question.answer()) as T // each caller names what its family answers
    },
  }
}
const refused = () => new ProviderRpcError(4001, 'User rejected the request.')

/** Announces the wallet in the four ecosystems. */
export function announceEcosystems(page: Window, world: EcosystemsWorld): void {
  announceSolana(createAccess('solana', 'Solana', world))
  announceBitcoin(page, createAccess('bip122', 'Bitcoin', world))
  announcePolkadot(page, createAccess('polkadot', 'Polkadot', world))
  announceCosmos(page, createAccess('cosmos', 'Cosmos', world))
}
type Access = ReturnType<typeof createAccess>

/** The Wallet Standard's register event. */
function announceSolana(access: Access): void {
  const chain = 'solana:localnet' as ChainId // the keys are the same on all clusters
  const listeners = new Set<(changed: object) => void>()
  let accounts: readonly object[] = []
  const share = (next: readonly object[]) => {
    accounts = next
    for (const listener of listeners) listener({ accounts })
  }
  interface Input {
    readonly message: Uint8Array
    readonly transaction: Uint8Array
  }
  registerWallet({
    version: '1.0.0',
    name: NAME,
    icon: ICON,
    chains: SOLANA_CHAINS,
    get accounts() {
      return accounts as never // the standard's own type of account, which `connect` makes
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async ({ silent = false }: { silent?: boolean } = {}) => {
          if (!silent) await access.allow()
          if (access.isAllowed() && accounts.length === 0) {
            const own = await (await access.load()).accounts(chain)
            const features = ['solana:signMessage', 'solana:signTransaction']
            share(own.map(({ address, publicKey }) => ({ address, publicKey, chains: SOLANA_CHAINS, features })))
          }
          return { accounts }
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: async () => {
          access.forget()
          share([])
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (event: string, listener: (changed: object) => void) => {
          if (event === 'change') listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: (...inputs: readonly Input[]) =>
          inEach(inputs, async ({ message }) => {
            const params = { message: base58.encode(message) }
            const { signature } = await access.answer<{ signature: string }>(chain, 'solana_signMessage', params)
            return { signedMessage: message, signature: base58.decode(signature) }
          }),
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: (...inputs: readonly Input[]) =>
          inEach(inputs, async ({ transaction }) => {
            const params = { transaction: base64.encode(transaction) }
            const signed = await access.answer<{ transaction: string }>(chain, 'solana_signTransaction', params)
            return { signedTransaction: base64.decode(signed.transaction) }
          }),
      },
    },
  })
}

/** One question after the other. */
async function inEach<Input, Output>(
  inputs: readonly Input[],
  run: (input: Input) => Promise<Output>,
): Promise<readonly Output[]> {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await run(input))
  return outputs
}

/** An entry of `btc_providers` (WBIP004) that names an object which answers as sats-connect asks. */
function announceBitcoin(page: Window, access: Access): void {
  const chain = bitcoin.caipNetworkId
  const addresses = async () =>
    (await (await access.load()).accounts(chain)).map(({ address, publicKey, purpose, type }) => ({
      address,
      publicKey: hex.encode(publicKey),
      purpose,
      addressType: type,
    }))
  const account = async () => ({
    id: 'sandbox',
    addresses: await addresses(),
    walletType: 'software',
    network: { bitcoin: { name: 'Mainnet' } },
  })
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const answers: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => unknown>> = {
    wallet_connect: () => access.allow().then(account),
    wallet_getAccount: () => {
      if (!access.isAllowed()) throw new ProviderRpcError(-32_002, 'Access denied.')
      return account()
    },
    wallet_disconnect: () => access.forget(),
    signMessage: async ({ address, message, protocol }) => {
      const params = { address, message, ...(protocol ? { protocol: text(protocol).toLowerCase() } : {}) }
      const { signature } = await access.answer<{ signature: string }>(chain, 'signMessage', params)
      return { address, messageHash: '', signature: base64.encode(hex.decode(signature)) }
    },
    signPsbt: ({ psbt, signInputs, broadcast }) => {
      const inputs = Object.entries((signInputs ?? {}) as Readonly<Record<string, readonly number[]>>) // the family checks what comes of it
      const listed = inputs.flatMap(([address, indexes]) => indexes.map((index) => ({ address, index })))
      return access.answer(chain, 'signPsbt', { psbt, broadcast, ...(listed.length > 0 ? { signInputs: listed } : {}) })
    },
  }
  const provider = {
    request: async (method: string, params: Readonly<Record<string, unknown>> = {}) => {
      const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
      if (!answer) return failure(-32_601, 'Method not found')
      try {
        return { jsonrpc: '2.0', id: null, result: (await answer(params)) ?? null }
      } catch (error) {
        // sats-connect's code for a person who declined is -32000.
        if (error instanceof ProviderRpcError) return failure(error.code === 4001 ? -32_000 : error.code, error.message)
        return failure(-32_603, error instanceof Error ? error.message : 'Failed')
      }
    },
    addListener: () => () => {},
  }
  const globals = page as { btc_providers?: unknown; sandboxBitcoin?: unknown }
  globals.sandboxBitcoin = provider
  const entry = { id: 'sandboxBitcoin', name: NAME, icon: ICON, methods: Object.keys(answers) }
  globals.btc_providers = [...(Array.isArray(globals.btc_providers) ? (globals.btc_providers as unknown[]) : []), entry]
}
const failure = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } })

/** An object under the wallet's name in `injectedWeb3`. */
function announcePolkadot(page: Window, access: Access): void {
  const chain = polkadot.caipNetworkId
  const listed = async () =>
    (await (await access.load()).accounts('polkadot:')).map(({ address, type }) => ({ address, type, name: 'Alice' })) // no chain in particular
  const injected = {
    accounts: {
      get: listed,
      subscribe: (listener: (accounts: unknown) => void) => {
        void listed().then(listener)
        return () => {}
      },
    },
    signer: {
      signRaw: (params: unknown) => access.answer(chain, 'polkadot_signMessage', params),
      signPayload: (payload: { readonly genesisHash?: unknown }) => {
        const hash = typeof payload.genesisHash === 'string' ? payload.genesisHash : ''
        const of = `polkadot:${hash.slice(2, 34)}` as ChainId // compared with the payload's own
        return access.answer(of, 'polkadot_signTransaction', { transactionPayload: payload })
      },
    },
  }
  const globals = page as { injectedWeb3?: Record<string, unknown> }
  globals.injectedWeb3 ??= {}
  globals.injectedWeb3[NAME] = { version: '1.0.0', enable: () => access.allow().then(() => injected) }
}

/** An object of Keplr's shape, where Keplr's stands; a wallet that is there already keeps the place. */
function announceCosmos(page: Window, access: Access): void {
  const globals = page as { keplr?: unknown }
  if (globals.keplr !== undefined) return
  const chainOf = (reference: unknown) => `cosmos:${String(reference)}` as ChainId // the family knows it or refuses
  globals.keplr = {
    name: NAME,
    version: '0.12.0',
    mode: 'extension',
    enable: async (chains: unknown) => {
      for (const chain of [chains].flat()) await (await access.load()).accounts(chainOf(chain)) // throws for a chain that it does not know
      await access.allow()
    },
    disable: async () => access.forget(),
    getKey: async (chain: unknown) => {
      if (!access.isAllowed()) throw new ProviderRpcError(4100, 'The site is not connected')
      const [account] = await (await access.load()).accounts(chainOf(chain))
      return { name: 'Sandbox', algo: 'secp256k1', pubKey: account?.publicKey, bech32Address: account?.address }
    },
    signAmino: (chain: unknown, signerAddress: unknown, signDoc: unknown) =>
      access.answer(chainOf(chain), 'cosmos_signAmino', { signerAddress, signDoc }),
    signDirect: async (chain: unknown, signerAddress: unknown, document: DirectDocument) => {
      const { chainId, accountNumber, bodyBytes, authInfoBytes } = document
      const signDoc = {
        chainId,
        accountNumber: String(accountNumber),
        bodyBytes: base64.encode(bodyBytes),
        authInfoBytes: base64.encode(authInfoBytes),
      }
      const { signature } = await access.answer<{ signature: unknown }>(chainOf(chain), 'cosmos_signDirect', {
        signerAddress,
        signDoc,
      })
      return { signature, signed: document }
    },
  }
}
interface DirectDocument {
  readonly chainId: string
  readonly accountNumber: bigint
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
}
