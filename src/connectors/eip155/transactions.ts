// The transactions that a connector asks a wallet to send: transfers of the chain's coin and of ERC-20 tokens, and calls of contracts.
import { encodeFunctionData, numberToHex } from 'viem/utils'
import { type AccountId, type ChainId, parseAssetId } from '../../vocabulary/caip.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Connector, ContractCall, Transfer } from '../connector.js'
import { readHash, requireAddress, toHexChain } from './codec.js'

// Without outputs: some tokens return nothing, and nobody reads what they return (the receipt says whether it worked).
const erc20Transfer = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [],
  },
] as const

/** What sending needs of its connector. */
export interface Sender {
  /** The granted account of an id. @throws WalletError NOT_CONNECTED, UNAUTHORIZED */
  requireGranted(account: AccountId): { readonly address: string; readonly on: ChainId }
  /** Makes sure that the wallet is on a chain, with an account. @throws WalletError UNSUPPORTED_CHAIN, UNAUTHORIZED */
  confirm(from: string, on: ChainId): Promise<void>
  /** `eth_sendTransaction`. Resolves with the wallet's answer, unchecked. */
  send(transaction: Readonly<Record<string, string>>, on: ChainId): Promise<unknown>
}

/** The functions of a connector that send transactions. */
export function transactionsOf({ requireGranted, confirm, send }: Sender): Required<Pick<Connector, 'send' | 'call'>> {
  const submit = async (from: string, on: ChainId, transaction: Readonly<Record<string, string>>) => {
    await confirm(from, on)
    // With its chain: a wallet that has switched since refuses it.
    return readHash(await send({ from, ...transaction, chainId: toHexChain(on) }, on))
  }
  return {
    async send({ from: sender, to, amount, asset }: Transfer) {
      const { address: from, on } = requireGranted(sender)
      const { chainId: wanted, assetNamespace, reference, tokenId } = parseAssetId(asset)
      if (wanted !== on) throw walletError('UNSUPPORTED_CHAIN', { details: { chain: wanted } })
      const receiver = requireAddress(to)
      if (amount < 0n) throw walletError('AMOUNT_INVALID')
      if (!/^(slip44|erc20)$/.test(assetNamespace) || tokenId !== undefined)
        throw walletError('INVALID_PARAMS', { details: { asset } })
      const call =
        assetNamespace === 'erc20'
          ? { to: requireAddress(reference), data: encodeFunctionData({ abi: erc20Transfer, args: [receiver, amount] }) }
          : { to: receiver, value: numberToHex(amount) }
      return submit(from, wanted, call)
    },
    async call({ from: sender, to, data, value, gas }: ContractCall) {
      const { address: from, on } = requireGranted(sender)
      if (value < 0n) throw walletError('AMOUNT_INVALID')
      const limit = gas === undefined ? {} : { gas: numberToHex(gas) }
      return submit(from, on, { to: requireAddress(to), data, value: numberToHex(value), ...limit })
    },
  }
}
