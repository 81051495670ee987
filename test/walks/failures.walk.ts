// What may go wrong in an account: a transaction that fails or runs out of gas, a wallet that declines, nodes, services or the whole network away in the middle, a
// tab that is closed after its wallet has sent. Each ends in plain words, and the chain says that nothing was lost or done twice.
import { maxUint256, parseEther, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { DEPLOYER_KEY, COPPER, GRAIN, STABLE } from '../../services/devnet/manifest.js'
import { chainOf } from './support/chain.js'
import { nodesAway, type Tab, test, UNREACHED } from './support/failing.js'
import { freshAddress } from './support/sending.js'
import { devnetKeys } from './support/stack.js'
import { expect } from './support/walk.js'

/** Code of a contract that goes round in circles until its gas is used up, and of one that fails at once. */
const [CIRCLES, FAILS] = ['0x5b600056', '0xfe'] as const
const FAILED = 'The transaction failed on the network. Nothing was moved but the fee.'
const user = privateKeyToAccount(devnetKeys[0]).address

const transfer = 'a transfer that runs out of gas, that cannot leave, that nobody can ask for, whose tab is closed'
test(transfer, { tag: '@relay' }, async ({ page, context, reach, restartable: stack, connect, reopen }) => {
  const chain = chainOf(stack.evm, user)
  const here = await connect()
  const { draft, review, done, wallet } = here
  const begin = async (to: Hex) => {
    await here.open({ name: 'WalletSend' })
    await here.fill({ amount: '0.01', to })
    await here.send()
  }
  let nonce = await chain.nonce()

  await test.step('out of gas: said, and sent once more from the same fields', async () => {
    const to = freshAddress()
    await chain.wait()
    await begin(to)
    await wallet.approve('Send coins')
    await expect(done.getByRole('heading', { name: 'Waiting for the network…' })).toBeVisible()
    await chain.mineWith(to, CIRCLES)
    await expect(done.getByText(FAILED).first()).toBeVisible()
    await chain.go()
    expect([await chain.coins(to), await chain.nonce()]).toEqual([0n, nonce + 1])
    await done.getByRole('button', { name: 'Try again' }).click()
    await expect(draft.getByRole('textbox', { name: 'To', exact: true })).toHaveValue(to)
    await draft.getByRole('button', { name: 'Review', exact: true }).click()
    await here.send()
    await wallet.approve('Send coins')
    await expect(done.getByRole('heading', { name: 'It has arrived' })).toBeVisible()
    await done.getByRole('button', { name: 'Done' }).click()
    await page.keyboard.press('Escape')
    expect([await chain.coins(to), await chain.nonce()]).toEqual([parseEther('0.01'), (nonce += 2)])
  })

  const sentByThePage = () =>
    test.step('offline when the wallet sends: nothing has left, and it says to look', async () => {
      const to = freshAddress()
      await begin(to)
      await wallet.isAsked('Send coins')
      await context.setOffline(true)
      await wallet.approve('Send coins')
      await expect(review.getByText('It may have been sent all the same').first()).toBeVisible()
      expect(await chain.nonce()).toBe(nonce)
      await context.setOffline(false)
      await here.send()
      await wallet.approve('Send coins')
      await here.arrives()
      expect([await chain.coins(to), await chain.nonce()]).toEqual([parseEther('0.01'), (nonce += 1)])
    })

  const sentByThePhone = () =>
    test.step('offline and without services when the phone sends: it is heard of later, and sent once', async () => {
      const to = freshAddress()
      await begin(to)
      await wallet.isAsked('Send coins')
      await context.setOffline(true)
      await stack.kill()
      await wallet.approve('Send coins')
      await expect.poll(() => chain.coins(to)).toBe(parseEther('0.01'))
      await stack.revive()
      await context.setOffline(false)
      await here.arrives()
      expect([await chain.coins(to), await chain.nonce()]).toEqual([parseEther('0.01'), (nonce += 1)])
    })
  await (reach === 'page' ? sentByThePage() : sentByThePhone())

  await test.step('nodes away, then offline, when it is mined: it waits, and then it is there', async () => {
    const to = freshAddress()
    await chain.wait()
    await begin(to)
    await wallet.approve('Send coins')
    await expect(done.getByRole('heading', { name: 'Waiting for the network…' })).toBeVisible()
    const comeBack = await nodesAway(context, stack)
    await chain.go()
    await context.setOffline(true)
    await expect(done.getByRole('heading', { name: 'Waiting for the network…' })).toBeVisible()
    await context.setOffline(false)
    await comeBack()
    await here.arrives()
    expect([await chain.coins(to), await chain.nonce()]).toEqual([parseEther('0.01'), (nonce += 1)])
  })

  await test.step('the tab is closed: another one knows what became of it', async () => {
    const to = freshAddress()
    await chain.wait()
    await begin(to)
    await wallet.approve('Send coins')
    await expect(done.getByRole('heading', { name: 'Waiting for the network…' })).toBeVisible()
    const again = await reopen(here, () => chain.go())
    await again.open('Transactions')
    const first = again.modal('Activity').getByRole('listitem').first()
    await expect(first).toContainText(`To ${to.slice(0, 4)}`)
    await expect(first).not.toContainText('Pending')
    expect([await chain.coins(to), await chain.nonce()]).toEqual([parseEther('0.01'), (nonce += 1)])
  })
})

/** GRAIN takes permits; what goes wrong here is about transactions. */
const BY_TRANSACTION = 'Allow with a transaction instead'
const swapping = 'a swap without services, declined, failed on its chain, with its tab closed after the approval'
test(swapping, async ({ page, restartable: stack, connect, reopen }) => {
  const chain = chainOf(stack.evm, user)
  await chain.write(DEPLOYER_KEY, GRAIN.address, 'mint', user, parseEther('50'))
  const here = await connect()
  const { wallet } = here
  const swapOn = async ({ open, modal }: Tab, amount: string) => {
    await open({ name: 'Swap', from: 'GRAIN', to: `eip155:31337/erc20:${COPPER.address}`, amount })
    await modal('Swap').getByRole('button', { name: 'Review swap' }).click()
    return modal('Review swap')
  }
  const [grain, copper] = [await chain.held(GRAIN.address), await chain.held(COPPER.address)]
  let nonce = await chain.nonce()
  const review = await swapOn(here, '10')
  const press = (name: string) => review.getByRole('button', { name, exact: true }).click()
  await press(BY_TRANSACTION)
  await press('Allow GRAIN')
  await wallet.approve('Call a contract')
  await expect(review.getByRole('button', { name: 'Swap', exact: true })).toBeVisible()
  expect(await chain.nonce()).toBe((nonce += 1))

  await test.step('services away: nothing is sent, and it goes on when they are back', async () => {
    await stack.kill()
    await press('Swap')
    await expect(review.getByText(UNREACHED).first()).toBeVisible()
    await stack.revive()
    expect([await chain.nonce(), await chain.held(GRAIN.address)]).toEqual([nonce, grain])
  })

  await test.step('declined: nothing is sent', async () => {
    await press('Swap')
    await wallet.reject('Call a contract')
    await expect(review.getByText('You declined the request').last()).toBeVisible()
    expect([await chain.nonce(), await chain.held(GRAIN.address)]).toEqual([nonce, grain])
  })

  await test.step('fails when it is mined: nothing is swapped, and the approval is still there', async () => {
    await chain.wait()
    await press('Swap')
    await wallet.approve('Call a contract')
    await expect(review.getByText('Waiting for the network…').first()).toBeVisible()
    const [sent] = await chain.waiting()
    await chain.mineWith(sent!.to!, FAILS)
    await expect(review.getByText(FAILED).first()).toBeVisible()
    await chain.go()
    expect([await chain.nonce(), await chain.held(GRAIN.address)]).toEqual([(nonce += 1), grain])
    expect(await chain.allowance(GRAIN.address, sent!.to!)).toBe(parseEther('10'))
  })

  await test.step('once more: swapped once, without another approval', async () => {
    await press('Swap')
    await wallet.approve('Call a contract')
    await expect(page.getByRole('heading', { name: 'Your swap is done' })).toBeVisible()
    expect([await chain.nonce(), await chain.held(GRAIN.address)]).toEqual([(nonce += 1), grain - parseEther('10')])
    expect(await chain.held(COPPER.address)).toBeGreaterThan(copper)
    await press('Done')
    await page.keyboard.press('Escape')
  })

  await test.step('the tab is closed after the approval: another one swaps with it', async () => {
    await chain.wait()
    await swapOn(here, '5')
    await press(BY_TRANSACTION)
    await press('Allow GRAIN')
    await wallet.approve('Call a contract')
    await expect(review.getByText('Waiting for the network…').first()).toBeVisible()
    const again = await reopen(here, () => chain.go())
    const other = await swapOn(again, '5')
    await other.getByRole('button', { name: 'Swap', exact: true }).click()
    await again.wallet.approve('Call a contract')
    await expect(again.page.getByRole('heading', { name: 'Your swap is done' })).toBeVisible()
    expect([await chain.nonce(), await chain.held(GRAIN.address)]).toEqual([(nonce += 2), grain - parseEther('15')])
  })
})

test('a name whose owner declines, whose services are away, whose device is offline', async ({
  context,
  restartable: stack,
  connect,
}) => {
  const label = `faulty-${Date.now().toString(36)}`
  const owner = async () => {
    const answer = await fetch(`${stack.services}/v1/profile/account/${label}.wallet.example?apiVersion=2`)
    return ((await answer.json()) as { addresses?: Record<string, { address: string }> }).addresses?.['60']?.address
  }
  const here = await connect()
  const { wallet } = here
  await here.open('RegisterAccountName')
  const modal = here.modal('Choose a name')
  await modal.getByRole('textbox', { name: 'Name' }).fill(label)
  await expect(modal.getByRole('button', { name: `${label}.wallet.example Available`, exact: true })).toBeVisible()
  await modal.getByRole('button', { name: 'Register' }).click()
  const again = modal.getByRole('button', { name: 'Try again' })

  await test.step('declined', async () => {
    await modal.getByRole('button', { name: 'Sign and register' }).click()
    await wallet.reject('Sign a message')
    await expect(modal.getByText('You declined. Nothing was registered.').first()).toBeVisible()
    expect(await owner()).toBeUndefined()
  })
  await test.step('services away when it is signed', async () => {
    await again.click()
    await wallet.isAsked('Sign a message')
    await stack.kill()
    await wallet.approve('Sign a message')
    await expect(modal.getByText(UNREACHED).first()).toBeVisible()
    await stack.revive()
    expect(await owner()).toBeUndefined()
  })
  await test.step('offline when it is signed', async () => {
    await again.click()
    await wallet.isAsked('Sign a message')
    await context.setOffline(true)
    await wallet.approve('Sign a message')
    await expect(again).toBeEnabled()
    await expect(modal.getByText(UNREACHED).first()).toBeVisible()
    await context.setOffline(false)
    expect(await owner()).toBeUndefined()
  })
  await test.step('the answer is lost: it is registered, and not said to have failed', async () => {
    const isWrite = (url: URL) => url.pathname === '/v1/profile/account'
    await context.route(isWrite, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await again.click()
    await wallet.approve('Sign a message')
    await expect(here.modal('Your new name')).toBeVisible()
    await context.unroute(isWrite)
    expect(await owner()).toBe(user)
  })
})

test('an approval that is kept, that fails to go, that goes while its tab is closed', async ({
  context,
  restartable: stack,
  connect,
  reopen,
}) => {
  const chain = chainOf(stack.evm, user)
  const spender: Hex = '0x00000000000000000000000000000000DeaDBeef'
  await chain.write(devnetKeys[0], STABLE.address, 'approve', spender, maxUint256)
  const allowance = () => chain.allowance(STABLE.address, spender)
  const here = await connect()
  const { wallet } = here
  const listOn = async ({ open, modal }: Tab) => {
    await open('TokenApprovals')
    return modal('Token approvals')
  }
  const rowIn = (modal: ReturnType<typeof here.modal>) => modal.getByRole('button', { name: /For 0x00…aDBeef/ })
  const modal = await listOn(here)
  const revoke = modal.getByRole('button', { name: 'Revoke' })
  let nonce = await chain.nonce()
  await rowIn(modal).click()

  await test.step('declined', async () => {
    await revoke.click()
    await wallet.reject('Call a contract')
    await expect(modal.getByText('You declined. The approval is still there.').first()).toBeVisible()
    expect([await chain.nonce(), await allowance()]).toEqual([nonce, maxUint256])
  })
  await test.step('offline when the wallet sends', async () => {
    await revoke.click()
    await wallet.isAsked('Call a contract')
    await context.setOffline(true)
    await wallet.approve('Call a contract')
    await expect(revoke).toBeEnabled()
    await context.setOffline(false)
    expect([await chain.nonce(), await allowance()]).toEqual([nonce, maxUint256])
  })
  await test.step('fails when it is mined: it is still listed', async () => {
    await chain.wait()
    await revoke.click()
    await wallet.approve('Call a contract')
    await expect(modal.getByText('Revoking…').first()).toBeVisible()
    await chain.mineWith(STABLE.address, FAILS)
    await chain.go()
    await expect(modal.getByText(FAILED).first()).toBeVisible()
    await expect(rowIn(modal)).toBeVisible()
    expect([await chain.nonce(), await allowance()]).toEqual([(nonce += 1), maxUint256])
  })
  await test.step('once more, and the tab is closed: gone, once', async () => {
    await chain.wait()
    await rowIn(modal).click()
    await revoke.click()
    await wallet.approve('Call a contract')
    await expect(modal.getByText('Revoking…').first()).toBeVisible()
    const again = await reopen(here, () => chain.go())
    const list = await listOn(again)
    await expect(list.getByText('Apps that may take your tokens').or(list.getByText('No app may take your tokens'))).toBeVisible()
    await expect(rowIn(list)).toHaveCount(0)
    expect([await chain.nonce(), await allowance()]).toEqual([(nonce += 1), 0n])
  })
})

const known = 'balances and activity while nodes and services are away: what was known stays, with its age'
test(known, async ({ page, context, restartable: stack, connect }) => {
  await page.clock.install()
  const here = await connect()
  const account = here.modal('Account')
  const balance = account.getByText(/Balance\s+[\d,.]+\s+ETH/)
  await here.accountButton.click()
  await expect(balance).toBeVisible()
  const [before, tokens] = [await balance.textContent(), account.getByRole('list', { name: 'Tokens' }).getByRole('listitem')]
  await expect(tokens.nth(2)).toBeVisible()
  const count = await tokens.count()

  await test.step('away: the old balance and tokens, and no zero', async () => {
    const comeBack = await nodesAway(context, stack)
    await stack.kill()
    await page.clock.fastForward('00:31')
    await account.getByRole('button', { name: 'Refresh balances' }).click()
    await expect(account.getByText(/The latest balance didn’t load\./).first()).toBeVisible()
    expect(await balance.textContent()).toBe(before)
    await expect(tokens).toHaveCount(count)
    await stack.revive()
    await comeBack()
  })
  await test.step('back: it asks again by itself', async () => {
    // It asks every half minute. What was still on its way to a node then has failed since, and is asked for in the next one, no later.
    const isLoaded = async () => {
      await page.clock.fastForward('00:31')
      await expect(account.getByText(/The latest balance didn’t load\./)).toHaveCount(0)
    }
    await isLoaded().catch(isLoaded)
    expect(await balance.textContent()).toBe(before)
  })
  await test.step('the activity, too', async () => {
    await account.getByRole('tab', { name: 'Activity' }).click()
    const rows = account.getByRole('tabpanel', { name: 'Activity' }).getByRole('listitem')
    await expect(rows.first()).toBeVisible()
    const seen = await rows.count()
    await stack.kill()
    await page.clock.fastForward('00:16')
    await expect(account.getByText(/Newer transactions didn’t load\./)).toBeVisible()
    await expect(rows).toHaveCount(seen)
    await stack.revive()
    await account.getByRole('button', { name: 'Try again' }).click()
    await expect(account.getByText(/Newer transactions didn’t load\./)).toHaveCount(0)
  })
})
