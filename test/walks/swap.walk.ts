// Swaps on the devnet's exchange, opened from the page: a token that is allowed first, and coins. What is promised is compared with the chain.
import type { Page } from '@playwright/test'
import { createPublicClient, createWalletClient, erc20Abi, type Hex, http, parseAbi, parseEther, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { COPPER, DEPLOYER_KEY, type DevnetToken, GRAIN, STABLE } from '../../services/devnet/manifest.js'
import { devnetChain } from '../support/devnet-chain.js'
import { dappOf } from './support/dapp.js'
import type { Stack } from './support/stack.js'
import { expect, test } from './support/walk.js'
import type { WalletInHand } from './support/wallet-in-hand.js'

/** The chain as everybody sees it, outside of the page. */
function chainOf(url: string, user: Hex) {
  const node = createPublicClient({ chain: devnetChain, transport: http(url), pollingInterval: 50 })
  const minter = createWalletClient({ account: privateKeyToAccount(DEPLOYER_KEY), chain: devnetChain, transport: http(url) })
  const read = ({ address }: DevnetToken) =>
    node.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [user] })
  return {
    node,
    balances: async () => ({ grain: await read(GRAIN), copper: await read(COPPER), stable: await read(STABLE) }),
    coins: () => node.getBalance({ address: user }),
    async mint({ address }: DevnetToken, amount: bigint) {
      const abi = parseAbi(['function mint(address to, uint256 amount)'])
      await node.waitForTransactionReceipt({
        hash: await minter.writeContract({ address, abi, functionName: 'mint', args: [user, amount] }),
      })
    },
    allowance: (token: DevnetToken, spender: Hex) =>
      node.readContract({ address: token.address, abi: erc20Abi, functionName: 'allowance', args: [user, spender] }),
  }
}

/** Opens the dapp with a wallet that has 50 GRAIN more. */
async function begin(page: Page, stack: Stack, wallet: WalletInHand) {
  const dapp = dappOf(page)
  await dapp.goto(stack.dapp)
  await wallet.connect()
  const chain = chainOf(stack.evm, await dapp.address())
  await chain.mint(GRAIN, parseEther('50'))
  const review = dapp.modal('Review swap')
  return {
    dapp,
    chain,
    swap: dapp.modal('Swap'),
    review,
    done: page.getByRole('heading', { name: 'Your swap is done' }),
    /** What the view promises at least. */
    async least(decimals: number) {
      const text = (await review.locator('dl div', { hasText: 'Least you get' }).locator('dd').textContent()) ?? ''
      return parseUnits(text.trim().split(' ')[0] ?? '', decimals)
    },
    async finish() {
      await review.getByRole('button', { name: 'Done' }).click()
      await dapp.modal('Account').getByRole('button', { name: 'Close' }).click()
    },
  }
}

const swapped = 'a visitor swaps a token after an approval of exactly its amount'
test(swapped, { tag: ['@journey', '@relay'] }, async ({ page, stack, wallet }) => {
  const { dapp, chain, swap, review, done, least, finish } = await begin(page, stack, wallet)
  const before = await chain.balances()
  await dapp.open({ name: 'Swap', from: 'GRAIN', to: `eip155:31337/erc20:${COPPER.address}`, amount: '10' })
  await expect(swap.getByRole('textbox', { name: 'You receive' })).toHaveValue(/^1\.2/)
  await swap.getByRole('button', { name: 'Review swap' }).click()
  await review.getByRole('button', { name: 'Allow with a transaction instead' }).click()
  await expect(review.getByText('The contract may take exactly 10 GRAIN for this swap, and no more.')).toBeVisible()
  const promised = await least(COPPER.decimals)
  await review.getByRole('button', { name: 'Allow GRAIN' }).click()
  await wallet.approve('Call a contract')
  await review.getByRole('button', { name: 'Swap', exact: true }).click()
  await wallet.approve('Call a contract')
  await expect(done).toBeVisible()
  const after = await chain.balances()
  expect(after.grain).toBe(before.grain - parseEther('10'))
  expect(after.copper - before.copper).toBeGreaterThanOrEqual(promised)
  const { transactions } = await chain.node.getBlock({ includeTransactions: true })
  const router = transactions[0]?.to
  expect(router).toBeTruthy()
  expect(await chain.allowance(GRAIN, router!), 'nothing is left of the approval').toBe(0n)
  await finish()
})

const signed = 'a token is swapped after a signature instead of the approval, and coins without either'
test(signed, { tag: '@relay' }, async ({ page, stack, wallet }) => {
  const { dapp, chain, swap, review, done, least, finish } = await begin(page, stack, wallet)

  await test.step('GRAIN for dollars: a signature instead of the approval, and one transaction', async () => {
    const [before, sent] = [await chain.balances(), await chain.node.getTransactionCount({ address: await dapp.address() })]
    await dapp.open({ name: 'Swap', from: 'GRAIN', to: 'TUSD', amount: '7' })
    await swap.getByRole('button', { name: 'Review swap' }).click()
    await expect(review.getByText(/the contract may take exactly 7 GRAIN in the next half hour/)).toBeVisible()
    const promised = await least(STABLE.decimals)
    await review.getByRole('button', { name: 'Sign to allow GRAIN' }).click()
    await wallet.reject('Sign structured data')
    await expect(review.getByText('You declined the request').last()).toBeVisible()
    await review.getByRole('button', { name: 'Sign to allow GRAIN' }).click()
    await wallet.approve('Sign structured data')
    await review.getByRole('button', { name: 'Swap', exact: true }).click()
    await wallet.approve('Call a contract')
    await expect(done).toBeVisible()
    const after = await chain.balances()
    expect(after.grain).toBe(before.grain - parseEther('7'))
    expect(after.stable - before.stable).toBeGreaterThanOrEqual(promised)
    const block = await chain.node.getBlock({ includeTransactions: true })
    expect(await chain.allowance(GRAIN, block.transactions[0]!.to!), 'nothing is left of the permit').toBe(0n)
    expect(await chain.node.getTransactionCount({ address: await dapp.address() })).toBe(sent + 1)
    await finish()
  })

  await test.step('a tenth of an ETH for dollars: one step', async () => {
    const [before, coins] = [await chain.balances(), await chain.coins()]
    await dapp.open({ name: 'Swap', from: 'ETH', to: 'TUSD', amount: '0.1' })
    await swap.getByRole('button', { name: 'Review swap' }).click()
    const promised = await least(STABLE.decimals)
    await review.getByRole('button', { name: 'Swap', exact: true }).click()
    await wallet.approve('Call a contract')
    await expect(done).toBeVisible()
    const after = await chain.balances()
    const gained = after.stable - before.stable
    expect(gained).toBeGreaterThanOrEqual(promised)
    const block = await chain.node.getBlock()
    const receipt = await chain.node.getTransactionReceipt({ hash: block.transactions[0]! })
    const moved = receipt.logs.filter(({ address }) => address.toLowerCase() === STABLE.address.toLowerCase())
    expect(moved.map(({ data }) => BigInt(data))).toContain(gained)
    expect(coins - (await chain.coins())).toBe(parseEther('0.1') + receipt.gasUsed * receipt.effectiveGasPrice)
    await finish()
  })
})
