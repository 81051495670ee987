// An account on the devnet: a name that is registered with the services and shown at once, and an approval that is taken back on the chain.
import { createPublicClient, createWalletClient, http, parseAbi, type Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { devnetAccounts } from '../../services/devnet/accounts.js'
import { STABLE } from '../../services/devnet/manifest.js'
import { devnetChain } from '../support/devnet-chain.js'
import { dappOf } from './support/dapp.js'
import { expect, test } from './support/walk.js'

const title = 'a visitor registers a name that is free by a signature, and sees it without a reload'
test(title, { tag: ['@journey', '@relay'] }, async ({ page, stack, wallet }) => {
  const dapp = dappOf(page)
  const label = `walker-${Date.now().toString(36)}`
  await dapp.goto(stack.dapp)
  await wallet.connect()
  await dapp.open('ChooseAccountName')
  await dapp.modal('Account name').getByRole('button', { name: 'Continue' }).click()
  const modal = dapp.modal('Choose a name')
  const field = modal.getByRole('textbox', { name: 'Name' })
  const register = modal.getByRole('button', { name: 'Register' })

  await test.step('a taken name is refused', async () => {
    await field.fill('admin')
    await expect(modal.getByRole('button', { name: 'admin.wallet.example Taken' })).toBeDisabled()
    await expect(register).toBeDisabled()
  })
  await test.step('a free one is signed for, and registered', async () => {
    await field.fill(label)
    await expect(modal.getByRole('button', { name: `${label}.wallet.example Available`, exact: true })).toBeVisible()
    await register.click()
    await modal.getByRole('button', { name: 'Sign and register' }).click()
    await wallet.approve('Sign a message', `"name":"${label}.wallet.example"`)
  })
  await test.step('the account has it at once', async () => {
    await dapp.modal('Your new name').getByRole('button', { name: 'Done' }).click()
    await expect(dapp.modal('Account').getByText(`${label}.wallet.example`)).toBeVisible()
    const answer = await fetch(`${stack.services}/v1/profile/account/${label}.wallet.example?apiVersion=2`)
    expect(await answer.json()).toMatchObject({ addresses: { 60: { address: await dapp.address() } } })
  })
  await test.step('and nobody can register it again', async () => {
    await dapp.open('RegisterAccountName')
    await field.fill(label)
    await expect(modal.getByRole('button', { name: `${label}.wallet.example Taken`, exact: true })).toBeDisabled()
  })
})

test('a visitor revokes an approval, and it is gone from the chain', { tag: '@journey' }, async ({ page, stack, wallet }) => {
  const dapp = dappOf(page)
  const spender: Address = '0x00000000000000000000000000000000DeaDBeef'
  await dapp.goto(stack.dapp)
  await wallet.connect()
  const owner = await dapp.address()
  const chain = createPublicClient({ chain: devnetChain, transport: http(stack.evm), pollingInterval: 100 })
  const abi = parseAbi([
    'function approve(address spender, uint256 amount) returns (bool)',
    'function allowance(address owner, address spender) view returns (uint256)',
  ])
  const allowance = () => chain.readContract({ address: STABLE.address, abi, functionName: 'allowance', args: [owner, spender] })
  const key = devnetAccounts().find(({ address }) => address === owner)?.privateKey
  if (!key) throw new Error(`${owner} is not of the devnet`)
  const client = createWalletClient({ account: privateKeyToAccount(key), transport: http(stack.evm) })
  const approve = { address: STABLE.address, abi, functionName: 'approve', chain: null } as const
  const hash = await client.writeContract({ ...approve, args: [spender, 2n ** 256n - 1n] })
  await chain.waitForTransactionReceipt({ hash })
  expect(await allowance()).toBeGreaterThan(0n)

  await dapp.open('TokenApprovals')
  const modal = dapp.modal('Token approvals')
  const row = modal.getByRole('button', { name: new RegExp(`^T? ?${STABLE.symbol} For 0x00…aDBeef Unlimited$`) })
  await row.click()
  await expect(modal.getByText(`Stop 0x00…aDBeef from taking ${STABLE.symbol}?`)).toBeVisible()
  await modal.getByRole('button', { name: 'Revoke' }).click()
  await wallet.approve('Call a contract')
  await expect(modal.getByRole('status').filter({ hasText: 'The approval is revoked' })).toHaveCount(1)
  await expect(row).toHaveCount(0)
  expect(await allowance()).toBe(0n)
})
