// Checked by the compiler alone (`npm run check`): what pages read of an account goes into viem without casts.
import type { Address, Hash, PublicClient } from 'viem'
import type { Account, AccountOf, ApprovalEntry, EvmAsset, NftEntry, SwapQuoteState, WalletModal } from '../../src/index.js'
import type { useAccount, useApprovals, useNfts, useSend, useSwapQuote } from '../../src/react/index.js'

declare const modal: WalletModal
declare const account: Account
declare const viem: PublicClient
declare const address: Address

// An account's address is viem's once its ecosystem is known, and not before.
if (account.namespace === 'eip155') account.address satisfies Address
if (account.namespace === 'solana') {
  // @ts-expect-error an address of Solana
  account.address satisfies Address
}
// @ts-expect-error of whichever ecosystem
account.address satisfies Address
void ((one: AccountOf<'eip155'>) => viem.getBalance({ address: one.address }))

// What exists on EVM chains alone is viem's as it is.
void ((one: ApprovalEntry) => [one.contract, one.spender] satisfies Address[])
void ((one: NftEntry) => one.contract satisfies Address)
void ((one: EvmAsset) => one.contract satisfies Address | undefined)
void ((quote: SwapQuoteState) => [quote.from?.contract, quote.to?.contract] satisfies (Address | undefined)[])
modal.watch('approvals', ({ entries }) => entries.map(({ spender }) => viem.getCode({ address: spender })))
modal.watch('nfts', ({ entries }) => entries.map(({ contract }) => viem.getCode({ address: contract })))
modal.watch('swapQuote', ({ from }) => from?.contract && viem.getCode({ address: from.contract }), {
  from: address,
  to: 'USDC',
  amount: '1',
})
void ((hooks: {
  account: ReturnType<typeof useAccount>
  approvals: ReturnType<typeof useApprovals>
  nfts: ReturnType<typeof useNfts>
  quote: ReturnType<typeof useSwapQuote>
}) => {
  hooks.approvals.entries[0]?.spender satisfies Address | undefined
  hooks.nfts.entries[0]?.contract satisfies Address | undefined
  hooks.quote.to?.contract satisfies Address | undefined
  // @ts-expect-error the connected account may be of Solana
  hooks.account.address satisfies Address | undefined
  if (hooks.account.account?.namespace === 'eip155') hooks.account.account.address satisfies Address
})

// What viem has is taken: a receiver, a token's contract in an asset id.
void modal.open({ view: 'WalletSend', to: address, asset: `eip155:1/erc20:${address}` })
void modal.open({ view: 'Swap', from: `eip155:1:${address}`, to: `eip155:1/erc20:${address}` })
void ((send: ReturnType<typeof useSend>['send']) => send({ to: address }))
// @ts-expect-error no number of an account
void modal.open({ view: 'WalletSend', to: 5 })

// The hash of what was sent may be the signature of Solana: the page says which it is.
void (modal.open({ view: 'WalletSend', to: address }) satisfies Promise<string>)
// @ts-expect-error not every hash is one of an EVM chain
void (modal.open({ view: 'WalletSend', to: address }) satisfies Promise<Hash>)
