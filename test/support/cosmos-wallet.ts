// A Cosmos wallet in the shape of Keplr's object, over the signers of cosmjs.
import { makeSignDoc, Secp256k1HdWallet, serializeSignDoc, type StdSignDoc } from '@cosmjs/amino'
import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing'

const MNEMONICS = [
  'surround miss nominee dream gap cross assault thank captain prosper drop duty group candy wealth weather scale put',
  'economy stock theory fatal elder harbor betray wasp final emotion task crumble siren bottom lizard educate guess current outdoor pair theory focus wife stone',
] as const

/** @param prefixes of addresses by chain; the chains that the wallet knows */
export async function createCosmosWallet(
  window: EventTarget,
  prefixes: Record<string, string> = { 'cosmoshub-4': 'cosmos', 'osmosis-1': 'osmo' },
) {
  const enabled = new Set<string>()
  const state = {
    account: 0 as 0 | 1,
    /** Answers for the person: throws to refuse. */
    approve: (_request: string): void => undefined,
    calls: [] as string[],
  }
  const known = (chain: string) => {
    const prefix = prefixes[chain]
    if (prefix === undefined) throw new Error(`There is no chain info for ${chain}`)
    return prefix
  }
  const wallets = (chain: string) => {
    const [mnemonic, prefix] = [MNEMONICS[state.account], known(chain)]
    return {
      amino: () => Secp256k1HdWallet.fromMnemonic(mnemonic, { prefix }),
      direct: () => DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix }),
    }
  }
  const requireEnabled = (chain: string) => {
    if (!enabled.has(chain)) throw new Error(`${chain} is not permitted`)
  }
  const keplr = {
    version: '0.12.0',
    mode: 'extension',
    enable: async (chains: string | readonly string[]) => {
      state.calls.push('enable')
      for (const chain of [chains].flat()) known(chain)
      state.approve('enable')
      for (const chain of [chains].flat()) enabled.add(chain)
    },
    disable: async () => enabled.clear(),
    experimentalSuggestChain: async (info: { chainId: string; bech32Config: { bech32PrefixAccAddr: string } }) => {
      state.approve('suggest')
      state.calls.push('suggest')
      prefixes[info.chainId] = info.bech32Config.bech32PrefixAccAddr
    },
    getKey: async (chain: string) => {
      requireEnabled(chain)
      const [account] = await (await wallets(chain).amino()).getAccounts()
      if (!account) throw new Error('no account')
      return {
        name: `Account ${state.account}`,
        algo: 'secp256k1',
        pubKey: account.pubkey,
        address: new Uint8Array(20),
        bech32Address: account.address,
      }
    },
    signAmino: async (chain: string, signer: string, document: StdSignDoc) => {
      requireEnabled(chain)
      state.approve('signAmino')
      return (await wallets(chain).amino()).signAmino(signer, document)
    },
    signDirect: async (chain: string, signer: string, document: never) => {
      requireEnabled(chain)
      state.approve('signDirect')
      return (await wallets(chain).direct()).signDirect(signer, document)
    },
    signArbitrary: async (chain: string, signer: string, data: string) => {
      requireEnabled(chain)
      state.approve('signArbitrary')
      const { signature } = await (await wallets(chain).amino()).signAmino(signer, textDocument(signer, data))
      return signature
    },
  }
  return {
    keplr,
    state,
    enabled,
    /** The person selects another key. */
    select(account: 0 | 1) {
      state.account = account
      window.dispatchEvent(new Event('keplr_keystorechange'))
    },
  }
}

/** The document of a text (ADR-36), and the bytes that are signed of it. */
export const textDocument = (signer: string, data: string): StdSignDoc => ({
  ...makeSignDoc(
    [{ type: 'sign/MsgSignData', value: { signer, data: Buffer.from(data).toString('base64') } }],
    { gas: '0', amount: [] },
    '',
    '',
    0,
    0,
  ),
})
export const signedBytes = (signer: string, data: string): Uint8Array => serializeSignDoc(textDocument(signer, data))
