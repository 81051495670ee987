// Writes transactions into the devnet's chain, block by block. They are signed with fixed fees and counted nonces, so that they have
// the same hashes on every start; only the blocks' times follow the clock.
import { encodeFunctionData, type Abi, type ContractFunctionArgs, type ContractFunctionName, type Hex } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { RpcClient } from './rpc-client.js'

const GAS_PRICE = 20_000_000_000n
const TIP = 1_000_000_000n
const CALL_GAS = 400_000n
const DEPLOY_GAS = 4_000_000n

export interface Entry {
  readonly from: Hex
  /** Absent: a contract is created. */
  readonly to?: Hex
  readonly input?: Hex
  readonly value?: bigint
  /** Limit; by default enough for every call but those that create contracts. */
  readonly gas?: bigint
}

export interface ChainWriter {
  /** Mines one block with the entries in their order. @param at seconds since 1970. @throws Error when anvil refuses one. */
  block(at: number, entries: readonly Entry[]): Promise<readonly Hex[]>
}

export function createChainWriter(client: RpcClient, chainId: number): ChainWriter {
  const accounts = new Map<Hex, { readonly account: PrivateKeyAccount; nonce: number }>()
  const sign = (entry: Entry): Promise<Hex> => {
    const known = accounts.get(entry.from) ?? { account: privateKeyToAccount(entry.from), nonce: 0 }
    accounts.set(entry.from, known)
    const nonce = known.nonce++
    return known.account.signTransaction({
      chainId,
      type: 'eip1559',
      nonce,
      ...(entry.to === undefined ? {} : { to: entry.to }),
      data: entry.input ?? '0x',
      value: entry.value ?? 0n,
      gas: entry.gas ?? (entry.to === undefined ? DEPLOY_GAS : CALL_GAS),
      maxFeePerGas: GAS_PRICE,
      maxPriorityFeePerGas: TIP,
    })
  }
  return {
    async block(at, entries) {
      const hashes: Hex[] = []
      // One after the other: the order within the block is the order of arrival.
      for (const entry of entries) hashes.push((await client.request('eth_sendRawTransaction', [await sign(entry)])) as Hex)
      await client.request('evm_mine', [at])
      return hashes
    },
  }
}

/** An entry that calls a function. @param from private key. */
export function call<const abi extends Abi, name extends ContractFunctionName<abi, 'nonpayable' | 'payable'>>(
  from: Hex,
  to: Hex,
  abi: abi,
  functionName: name,
  args: ContractFunctionArgs<abi, 'nonpayable' | 'payable', name>,
  value = 0n,
): Entry {
  // viem's own type of these parameters does not follow ours through the generics; both are made from the same abi.
  const input = encodeFunctionData({ abi, functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0])
  return { from, to, input, value }
}
