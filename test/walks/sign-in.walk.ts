// Signing in on the demo dapp with an account of each ecosystem: the visitor's wallet signs, and the page's own server verifies and remembers.
import type { Page, Route } from '@playwright/test'
import { dappOf, EXTENSION } from './support/dapp.js'
import { devnetKeys, startWallet } from './support/stack.js'
import { expect, test } from './support/walk.js'

const titles = { solana: 'Solana', bip122: 'Bitcoin', polkadot: 'Polkadot', cosmos: 'Cosmos' } as const
type Other = keyof typeof titles

function signInOf(page: Page) {
  const dapp = dappOf(page)
  const card = page.getByRole('region', { name: 'Sign in', exact: true })
  const view = dapp.modal('Sign in')
  return {
    dapp,
    card,
    view,
    choose: (mode: 'Off' | 'Asked for' | 'Required') => card.getByLabel('Signing in').selectOption({ label: mode }),
    /** The namespaces of those who are signed in, as the server says to this browser. */
    async known() {
      const answer = await page.request.get(new URL('/whoami', page.url()).href)
      const { accounts } = (await answer.json()) as { readonly accounts: readonly string[] } // demo/server/sign-in.mjs
      return accounts.map((account) => account.split(':')[0])
    },
    /** The same, as the page shows it. */
    shown: async () => (await card.locator('[data-what=signed-in] li').allTextContents()).map((account) => account.split(':')[0]),
    async sign() {
      await view.getByRole('button', { name: 'Sign message' }).click()
      await dapp.ask('Sign a message').getByRole('button', { name: 'Sign' }).click()
      await expect(card.getByText('This account has signed in.')).toBeVisible()
      await expect(view).toHaveCount(0)
    },
    async connect(namespace: Other) {
      const other = page.getByRole('region', { name: titles[namespace], exact: true })
      await other.getByRole('button', { name: `Connect a ${titles[namespace]} wallet` }).click()
      await dapp.modal('Connect a wallet').getByRole('button', { name: EXTENSION }).click()
      await dapp.ask(`Let this site see your ${titles[namespace]} account?`).getByRole('button', { name: 'Connect' }).click()
    },
  }
}

test(
  'a visitor signs in, and the server that verified it still knows the account after a reload',
  { tag: '@journey' },
  async ({ page, stack }) => {
    const { dapp, card, view, choose, known, shown, sign } = signInOf(page)
    await dapp.goto(stack.dapp)
    await choose('Required')
    await dapp.chooseExtension()
    await dapp.ask('Let this site see your account?').getByRole('button', { name: 'Connect' }).click()
    await expect(view.getByText('It proves to localhost')).toBeVisible()
    await view.getByText('Show the message').click()
    await expect(view.getByText(/wants you to sign in with your Ethereum account:/)).toBeVisible()
    await sign()
    await expect(card.locator('[data-what=message]')).toContainText(`${new URL(stack.dapp).host} wants you to sign in`)
    expect(await known()).toEqual(['eip155'])
    await page.reload()
    await expect(card.getByText('This account has signed in.')).toBeVisible()
    await expect.poll(shown).toEqual(['eip155'])
    await dapp.account.getByRole('button', { name: 'Disconnect' }).click()
    await expect.poll(known).toEqual([])
  },
)

test('an account of each other ecosystem signs in, and the server knows all of them after a reload', async ({ page, stack }) => {
  const { dapp, card, choose, known, shown, sign, connect } = signInOf(page)
  await dapp.goto(stack.dapp)
  await choose('Required')
  const all = Object.keys(titles) as Other[]
  for (const namespace of all) {
    await connect(namespace)
    await sign()
  }
  expect(await known()).toEqual(all)
  await expect.poll(shown).toEqual(all)
  await page.reload()
  await expect(card.getByText('This account has signed in.')).toBeVisible()
  await expect.poll(shown).toEqual(all)

  await test.step('what is disconnected is signed out, and nothing else', async () => {
    await page.getByRole('region', { name: 'Bitcoin', exact: true }).getByRole('button', { name: 'Disconnect' }).click()
    const left = all.filter((namespace) => namespace !== 'bip122')
    await expect.poll(known).toEqual(left)
    await expect.poll(shown).toEqual(left)
  })
})

test('who declines can try again, and who cancels is disconnected', async ({ page, stack }) => {
  const { dapp, view, choose, sign, known } = signInOf(page)
  await dapp.goto(stack.dapp)
  await choose('Required')
  await dapp.chooseExtension()
  await dapp.ask('Let this site see your account?').getByRole('button', { name: 'Connect' }).click()
  await view.getByRole('button', { name: 'Sign message' }).click()
  await dapp.ask('Sign a message').getByRole('button', { name: 'Reject' }).click()
  await expect(view.getByRole('heading', { name: 'Signature declined' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(view, 'Escape does not leave it').toBeVisible()
  await view.getByRole('button', { name: 'Cancel' }).click()
  await expect(view).toHaveCount(0)
  await dapp.isDisconnected()
  expect(await known()).toEqual([])

  await choose('Asked for')
  await dapp.chooseExtension()
  await dapp.ask('Let this site see your account?').getByRole('button', { name: 'Connect' }).click()
  await view.getByRole('button', { name: 'Cancel' }).click()
  await dapp.isConnected(EXTENSION)
  await page.getByRole('region', { name: 'Sign in', exact: true }).getByRole('button', { name: 'Sign in' }).click()
  await sign()
  expect(await known()).toEqual(['eip155'])
})

test('the page asks its server again only after an answer', async ({ page, stack }) => {
  const { dapp, choose } = signInOf(page)
  const asked: Route[] = []
  await page.route('**/whoami', (route) => void asked.push(route))
  await page.clock.install()
  await dapp.goto(stack.dapp)
  await choose('Required')
  await expect.poll(() => asked.length).toBe(1)
  await page.clock.runFor(10_000)
  expect(asked).toHaveLength(1)
  const answered = page.waitForResponse('**/whoami')
  await asked[0]?.fulfill({ json: { accounts: ['eip155:1:0x0'] } })
  await (await answered).finished()
  await expect(page.getByText('eip155:1:0x0')).toBeVisible()
  await page.clock.runFor(1_000)
  await expect.poll(() => asked.length).toBe(2)
})

test('a phone wallet signs in over the relay', async ({ page, stack }) => {
  const { dapp, card, view, choose, known } = signInOf(page)
  const wallet = await startWallet({ relayUrl: stack.relay, privateKey: devnetKeys[0], chains: ['eip155:31337'], name: 'Phone' })
  try {
    await dapp.goto(stack.dapp)
    await choose('Required')
    await wallet.pair(await dapp.pairingUri())
    await view.getByRole('button', { name: 'Sign message' }).click()
    await expect(card.getByText('This account has signed in.')).toBeVisible()
    expect(await known()).toEqual(['eip155'])
    expect(await wallet.requests()).toEqual(['personal_sign'])
  } finally {
    await wallet.close()
  }
})

test('a phone wallet signs in with the press that approves the connection', async ({ page, context, stack }) => {
  const { dapp, card, view, choose, known } = signInOf(page)
  await dapp.goto(`${stack.dapp}?evm`)
  await choose('Required')
  const uri = await dapp.pairingUri()
  const phone = await context.newPage()
  await phone.goto(`${stack.wallet}?uri=${encodeURIComponent(uri)}`)
  const sheet = phone.getByRole('dialog', { name: 'Connect and sign in to wallet-modal demo?' })
  await expect(sheet.getByLabel('What will be signed for Devnet')).toContainText(
    `${new URL(stack.dapp).host} wants you to sign in`,
  )
  await expect(sheet.getByLabel('What will be signed for Ethereum')).toContainText('Sign in to the demo.')
  expect(await known()).toEqual([])
  await sheet.getByRole('button', { name: 'Approve' }).click()

  await dapp.isConnected('Sandbox Phone Wallet')
  await expect(card.getByText('This account has signed in.')).toBeVisible()
  await expect(view).toHaveCount(0)
  await expect(phone.getByRole('dialog'), 'the wallet asks nothing else').toHaveCount(0)
  expect(await known()).toEqual(['eip155', 'eip155'])

  await test.step('the session signs as any other', async () => {
    await page.bringToFront() // in a tab behind another one a press takes seconds
    await dapp.startSigning()
    await phone.bringToFront()
    await phone.getByRole('dialog', { name: 'Sign a message' }).getByRole('button', { name: 'Sign' }).click()
    await dapp.signatureIsOf(await dapp.address())
  })
})
