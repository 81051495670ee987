// Account names: what is shown of the own ones, and the way from a typed text to a registered name.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { cleanUp, mountView, type ViewHarnessOptions } from '../../support/view-harness.js'
import { ScriptedWallet } from '../../support/wallets.js'

afterEach(cleanUp)

const ZONE = 'wm.example'
const record = (name: string) => ({ name, registered_at: '2026-01-02T00:00:00Z', addresses: {} })

/** The services: what is registered, and what a registration is answered with. */
function services({ refuse }: { refuse?: (count: number) => Response | undefined } = {}) {
  const names: string[] = []
  let count = 0
  const data: ViewHarnessOptions['data'] = ({ pathname }, body) => {
    if (pathname === '/v1/profile/zone') return { zone: ZONE }
    if (pathname.startsWith('/v1/profile/reverse/')) return names.map(record)
    if (pathname.startsWith('/v1/profile/suggestions/')) {
      const label = pathname.split('/').at(-1) ?? ''
      const suggestions = [label, `${label}-dao`].map((each) => `${each}.${ZONE}`)
      return { suggestions: suggestions.map((name) => ({ name, registered: name.startsWith('grace.') || names.includes(name) })) }
    }
    if (pathname !== '/v1/profile/account') return undefined
    count++
    const refusal = refuse?.(count)
    if (refusal) return refusal
    const { name } = JSON.parse((body as { message: string }).message) as { name: string }
    names.push(name)
    return { ...record(name), success: true }
  }
  return { data, names, count: () => count }
}

const wallet = () => createMockWallet({ name: 'Alpha', rdns: 'example.alpha', chains: [1] })
const connected = (made = wallet(), options: ViewHarnessOptions = {}): ViewHarnessOptions => ({
  wallets: [made],
  connected: true,
  config: { networks: [mainnet], rpcUrls: { 'eip155:1': 'https://node.example' } },
  rpc: () => '0x0',
  ...options,
})
const field = () => page.getByRole('textbox', { name: 'Name' })

test('a name is typed, looked at, signed for and shown, and nothing is registered twice', async () => {
  const { data, names, count } = services()
  const modal = await mountView(
    { name: 'ChooseAccountName' },
    connected(wallet(), { data, identity: { name: null, avatar: null } }),
  )
  await modal.click('Continue')
  await modal.see(`.${ZONE}`)
  await expect.poll(() => modal.focused()).toBe('Name')
  await field().fill('Ada-Lovelace')
  await expect.element(field()).toHaveValue('ada-lovelace')
  await expect.element(modal.button('Register')).toBeDisabled()
  await modal.see('Available')
  await expect.poll(() => modal.announced()).toBe('nameFree')
  await modal.click('Register')
  await modal.see(`Register ada-lovelace.${ZONE}?`)
  expect(modal.element.shadowRoot!.activeElement?.localName).toBe('h3')
  await modal.see('Nothing: you sign a message, no transaction')
  expect(count()).toBe(0)
  await modal.settled()
  const confirm = modal.button('Sign and register')
  await userEvent.dblClick(confirm)
  await modal.see(`ada-lovelace.${ZONE} is yours`)
  expect([names, count()]).toEqual([[`ada-lovelace.${ZONE}`], 1])
  await modal.click('Done')
  expect(modal.view().name).toBe('Account')
})

test('a taken name cannot be registered; one of its likes can, with the keyboard alone', async () => {
  const { data, names } = services()
  const modal = await mountView({ name: 'RegisterAccountName' }, connected(wallet(), { data }))
  await field().fill('grace')
  await expect.element(modal.button(/grace\.wm\.example Taken/)).toBeDisabled()
  await expect.poll(() => modal.announced()).toBe('nameTaken')
  await expect.element(modal.button('Register')).toBeDisabled()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(field()).toHaveValue('grace-dao')
  await userEvent.tab()
  expect(modal.focused()).toBe('Register')
  await userEvent.keyboard('{Enter}')
  await modal.click('Sign and register')
  await modal.see(`grace-dao.${ZONE} is yours`)
  expect(names).toEqual([`grace-dao.${ZONE}`])
})

test('says what no name can have, and asks nobody about it', async () => {
  const { data } = services()
  const modal = await mountView({ name: 'RegisterAccountName' }, connected(wallet(), { data }))
  await field().fill('ada١٢٣')
  await modal.see('Only the letters a to z, digits and hyphens')
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
  expect(modal.asked.filter(({ pathname }) => pathname.includes('suggestions'))).toEqual([])
})

test('declining keeps the name, and trying again registers it', async () => {
  const { data, names } = services()
  const alpha = wallet()
  alpha.fail('personal_sign', 'reject')
  const modal = await mountView({ name: 'RegisterAccountName' }, connected(alpha, { data }))
  await field().fill('adalove')
  await modal.click('Register')
  await modal.click('Sign and register')
  await modal.see('You declined. Nothing was registered.')
  await modal.click('Choose another name')
  await expect.poll(() => modal.focused()).toBe('Name')
  await expect.element(field()).toHaveValue('adalove')
  await modal.click('Register')
  alpha.fail('personal_sign', undefined)
  await modal.click('Sign and register')
  await modal.see(`adalove.${ZONE} is yours`)
  expect(names).toEqual([`adalove.${ZONE}`])
})

test('a wrong clock asks for one more signature, and says so', async () => {
  const refused = Response.json({ reasons: [{ field: 'timestamp', description: 'too old' }] }, { status: 400 })
  const { data, names } = services({ refuse: (count) => (count === 1 ? refused : undefined) })
  const alpha = wallet()
  const modal = await mountView({ name: 'RegisterAccountName' }, connected(alpha, { data }))
  await field().fill('adalove')
  await modal.click('Register')
  await modal.click('Sign and register')
  await modal.see(`adalove.${ZONE} is yours`)
  expect(names.length).toBe(1)
})

test('a name that somebody took meanwhile cannot be tried again', async () => {
  const refused = () => Response.json({ reasons: [{ field: 'name', description: 'taken' }] }, { status: 400 })
  const { data } = services({ refuse: refused })
  const modal = await mountView({ name: 'RegisterAccountName' }, connected(wallet(), { data }))
  await field().fill('adalove')
  await modal.click('Register')
  await modal.click('Sign and register')
  await modal.see(/was taken a moment ago/)
  await expect.element(modal.button('Try again')).toBeDisabled()
  expect(modal.announced()).toBe('failed')
})

test('services that do not answer are said, with a way to try again', async () => {
  let isDown = true
  const up = services()
  const modal = await mountView(
    { name: 'RegisterAccountName' },
    connected(wallet(), {
      data: (url, body) =>
        isDown && url.pathname.startsWith('/v1/profile/') ? new Response('', { status: 400 }) : up.data(url, body),
    }),
  )
  await field().fill('adalove')
  await modal.see('Error fetching name suggestions. Try again in a moment.')
  isDown = false
  await modal.click('Try again')
  await modal.see('Available')
  await expect.element(field()).toHaveValue('adalove')
})

test('shows which of the own names is seen by others', async () => {
  const { data, names } = services()
  names.push(`ada.${ZONE}`, `countess.${ZONE}`)
  const modal = await mountView(
    { name: 'ChooseAccountName' },
    connected(wallet(), { data, identity: { name: `countess.${ZONE}`, avatar: null } }),
  )
  await expect.element(page.getByRole('listitem').filter({ hasText: 'countess' })).toHaveTextContent('Shown')
  await expect.element(page.getByRole('listitem').filter({ hasText: `ada.${ZONE}` })).not.toHaveTextContent('Shown')
  expect(modal.tooWide()).toEqual([])
})

test('wallets of other ecosystems are led to one that can have a name', async () => {
  const phantom = new ScriptedWallet({ name: 'Sun', namespace: 'solana' })
  const modal = await mountView(
    { name: 'RegisterAccountName' },
    {
      scripted: [phantom],
      config: { networks: [solana, mainnet] },
      data: services().data,
      prepare: (core) => core.use(createConnection).connect(phantom.installed),
    },
  )
  await modal.see(/^Address or auth connector not found/)
  await modal.click('Connect a wallet')
  expect(modal.view()).toMatchObject({ name: 'Connect', namespace: 'eip155' })
})

test('the settings offer a name, and no longer once the services have said that they have none', async () => {
  const off = () =>
    Response.json({ status: 'FAILED', reasons: [{ field: 'names', description: 'Names are off here' }] }, { status: 410 })
  const fails = () =>
    Response.json({ status: 'FAILED', reasons: [{ field: 'provider', description: 'Not now' }] }, { status: 400 })
  const openSettings = async (zone: () => unknown) => {
    let count = 0
    const modal = await mountView(
      { name: 'AccountSettings' },
      connected(wallet(), {
        data: ({ pathname }) => {
          if (pathname !== '/v1/profile/zone') return undefined
          count += 1
          return zone()
        },
      }),
    )
    await expect.poll(() => count).toBe(1)
    await modal.settled()
  }
  for (const zone of [() => ({ zone: ZONE }), fails]) {
    await openSettings(zone)
    await expect.element(page.getByRole('button', { name: 'Account name' })).toBeVisible()
    cleanUp()
  }
  await openSettings(off)
  await expect.element(page.getByRole('button', { name: 'Account name' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Token approvals' })).toBeVisible()
})
