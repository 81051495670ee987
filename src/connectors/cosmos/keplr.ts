// A wallet in the shape of Keplr's object as a `CosmosSigner` (https://docs.keplr.app/api).
import { base64 } from '@scure/base'
import type { GrantedAccount } from '../../vocabulary/account.js'
import { displayName } from '../../vocabulary/display-name.js'
import type { Network } from '../../vocabulary/network.js'
import { call, has, textAt } from '../foreign-calls.js'
import { peek } from '../peek.js'
import { codesOf, problemOf } from '../wallet-errors.js'
import { bytesOf } from '../wallet-standard/wallet.js'
import { readAddress } from './address.js'
import type { KeplrShape } from './discover.js'
import type { CosmosSigner } from './signer.js'

/** @param window where the wallet tells that another key was selected */
export function createKeplrSigner(
  { keplr, changeEvent }: KeplrShape,
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): CosmosSigner {
  let networks: readonly Network[] = []
  /** The networks on which the wallet has allowed the page. */
  const enabled = new Set<Network>()

  /** A wallet may not know a chain; then it is asked to add it, if the page has told what the wallet needs. */
  const enable = async (network: Network): Promise<void> => {
    const chain = referenceOf(network)
    try {
      await call(keplr, 'enable', chain)
    } catch (error) {
      if (!isUnknown(error) || !network.chainInfo || !has(keplr, 'experimentalSuggestChain')) throw error
      await call(keplr, 'experimentalSuggestChain', network.chainInfo)
      await call(keplr, 'enable', chain)
    }
    enabled.add(network)
  }
  const accountOn = async (network: Network): Promise<readonly GrantedAccount[]> => {
    const key = await call(keplr, 'getKey', referenceOf(network))
    const address = readAddress(textAt(key, 'bech32Address', 128) ?? '')
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
  /** The accounts on the chains that are allowed. One that fails leaves the others. */
  const accounts = async () =>
    (await Promise.all([...enabled].map((network) => accountOn(network).catch(() => [] as GrantedAccount[])))).flat()

  return {
    transport: 'injected',
    async accounts({ networks: configured, silent }) {
      networks = configured
      // There is no silent form: a wallet that allowed the page before does not ask again.
      if (!silent || enabled.size === 0) await enableAll()
      return accounts()
    },
    onAccounts(listener) {
      let isOn = true
      const look = () => {
        accounts().then(
          (now) => isOn && listener(now),
          () => undefined,
        )
      }
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
            call(keplr, 'signArbitrary', chain.slice('cosmos:'.length), address, data),
        }
      : {}),
    signAmino: ({ chain, address }, document) => call(keplr, 'signAmino', chain.slice('cosmos:'.length), address, document),
    async signDirect({ chain, address }, { chainId, accountNumber, authInfoBytes, bodyBytes }) {
      const document = {
        chainId,
        accountNumber: BigInt(accountNumber),
        authInfoBytes: base64.decode(authInfoBytes),
        bodyBytes: base64.decode(bodyBytes),
      }
      const answer = await call(keplr, 'signDirect', chain.slice('cosmos:'.length), address, document)
      const signed = peek(answer, 'signed')
      const bytesAt = (key: string) => base64.encode(bytesOf(peek(signed, key)) ?? new Uint8Array())
      return {
        signature: peek(answer, 'signature'),
        signed: {
          chainId: textAt(signed, 'chainId') ?? chainId,
          accountNumber: String(peek(signed, 'accountNumber')), // a number in any form: `Long`, bigint, text
          authInfoBytes: bytesAt('authInfoBytes'),
          bodyBytes: bytesAt('bodyBytes'),
        },
      }
    },
    async disconnect() {
      enabled.clear()
      if (has(keplr, 'disable')) await call(keplr, 'disable')
      else if (has(keplr, 'disconnect')) await call(keplr, 'disconnect')
    },
  }

  /** One prompt for all chains; when the wallet does not know one of them, one for each. The first failure counts if none succeeds. */
  async function enableAll(): Promise<void> {
    if (networks.length > 1) {
      try {
        await call(keplr, 'enable', networks.map(referenceOf))
        for (const network of networks) enabled.add(network)
        return
      } catch (error) {
        if (!isUnknown(error)) throw error
      }
    }
    let failed: Promise<void> | undefined
    for (const network of networks) {
      const enabling = enable(network)
      await enabling.catch((error: unknown) => {
        if (!isUnknown(error)) throw error
        failed ??= enabling
      })
    }
    if (enabled.size === 0) await failed
  }
}

const referenceOf = ({ caipNetworkId }: Network) => caipNetworkId.slice('cosmos:'.length)
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
/** Whether a wallet does not know a chain: Keplr's text, and those of its kin. */
const isUnknown = (error: unknown) =>
  codesOf(error).length === 0 &&
  /no (?:modular )?chain info|no chain|not (?:found|supported|exist)|unknown chain|invalid chain/i.test(problemOf(error))
