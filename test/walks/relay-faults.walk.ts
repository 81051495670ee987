// What may go wrong between a page and a phone wallet: a no, a code that runs out, a wallet with other networks, a relay that dies.
import { dappOf } from './support/dapp.js'
import { startRestartableStack, type RestartableStack } from './support/restartable-stack.js'
import { devnetKeys, startWallet } from './support/stack.js'
import { expect, test } from './support/walk.js'

const phone = { privateKey: devnetKeys[2], name: 'Phone', chains: ['eip155:31337'] } as const

test('a phone that declines is told to try again, and then may connect', async ({ page, stack }) => {
  const wallet = await startWallet({ ...phone, relayUrl: stack.relay })
  const dapp = dappOf(page)
  const code = dapp.modal('Scan with your phone')
  try {
    await wallet.policy({ proposals: 'reject', requests: 'reject' })
    await dapp.goto(stack.dapp)
    await wallet.pair(await dapp.pairingUri())
    await expect(code.getByRole('heading', { name: 'You declined in your wallet' })).toBeVisible()

    await code.getByRole('button', { name: 'New code' }).click()
    await wallet.policy({ proposals: 'approve' })
    await wallet.pair(await dapp.copyLink())
    await dapp.isConnected('Phone')

    await dapp.startSigning()
    await expect(dapp.sign.getByText('You declined in your wallet. Nothing happened.')).toBeVisible()
  } finally {
    await wallet.close()
  }
})

test('a phone wallet that brings only networks nobody asked for is refused in plain words', async ({ page, stack }) => {
  const wallet = await startWallet({ ...phone, chains: ['eip155:56'], relayUrl: stack.relay })
  const dapp = dappOf(page)
  try {
    await dapp.goto(stack.dapp)
    await wallet.pair(await dapp.pairingUri())
    const code = dapp.modal('Scan with your phone')
    await expect(code.getByRole('heading', { name: 'Your wallet didn’t share an account' })).toBeVisible()
    await expect(code.getByRole('button', { name: 'New code' })).toBeVisible()
    await expect.poll(() => wallet.sessions()).toBe(0)
    await dapp.isDisconnected()
  } finally {
    await wallet.close()
  }
})

test('a code that runs out renews itself, says so, and the new one connects', async ({ page, stack }) => {
  const wallet = await startWallet({ ...phone, relayUrl: stack.relay })
  const dapp = dappOf(page)
  const code = dapp.modal('Scan with your phone')
  try {
    await page.clock.install()
    await dapp.goto(stack.dapp)
    const first = await dapp.pairingUri()
    await page.clock.fastForward('03:00')
    await expect(code.getByText(/^This code changes in \d+ seconds?$/).first()).toBeVisible()
    await page.clock.fastForward('00:50')
    await expect(code.getByText('Here’s a new code. The last one expired.')).toBeVisible()
    const second = await dapp.copyLink()
    expect(second).not.toBe(first)
    await wallet.pair(second)
    await dapp.isConnected('Phone')
  } finally {
    await wallet.close()
  }
})

test('a phone wallet that never answers holds nobody: another wallet connects', async ({ page, stack }) => {
  const wallet = await startWallet({ ...phone, relayUrl: stack.relay })
  const dapp = dappOf(page)
  try {
    await wallet.policy({ proposals: 'ignore' })
    await dapp.goto(stack.dapp)
    await wallet.pair(await dapp.pairingUri())
    const code = dapp.modal('Scan with your phone')
    await expect(code.getByRole('button', { name: 'Copy link' })).toBeEnabled()
    await code.getByRole('button', { name: 'Back' }).click()
    await dapp.pressExtension()
    await dapp.ask('Let this site see your account?').getByRole('button', { name: 'Connect' }).click()
    await dapp.isConnected('Sandbox Extension')
  } finally {
    await wallet.close()
  }
})

test.describe('with services that die', () => {
  let stack: RestartableStack
  test.beforeAll(async () => {
    stack = await startRestartableStack()
  })
  test.afterAll(() => stack.stop())

  test('a request survives a relay that is killed and comes back', async ({ page, records }) => {
    records.expectProblems(/WebSocket connection to 'ws:\/\/127\.0\.0\.1.*failed|ERR_CONNECTION_REFUSED/)
    const wallet = await startWallet({ ...phone, relayUrl: stack.relay })
    const dapp = dappOf(page)
    try {
      await dapp.goto(stack.dapp)
      await wallet.pair(await dapp.pairingUri())
      await dapp.isConnected('Phone')

      await test.step('the relay dies while the wallet thinks', async () => {
        await wallet.hold()
        await dapp.startSigning()
        await expect.poll(() => wallet.requests()).toEqual(['personal_sign'])
        await stack.kill()
        await stack.revive()
        await wallet.release()
        await dapp.signatureIsOf(wallet.address)
      })

      await test.step('the page asks while the relay is away', async () => {
        await stack.kill()
        await dapp.startSigning()
        await expect(dapp.sign.getByText('Waiting for your wallet…')).toBeVisible()
        await stack.revive()
        await dapp.signatureIsOf(wallet.address)
      })
    } finally {
      await wallet.close()
    }
  })
})
