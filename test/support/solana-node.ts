// The Solana devnet as the connectors' node, and wallets that have something there.
import { Keypair, type PublicKey } from '@solana/web3.js'
import type { Connector, Read } from '../../src/connectors/connector.js'
import type { ChainId } from '../../src/vocabulary/caip.js'
import type { Network } from '../../src/vocabulary/network.js'
import { solanaDevnet } from '../../src/vocabulary/non-evm-networks.js'
import { SOLANA_ACCOUNTS, SOLANA_CHAIN_ID, type SolanaAccount } from '../../services/devnet/solana/manifest.js'

/** CAIP-2. */
export const devnetChain = SOLANA_CHAIN_ID as ChainId // the manifest says so
export const devnetNetwork: Network = { ...solanaDevnet, caipNetworkId: devnetChain, id: devnetChain.slice('solana:'.length) }

/** The key of the first account of the devnet, which has 100 SOL and some of each token. */
export const richKey = (): Keypair => Keypair.fromSeed(Buffer.from((SOLANA_ACCOUNTS[0] as SolanaAccount).seed, 'hex'))

/** A node whose calls are noted in `calls`. Rejects with the node's own error. @param url of its JSON-RPC, asked for with each call */
export function createNode(url: () => string) {
  const calls: { method: string; params: readonly unknown[] }[] = []
  const read: Read = async (_chain, { method, params }) => {
    calls.push({ method, params: params as readonly unknown[] }) // the connector gives lists
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url(), { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  }
  const ask = async (method: string, ...params: unknown[]) =>
    ((await read(devnetChain, { method, params })) as { value: unknown }).value
  return {
    calls,
    read,
    sent: () => calls.filter(({ method }) => method === 'sendTransaction'),
    balance: async (key: PublicKey) => (await ask('getBalance', key.toBase58())) as number,
    blockhash: async () => ((await ask('getLatestBlockhash')) as { blockhash: string }).blockhash,
    /** The amounts of a token in the accounts of a key, in base units. */
    async tokens(owner: PublicKey, mint: string): Promise<readonly string[]> {
      const found = await ask('getTokenAccountsByOwner', owner.toBase58(), { mint }, { encoding: 'jsonParsed' })
      type Account = { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }
      return (found as Account[]).map(({ account }) => account.data.parsed.info.tokenAmount.amount)
    },
    /** The address of the one account that a key has for a token. */
    async tokenAccount(owner: PublicKey, mint: string): Promise<string> {
      const [first] = (await ask('getTokenAccountsByOwner', owner.toBase58(), { mint }, { encoding: 'jsonParsed' })) as {
        pubkey: string
      }[]
      if (!first) throw new Error('no token account')
      return first.pubkey
    },
  }
}

/** Connects on the devnet alone. */
export const connectOnDevnet = (connector: Connector) => connector.connect({ networks: [devnetNetwork] })
