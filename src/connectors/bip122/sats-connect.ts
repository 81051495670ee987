// Wallets with a `request` function: those of the registry `window.btc_providers` (WBIP004) with the methods of sats-connect,
// and Leather, whose methods have other parameters.
import type { GrantedAccount } from '../../vocabulary/account.js'
import { isWalletError, walletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import { attempt, call, latestOf, listOf, textAt } from '../foreign-calls.js'
import { peek } from '../peek.js'
import { codesOf, problemOf } from '../wallet-errors.js'
import { networkName, toAccounts, type NamedAddress } from './address.js'
import { base64, type BitcoinSigner, hex, type PsbtRequest, requireSigner } from './signer.js'

const PURPOSES = ['payment', 'ordinals']

/** @param provider has `request` */
export function createSatsConnectSigner(provider: unknown): BitcoinSigner {
  let networks: readonly Network[] = []
  const ask = (method: string, params?: object) => askProvider(provider, method, params)
  /** `wallet_connect` and `getAccounts` answer with the addresses, in a list or in an object around it. */
  const granted = (answer: unknown) =>
    toAccounts(addressesIn(answer), networks, networkIn(peek(peek(peek(answer, 'network'), 'bitcoin'), 'name')))
  const first = async (...calls: readonly (readonly [method: string, params?: object])[]): Promise<unknown> => {
    for (const [index, [method, params]] of calls.entries())
      try {
        return await ask(method, params)
      } catch (error) {
        if (index === calls.length - 1 || !isWalletError(error, 'UNSUPPORTED_METHOD')) throw error
      }
    return undefined
  }
  return {
    transport: 'injected',
    async accounts({ networks: configured, silent }) {
      networks = configured
      const purposes = { purposes: PURPOSES }
      if (!silent)
        return granted(
          await first(['wallet_connect', { addresses: PURPOSES }], ['getAccounts', purposes], ['getAddresses', purposes]),
        )
      // The only one that never prompts; wallets without it cannot be asked again without the person.
      return granted(
        await ask('wallet_getAccount').catch((error: unknown) => {
          if (isWalletError(error, 'UNAUTHORIZED') || isWalletError(error, 'UNSUPPORTED_METHOD')) return undefined
          throw error
        }),
      )
    },
    onAccounts(listener) {
      const tell = latestOf(listener)
      const again = () => {
        tell(
          ask('wallet_getAccount').then(granted, (error: unknown) => {
            if (isWalletError(error, 'UNAUTHORIZED')) return []
            throw error
          }),
        )
      }
      const stops = [
        onEvent(provider, 'accountChange', (payload) => {
          const accounts = granted(payload)
          if (accounts.length > 0) tell(accounts)
          else again()
        }),
        onEvent(provider, 'networkChange', again),
        onEvent(provider, 'disconnect', () => listener(undefined)),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    async switchTo(network) {
      const name = networkName(network.caipNetworkId)
      if (!name) throw walletError('CHAIN_NOT_SUPPORTED', { details: { chain: network.caipNetworkId } })
      await ask('wallet_changeNetwork', { name: name.charAt(0) + name.slice(1).toLowerCase() })
      return granted(await ask('wallet_getAccount'))
    },
    async signMessage(account, message, protocol) {
      const answer = await ask('signMessage', { address: account.address, message, protocol: protocol.toUpperCase() })
      requireSigner(answer, account)
      return peek(answer, 'signature')
    },
    async signPsbt(_account, { psbt, inputs, broadcast }) {
      const signInputs: Record<string, number[]> = {}
      for (const { address, index } of inputs) (signInputs[address] ??= []).push(index)
      const answer = await ask('signPsbt', {
        psbt: base64.encode(psbt),
        ...(inputs.length > 0 ? { signInputs } : {}),
        broadcast,
      })
      return { psbt: peek(answer, 'psbt'), txid: peek(answer, 'txid') }
    },
    async sendTransfer(_account, to, amount) {
      return peek(await ask('sendTransfer', { recipients: [{ address: to, amount: Number(amount) }] }), 'txid')
    },
    disconnect: () => ask('wallet_disconnect'),
  }
}

/** @param provider Leather's object (https://leather.gitbook.io/developers), which has `request` and reports no changes */
export function createLeatherSigner(provider: unknown): BitcoinSigner {
  /** What the wallet has shared with this page since it was loaded. */
  let shared: readonly GrantedAccount[] = []
  const ask = (method: string, params?: object) => askProvider(provider, method, params)
  const networkOf = ({ chain }: GrantedAccount) => networkName(chain)?.toLowerCase() ?? 'mainnet'
  return {
    transport: 'injected',
    async accounts({ networks: configured, silent }) {
      // It remembers no page, and shows a prompt each time that it is asked (https://github.com/lifinance/widget/pull/579). So a
      // page that was loaded again is not connected until the person chooses the wallet.
      if (silent) return shared
      const answer = await ask('getAddresses')
      const bitcoin = listOf(peek(answer, 'addresses')).filter((each) => (textAt(each, 'symbol') ?? 'BTC') === 'BTC')
      shared = toAccounts(
        bitcoin.map((each) => ({
          address: textAt(each, 'address'),
          publicKey: textAt(each, 'publicKey'),
          purpose: textAt(each, 'type') === 'p2tr' ? 'ordinals' : 'payment',
        })),
        configured,
      )
      return shared
    },
    onAccounts: () => () => undefined,
    async signMessage(account, message) {
      const paymentType = account.type === 'p2tr' ? 'p2tr' : 'p2wpkh'
      const answer = await ask('signMessage', { message, paymentType, network: networkOf(account) })
      requireSigner(answer, account)
      return peek(answer, 'signature')
    },
    async signPsbt(account, { psbt, inputs, broadcast }: PsbtRequest) {
      const answer = await ask('signPsbt', {
        hex: hex.encode(psbt),
        ...(inputs.length > 0 ? { signAtIndex: inputs.map(({ index }) => index) } : {}),
        broadcast,
        network: networkOf(account),
      })
      return { psbt: peek(answer, 'hex'), txid: peek(answer, 'txid') }
    },
    async sendTransfer(account, to, amount) {
      const params = { recipients: [{ address: to, amount: String(amount) }], network: networkOf(account) }
      return peek(await ask('sendTransfer', params), 'txid')
    },
    disconnect() {
      shared = []
      return Promise.resolve()
    },
  }
}

/** Codes of sats-connect, most of which differ from those of EIP-1474. */
const errors = {
  [-32000]: 'USER_REJECTED',
  [-32002]: 'UNAUTHORIZED',
  [-32001]: 'UNSUPPORTED_METHOD',
  [-32601]: 'UNSUPPORTED_METHOD',
} as const

/** Asks, and gives the `result` of a JSON-RPC answer. @throws WalletError for an `error` in it, and for what the wallet throws */
async function askProvider(provider: unknown, method: string, params?: object): Promise<unknown> {
  const answer = await call(provider, 'request', method, ...(params ? [params] : [])).catch(fail)
  const error = peek(answer, 'error')
  if (error !== undefined && error !== null) return fail(error)
  return peek(answer, 'result') ?? answer
}

function fail(error: unknown): never {
  const code = codesOf(error).find((each): each is keyof typeof errors => each in errors)
  if (code !== undefined) throw walletError(errors[code], { details: { problem: problemOf(error) }, cause: error })
  throw error
}

function addressesIn(answer: unknown): readonly NamedAddress[] {
  const list = listOf(answer)
  return (list.length > 0 ? list : listOf(peek(answer, 'addresses'))).map((each) => ({
    address: textAt(each, 'address', 100),
    publicKey: textAt(each, 'publicKey'),
    purpose: textAt(each, 'purpose'),
  }))
}

const networkIn = (name: unknown) => (typeof name === 'string' ? name.toUpperCase() : undefined)

/** Listens by either form of `addListener`: with one object, or with name and function. */
function onEvent(provider: unknown, eventName: string, listener: (payload: unknown) => void): () => void {
  let isOn = true
  const cb = (payload: unknown) => {
    if (isOn) listener(payload)
  }
  const stop = attempt(provider, 'addListener', { eventName, cb }) ?? attempt(provider, 'addListener', eventName, cb)
  return () => {
    isOn = false
    if (typeof stop === 'function') attempt({ stop }, 'stop')
  }
}
