// A wallet in the shape of Keplr's object as a `CosmosSigner` (https://docs.keplr.app/api).
import { base64 } from '@scure/base'
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { ChainId } from '../../vocabulary/caip.js'
import { displayName } from '../../vocabulary/display-name.js'
import type { Network } from '../../vocabulary/network.js'
import { call, has, latestOf, malformed, textAt } from '../foreign-calls.js'
import { peek } from '../peek.js'
import { codesOf, problemOf } from '../wallet-errors.js'
import { bytesOf } from '../wallet-standard/wallet.js'
import { readAddressOn } from './address.js'
import type { KeplrShape } from './discover.js'
import type { CosmosSigner } from './signer.js'

/** @param window where the wallet tells that another key was selected */
export function createKeplrSigner(
  { keplr, changeEvent }: KeplrShape,
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): CosmosSigner {
  let networks: readonly Network[] = []
  /** The networks on which the wallet has allowed the page, by CAIP-2 id. */
  const enabled = new Map<ChainId, Network>()

  /**
   * A wallet may not know a chain; then it is asked to add it, if the page has told what the wallet needs. That shows a prompt, so it is
   * not done silently.
   */
  const enable = async (network: Network, silent = false): Promise<void> => {
    const chain = referenceOf(network.caipNetworkId)
    try {
      await call(keplr, 'enable', chain)
    } catch (error) {
      if (silent || !isUnknown(error) || !network.chainInfo || !has(keplr, 'experimentalSuggestChain')) throw error
      await call(keplr, 'experimentalSuggestChain', network.chainInfo)
      await call(keplr, 'enable', chain)
    }
    enabled.set(network.caipNetworkId, network)
  }
  const accountOn = async (network: Network): Promise<readonly GrantedAccount[]> => {
    const key = await call(keplr, 'getKey', referenceOf(network.caipNetworkId))
    const address = readAddressOn(network, textAt(key, 'bech32Address', 128) ?? '')
    if (address === undefined) return []
    const publicKey = bytesOf(peek(key, 'pubKey'))
    const label = displayName(textAt(key, 'name'))
    return [
      {
        chain: network.caipNetworkId,
        address,
        type: textAt(key, 'algo', 32) ?? 'secp256k1',
        ...(publicKey ? { publicKey: hexOf(publicKey) } : {}),
        ...(label ? { label } : {}),
      },
    ]
  }
  /** The accounts on the chains that are allowed. One that fails leaves the others; the first failure counts if there is none. */
  const accounts = async (): Promise<readonly GrantedAccount[]> => {
    const answers = await Promise.allSettled([...enabled.values()].map(accountOn))
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const failure = answers.find((answer) => answer.status === 'rejected')
    if (found.length === 0 && failure) throw failure.reason
    return found
  }

  return {
    transport: 'injected',
    async accounts({ networks: configured, silent }) {
      networks = configured
      if (!silent || enabled.size === 0) await enableAll(silent)
      return accounts()
    },
    onAccounts(listener) {
      let isOn = true
      const tell = latestOf<readonly GrantedAccount[]>((now) => isOn && listener(now))
      // After another key was selected, the accounts of the one before are not those of the wallet, whether it says the new ones or not.
      // While the page is not allowed on any chain yet, there is nothing to say: the person may select a key in the prompt of `enable`.
      const look = () => enabled.size > 0 && tell(accounts().catch(() => []))
      window.addEventListener(changeEvent, look)
      return () => {
        isOn = false
        window.removeEventListener(changeEvent, look)
      }
    },
    async switchTo(network) {
      await enable(network)
      return accounts()
    },
    ...(has(keplr, 'signArbitrary')
      ? {
          signArbitrary: ({ chain, address }: GrantedAccount, data: string) =>
            call(keplr, 'signArbitrary', referenceOf(chain), address, data),
        }
      : {}),
    signAmino: ({ chain, address }, document) => call(keplr, 'signAmino', referenceOf(chain), address, document),
    async signDirect({ chain, address }, { chainId, accountNumber, authInfoBytes, bodyBytes }) {
      const document = {
        chainId,
        accountNumber: BigInt(accountNumber),
        authInfoBytes: base64.decode(authInfoBytes),
        bodyBytes: base64.decode(bodyBytes),
      }
      const answer = await call(keplr, 'signDirect', referenceOf(chain), address, document)
      const signed = peek(answer, 'signed')
      const [authInfo, body] = ['authInfoBytes', 'bodyBytes'].map((key) => bytesOf(peek(signed, key)))
      const number = readNumber(peek(signed, 'accountNumber'))
      if (!authInfo || !body || number === undefined) throw malformed('it did not answer with a signed document')
      return {
        signature: peek(answer, 'signature'),
        signed: {
          chainId: textAt(signed, 'chainId') ?? chainId,
          accountNumber: number,
          authInfoBytes: base64.encode(authInfo),
          bodyBytes: base64.encode(body),
        },
      }
    },
    async disconnect() {
      enabled.clear()
      if (has(keplr, 'disable')) await call(keplr, 'disable')
      else if (has(keplr, 'disconnect')) await call(keplr, 'disconnect')
    },
  }

  /**
   * One prompt for all chains; when the wallet does not know one of them, one for each. The first failure counts if none succeeds.
   * There is no silent form: a wallet that allows the page and is unlocked answers `enable` without a prompt. One that is locked,
   * or whose permission the person has taken back, shows it. `getKey` does so too, and nothing else tells beforehand
   * (https://github.com/namada-net/namada-interface/issues/1156); who calls silently should not wait for long.
   */
  async function enableAll(silent: boolean): Promise<void> {
    if (networks.length > 1) {
      try {
        await call(
          keplr,
          'enable',
          networks.map(({ caipNetworkId }) => referenceOf(caipNetworkId)),
        )
        for (const network of networks) enabled.set(network.caipNetworkId, network)
        return
      } catch (error) {
        if (!isUnknown(error)) throw error
      }
    }
    let failed: Promise<void> | undefined
    for (const network of networks) {
      const enabling = enable(network, silent)
      await enabling.catch((error: unknown) => {
        if (!isUnknown(error)) throw error
        failed ??= enabling
      })
    }
    if (enabled.size === 0) await failed
  }
}

/** The account number of a signed document as text: wallets answer with a `Long`, a bigint or a text. */
function readNumber(value: unknown): string | undefined {
  try {
    const text = String(value)
    return /^\d{1,20}$/.test(text) ? text : undefined
  } catch {
    return undefined // an object that cannot be written as text
  }
}

const referenceOf = (chain: ChainId) => chain.slice('cosmos:'.length)
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
/** Whether a wallet does not know a chain: Keplr's text, and those of its kin. */
const isUnknown = (error: unknown) =>
  codesOf(error).length === 0 &&
  /no (?:modular )?chain info|no chain|not (?:found|supported|exist)|unknown chain|invalid chain/i.test(problemOf(error))
