// The React side in a real browser: hydration and StrictMode without a warning, one modal per provider, hooks that follow it.
import { StrictMode, createElement as h } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  WalletConnectButton,
  WalletProvider,
  useAccount,
  useBalance,
  useModalOpen,
  useNetwork,
  useProvider,
  useWalletModal,
  useWallets,
} from '../../src/react/index.js'
import { announceMockWallet } from '../../src/testing.js'

let root: Root | undefined
let place: HTMLElement
let opened: Promise<unknown> | undefined
const complaints: unknown[][] = []

beforeEach(() => {
  localStorage.clear()
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words))
  vi.spyOn(console, 'warn').mockImplementation(
    (...words) => void (String(words[0]).includes('Lit is in dev mode') || complaints.push(words)),
  )
  place = document.body.appendChild(document.createElement('div'))
})
afterEach(() => {
  root?.unmount()
  root = undefined
  place.remove()
  vi.restoreAllMocks()
})

function Page() {
  const { isConnected, status } = useAccount()
  const { network } = useNetwork()
  const { open } = useWalletModal()
  const wallets = useWallets()
  const { balance } = useBalance()
  return h(
    'main',
    null,
    h(
      'output',
      null,
      `${status} ${isConnected} ${network?.name ?? 'none'} ${useModalOpen()} ${wallets.map(({ name }) => name).join()} ${balance === undefined}`,
    ),
    h('p', null, useProvider() ? 'provider' : 'no provider'),
    h('button', { onClick: () => void (opened = open()) }, 'Open'),
    h(WalletConnectButton),
  )
}
const app = () => h(StrictMode, null, h(WalletProvider, { config: { projectId: 'react' } }, h(Page)))
const said = () => place.querySelector('output')?.textContent

test('hydrates what the server sent, and makes one modal in StrictMode', async () => {
  const html = renderToString(app())
  expect(html).toContain('disconnected false none false')
  place.innerHTML = html
  const recovered = vi.fn()
  root = hydrateRoot(place, app(), { onRecoverableError: recovered })
  await vi.waitFor(() => expect(place.querySelector('p')?.textContent).toBe('provider'))
  expect(document.querySelectorAll('wallet-modal')).toHaveLength(1)
  expect(recovered).not.toHaveBeenCalled()
  expect(complaints).toEqual([])
})

test('hooks follow the modal', async () => {
  const wallet = announceMockWallet(window, { name: 'Alpha Wallet', rdns: 'example.alpha' })
  root = createRoot(place)
  root.render(app())
  await vi.waitFor(() => expect(said()).toContain('Alpha Wallet'))
  expect(said()).toContain('Ethereum')
  place.querySelector('button')?.click()
  await vi.waitFor(() => expect(said()).toContain('Ethereum true'))
  await opened // before the modal goes: an opening that it ends rejects
  expect(complaints).toEqual([])
  wallet.stop()
})

test('leaving the page takes the modal along', async () => {
  root = createRoot(place)
  root.render(app())
  await vi.waitFor(() => expect(document.querySelectorAll('wallet-modal')).toHaveLength(1))
  root.unmount()
  root = undefined
  await vi.waitFor(() => expect(document.querySelectorAll('wallet-modal')).toHaveLength(0))
})
