// Sending in the modal: the fields, what is missing in words, the review, and what becomes of it.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { createDraft } from '../../../src/state/send/draft.js'
import { createTransactions } from '../../../src/state/account/transactions.js'
import { base, mainnet } from '../../../src/vocabulary/networks.js'
import type { View } from '../../../src/vocabulary/view.js'
import { cleanUp, mountView, type ViewHarnessOptions } from '../../support/view-harness.js'
import { evmRpc, sendable } from '../../support/sendable.js'

afterEach(cleanUp)
afterEach(() => vi.restoreAllMocks())

const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const HASH = `0x${'ab'.repeat(32)}`

const begin = async (view: View = { name: 'WalletSend' }, options: ViewHarnessOptions = {}) => {
  const made = sendable(options)
  const modal = await mountView(view, made.options)
  return {
    ...made,
    modal,
    amount: page.getByRole('textbox', { name: 'Amount' }),
    to: page.getByRole('textbox', { name: 'To', exact: true }),
    next: (name: string) => page.getByRole('button', { name, exact: true }),
  }
}
type Begun = Awaited<ReturnType<typeof begin>>

async function review({ amount, to, next, modal }: Begun, text = '1.5') {
  await amount.fill(text)
  await to.fill(other)
  await next('Review').click()
  await expect.poll(() => modal.view().name).toBe('WalletSendPreview')
  // What becomes known later moves the buttons, and a press that begins on one has to end on it.
  await modal.see('First time sending here')
  await modal.see('≈\u00a00.000441 ETH')
}

describe('the fields', () => {
  test('say what is missing, one thing after the other, and the button leads there', async () => {
    const { modal, amount, to, next } = await begin()
    await next('Enter an amount and a receiver').click()
    expect(modal.focused()).toBe('Amount')
    await expect.element(amount).toHaveAccessibleDescription('Enter an amount')
    await amount.fill('1')
    await next('Enter a receiver').click()
    expect(modal.focused()).toBe('To')
    await to.fill('0x12')
    await next('Check the receiver').click()
    await expect.element(to).toHaveAccessibleDescription('Not a valid Ethereum address')
    await to.fill(other)
    await amount.fill('7')
    await expect.element(amount).toHaveAccessibleDescription('Not enough ETH')
    await expect.element(next('Not enough ETH')).toBeVisible()
    await modal.click('Use another wallet')
    expect(modal.view().name).toBe('Connect')
  })

  test.each([
    ['1.5', undefined],
    ['.5', undefined],
    ['٣٫٥', undefined],
    ['-1', 'Enter an amount above zero'],
    ['1e18', 'Enter a number, such as 1.5'],
    ['0x10', 'Enter a number, such as 1.5'],
    ['1,500', 'Leave out separators of thousands'],
    ['1.2345678901234567891', 'At most 18 decimal places'],
    ['9'.repeat(80), 'This amount is too large'],
  ])('read the amount %s: %s', async (text, problem) => {
    const { amount } = await begin()
    await amount.fill(text)
    await expect.element(amount).toHaveAccessibleDescription(problem ?? '')
  })

  test('count in dollars too, and exactly the same amount', async () => {
    const { modal, amount } = await begin()
    await amount.fill('1.5')
    await page.getByRole('button', { name: 'Worth about $3,750.00. Enter dollars instead' }).click()
    const dollars = page.getByRole('textbox', { name: 'Amount in US dollars' })
    await expect.element(dollars).toHaveValue('3750.00')
    await dollars.fill('2500.01')
    await page.getByRole('button', { name: 'About 1.000004 ETH. Enter ETH instead' }).click()
    await expect.element(amount).toHaveValue('1.000004')
    expect(modal.core.use(createDraft).$draft.get().entry).toBe('asset')
  })

  test('take all there is but the fee, of a token all; and keep what was entered on the way back', async () => {
    const { modal, amount, to, next } = await begin()
    await to.fill(other)
    await page.getByRole('button', { name: 'Max: 5 ETH' }).click()
    await expect.element(amount).toHaveValue('4.999559')
    await next('Review').click()
    await modal.see('4.999559 ETH')
    await modal.click('Cancel')
    await expect.element(to).toHaveValue(other)
    await page.getByRole('button', { name: 'ETH', exact: true }).click()
    await page.getByRole('searchbox').fill('usdc')
    await page.getByRole('button', { name: /^USD Coin/ }).click()
    await page.getByRole('button', { name: 'Max: 12.5 USDC' }).click()
    await expect.element(amount).toHaveValue('12.5')
    await expect.element(to).toHaveValue(other)
  })

  test('show a name with its address', async () => {
    const { modal, to } = await begin()
    await to.fill('Bob.example')
    await modal.see('bob.example')
    await expect.poll(() => modal.element.shadowRoot?.querySelector('.grouped')?.textContent).toBe(other)
    await to.fill('vit\u0430lik.eth')
    await expect.element(to).toHaveAccessibleDescription('Error resolving name. Check it, or enter an address.')
  })

  test('are filled in by the page, and written as the visitor does', async () => {
    const { amount, to } = await begin(
      { name: 'WalletSend', to: other, amount: '1.25', asset: 'USDC' },
      { config: { locale: 'de' }, locale: 'de' },
    )
    await expect.element(page.getByRole('textbox', { name: 'Betrag' })).toHaveValue('1,25')
    await expect.element(page.getByRole('textbox', { name: 'An' })).toHaveValue(other)
    await expect.element(page.getByRole('button', { name: 'USDC', exact: true })).toBeVisible()
    expect([amount, to]).toBeDefined()
  })
})

describe('the review', () => {
  test('says of a name without an address on this chain that the one on Ethereum is meant', async () => {
    const wallets = [createMockWallet({ name: 'Alpha', rdns: 'example.alpha', accounts: [own], chains: [8453] })]
    const begun = await begin({ name: 'WalletSend' }, { wallets, config: { networks: [base, mainnet] } })
    const { modal, amount, to, next } = begun
    await amount.fill('1.5')
    await to.fill('bob.example')
    await next('Review').click()
    await modal.see(/bob\.example.*’s address on Ethereum\. Make sure they can use it on .*Base/)
  })

  test('shows everything, and asks the wallet once, however often it is pressed', async () => {
    const begun = await begin()
    const { modal, wallet, sent } = begun
    const hold = wallet.holdSending()
    await review(begun)
    for (const text of [
      '1.5 ETH',
      '≈ $3,750.00',
      'Ethereum',
      '≈\u00a00.000441 ETH',
      '≈\u00a01.500441 ETH',
      'First time sending here',
    ])
      await modal.see(text)
    expect(modal.element.shadowRoot?.querySelector('.grouped')?.textContent).toBe(other)
    const send = page.getByRole('button', { name: 'Send', exact: true })
    const confirm = page.getByRole('button', { name: 'Confirm in Alpha' })
    await send.dblClick()
    await expect.element(confirm).toHaveAttribute('aria-busy', 'true')
    await userEvent.keyboard('{Enter}')
    await modal.click('Cancel') // back, and forward again
    await confirm.click()
    await expect.poll(() => modal.view().name).toBe('WalletSendPreview')
    await expect.element(confirm).toHaveAttribute('aria-busy', 'true') // the one of the review: that of the fields is not busy
    ;(confirm.element() as HTMLElement).click() // busy: a person can press it all the same
    hold(HASH)
    await modal.see('Waiting for the network…')
    expect(sent).toEqual([{ from: own, to: other, value: '0x14d1120d7b160000', chainId: '0x1' }])
    modal.answerRpc(evmRpc({ eth_getTransactionReceipt: { transactionHash: HASH, status: '0x1', blockNumber: '0x1' } }))
    await modal.see('It has arrived')
    await expect
      .element(page.getByRole('link', { name: 'View on Etherscan (opens in a new tab)' }))
      .toHaveAttribute('href', `https://etherscan.io/tx/${HASH}`)
    await modal.click('Done')
    expect(modal.core.use(createTransactions).$own.get()).toMatchObject([{ hash: HASH, status: 'confirmed' }])
  })

  test('stays when the visitor declines, and when the wallet fails; then it may have been sent', async () => {
    const begun = await begin()
    const { modal, wallet } = begun
    wallet.mock.fail('eth_sendTransaction', 'reject')
    await review(begun)
    await modal.click('Send')
    await modal.see('You declined the request')
    expect(modal.announced()).toBe('failed')
    wallet.mock.fail('eth_sendTransaction', 'internal' as never)
    await modal.click('Send')
    await modal.see('It may have been sent all the same: look into Alpha before you try again.')
  })

  test('need not wait for a wallet that does not answer; a hash that comes late is shown', async () => {
    const begun = await begin()
    const { wallet, modal } = begun
    await review(begun)
    const give = wallet.holdSending()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(page.getByRole('button', { name: 'Confirm in Alpha' })).toBeVisible()
    // Not yet: what follows at once is the second press of a double one.
    expect(page.getByRole('button', { name: 'Don’t wait any longer' }).query()).toBeNull()
    await modal.click('Don’t wait any longer')
    await expect.element(page.getByText('look into Alpha before you try again').last()).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    give(HASH)
    await expect.poll(() => modal.view().name).toBe('WalletSendConfirmed')
  })

  test('ends with the account that it was for', async () => {
    const begun = await begin()
    const { modal, wallet } = begun
    await review(begun)
    await modal.see('First time sending here')
    wallet.mock.setAccounts([other])
    await expect.poll(() => modal.view().name).toBe('WalletSend')
    await modal.see('You changed the account. Look at everything again.')
  })

  test('of nothing leads to the fields', async () => {
    const { modal, next } = await begin({ name: 'WalletSendPreview' })
    await next('Enter what to send').click()
    expect(modal.view().name).toBe('WalletSend')
  })
})

test('a transfer that failed on its chain can be tried again', async () => {
  const begun = await begin()
  const { modal, wallet, amount } = begun
  wallet.holdSending()(HASH)
  await review(begun)
  modal.answerRpc(evmRpc({ eth_getTransactionReceipt: { transactionHash: HASH, status: '0x0', blockNumber: '0x1' } }))
  await modal.click('Send')
  await modal.see('The transaction failed on the network. Nothing was moved but the fee.')
  await modal.click('Try again')
  await expect.element(amount).toHaveValue('1.5')
})

test('a transfer that is not kept any more does not spin, and can be looked up', async () => {
  await begin({ name: 'WalletSendConfirmed', hash: HASH })
  await expect.element(page.getByText('We can’t tell what became of it')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'View on Etherscan (opens in a new tab)' }))
    .toHaveAttribute('href', `https://etherscan.io/tx/${HASH}`)
})

test('tokens that did not load can be asked for again, and the coin is there all the same', async () => {
  const { modal } = await begin(
    { name: 'WalletSendSelectToken' },
    { data: (url) => (url.pathname.endsWith('/balance') ? new Response('', { status: 500 }) : undefined) },
  )
  await modal.see('Ether')
  await modal.see('Token Balance Unavailable')
})

test('nothing can be sent from a network that the page does not have', async () => {
  const { modal } = await begin(
    { name: 'WalletSend' },
    { wallets: [createMockWallet({ name: 'Alpha', accounts: [own], chains: [5] })] },
  )
  await modal.see('Can’t send from this account')
})
