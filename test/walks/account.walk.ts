// The account after connecting, on the devnet: what it shows is what the chain and the services say, and it can receive.
import { dappOf } from './support/dapp.js'
import { expect, test } from './support/walk.js'

/** As the modal writes amounts in English: cut after three places. */
const cut = (numeric: string) => {
  const [whole = '', fraction = ''] = numeric.split('.')
  return `${BigInt(whole).toLocaleString('en')}.${fraction.slice(0, 3).padEnd(3, '0')}`
}
const fromWei = (wei: bigint) => `${wei / 10n ** 18n}.${String(wei % 10n ** 18n).padStart(18, '0')}`

interface Item {
  readonly name: string
  readonly symbol: string
  readonly address?: string
  readonly quantity: { readonly numeric: string }
}

const title = 'an account shows the balance of the chain and the tokens of the services, and receives at its address'
test(title, { tag: '@relay' }, async ({ page, stack, wallet }) => {
  const dapp = dappOf(page)
  await dapp.goto(stack.dapp)
  await wallet.connect()
  const address = await dapp.address()
  const account = dapp.modal('Account')

  await test.step('the balance is that of eth_getBalance', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] }
    const answer = await fetch(stack.evm, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    })
    const { result } = (await answer.json()) as { result: string }
    await dapp.accountButton.click()
    await expect(account.getByText(`Balance ${cut(fromWei(BigInt(result)))} ETH`)).toBeVisible()
  })

  await test.step('the tokens are those of the services', async () => {
    const query = new URLSearchParams({ currency: 'usd', chainId: 'eip155:31337', projectId: 'demo' })
    const answer = await fetch(`${stack.services}/v1/account/${address}/balance?${query}`)
    const { balances } = (await answer.json()) as { balances: readonly Item[] }
    const tokens = balances.filter((item) => item.address && Number(item.quantity.numeric) > 0)
    expect(tokens.length).toBeGreaterThan(2)
    const rows = account.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
    await expect(rows).toHaveCount(tokens.length + 1) // and the coin
    for (const { name, symbol, quantity } of tokens)
      await expect(rows.filter({ hasText: name })).toContainText(`${cut(quantity.numeric)} ${symbol}`)
    await expect(account.getByText(/Total value\s+\$[\d,]+\.\d\d/)).toBeVisible()
  })

  await test.step('tabs are changed by keyboard, and the choice is kept', async () => {
    await account.getByRole('tab', { name: 'Tokens' }).press('ArrowRight')
    await expect(account.getByRole('tab', { name: 'NFTs' })).toBeFocused()
    await expect(account.getByRole('tabpanel', { name: 'NFTs' })).toBeVisible()
    await account.getByRole('button', { name: 'Close' }).click()
    await dapp.accountButton.click()
    await expect(account.getByRole('tab', { name: 'NFTs' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('receives at the address, which copies as it is', async () => {
    await account.getByRole('button', { name: 'Receive' }).click()
    const receive = dapp.modal('Receive')
    await expect(receive.getByRole('img', { name: 'QR code with your address' })).toBeVisible()
    await expect(receive.getByText(address)).toBeVisible() // in groups, which are no spaces
    await receive.getByRole('button', { name: 'Copy address' }).click()
    await expect(receive.getByText('Copied to clipboard').first()).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await receive.getByRole('button', { name: /^Networks for this address/ }).click()
    await expect(dapp.modal('Networks for this address').getByRole('listitem')).toContainText(['Devnet', 'Ethereum'])
  })
})
