// The past of an account of the devnet, and its NFTs: what the services have indexed of the chain, as a visitor sees it in the modal.
import { dappOf } from './support/dapp.js'
import { expect, test } from './support/walk.js'

const title = 'a visitor sees what an account did, what was just sent, and what it owns'
test(title, { tag: '@relay' }, async ({ page, stack, wallet }) => {
  const dapp = dappOf(page)
  await dapp.goto(stack.dapp)
  await wallet.connect()
  const address = await dapp.address()
  const history = async () => {
    const url = new URL(`/v1/account/${address}/history?chainId=eip155:31337&projectId=demo`, stack.services)
    return JSON.stringify(await (await page.request.get(url.href)).json())
  }

  await test.step('a transaction that the page sends is in the list once the services have it', async () => {
    await dapp.send.getByRole('button', { name: 'Send' }).click()
    await wallet.approve('Send coins')
    const hash = await dapp.send.getByText(/^0x[0-9a-f]{64}$/).textContent()
    await expect.poll(history).toContain(hash)
    await dapp.open('Transactions')
    const activity = dapp.modal('Activity')
    const first = activity.getByRole('listitem').first()
    await expect(first).toContainText('Sent')
    await expect(first).toContainText('To 0xa0…\u2060a79720')
    await expect(first).toContainText('−0.010 ETH')
    await expect(first).not.toContainText('Pending')
    const now = new Intl.DateTimeFormat('en', { month: 'long' }).format()
    await expect(activity.getByRole('heading', { level: 3 }).first()).toHaveText(now)
  })

  await test.step('its past is there: swaps, approvals, what was minted, but no spam', async () => {
    const activity = dapp.modal('Activity')
    for (const word of ['Swapped', 'Approved', 'Minted', 'Received'])
      await expect(activity.getByText(word, { exact: true }).first()).toBeVisible()
    await expect(activity.getByText('1 spam transaction hidden')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('its NFTs are there, with the one of the spammer hidden', async () => {
    await dapp.open('Nfts')
    const nfts = dapp.modal('NFTs')
    await expect(nfts.getByText('Drawings #1')).toBeVisible()
    await expect(nfts.getByText('1 probable spam')).toBeVisible()
    const count = await nfts.getByRole('listitem').count()
    await nfts.getByRole('button', { name: 'Show' }).click()
    await expect(nfts.getByRole('listitem')).toHaveCount(count + 1)
    await nfts.getByRole('button', { name: /^Edition #1/ }).click()
    await expect(dapp.modal('Edition #1').getByText('ERC-1155')).toBeVisible()
  })
})
