// @vitest-environment happy-dom
// `useSolana()`: what a component shows follows the modal, in StrictMode too, and a server renders the state without a modal.
import { act, createElement as h, StrictMode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWalletModal, type WalletModal } from '../../src/index.js'
import { WalletProvider } from '../../src/react/index.js'
import { useSolana } from '../../src/react/solana.js'
import { solana as store, type SolanaState } from '../../src/solana/index.js'
import { mainnet, solana } from '../../src/vocabulary/networks.js'
import { createKeypairWallet, keypair, register } from '../support/solana-wallet.js'

const complaints: unknown[][] = []
let root: Root | undefined
let place: HTMLElement
let modal: WalletModal | undefined
beforeEach(() => {
  complaints.length = 0
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words))
  place = document.body.appendChild(document.createElement('div'))
})
afterEach(() => {
  act(() => root?.unmount())
  root = undefined
  modal?.destroy()
  modal = undefined
  document.body.replaceChildren()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const seen: SolanaState[] = []
function Page() {
  const wallet = useSolana()
  seen.push(wallet)
  return h(
    'output',
    null,
    `${wallet.publicKey?.toBase58() ?? 'nobody'} ${wallet.connected} ${wallet.connection ? 'node' : 'no node'}`,
  )
}
const app = () => h(StrictMode, null, h(WalletProvider, { modal }, h(Page), h(Page)))
const said = () => [...place.querySelectorAll('output')].map(({ textContent }) => textContent)

test('a component follows connecting, another account, and disconnecting', async () => {
  const { wallet, key, share, accountOf } = createKeypairWallet({ name: 'React Wallet', chains: ['solana:mainnet'] })
  register(window, wallet)
  const rpcUrls = { [solana.caipNetworkId]: 'http://127.0.0.1:1' }
  const made = (modal = createWalletModal({ projectId: 'react-solana', networks: [solana, mainnet], rpcUrls }))
  act(() => {
    root = createRoot(place)
    root.render(app())
  })
  await vi.waitFor(() => expect(said()).toEqual(['nobody false node', 'nobody false node']))
  seen.at(-1)?.select('React Wallet')
  const address = key.publicKey.toBase58()
  await vi.waitFor(() => expect(said()).toEqual([`${address} true node`, `${address} true node`]))
  const last = seen.slice(-2)
  expect(last[0]).toBe(last[1]) // all components have the same objects
  share([accountOf(keypair(5))])
  await vi.waitFor(() => expect(said()[0]).toContain(keypair(5).publicKey.toBase58()))
  await act(() => made.disconnect())
  await vi.waitFor(() => expect(said()[0]).toBe('nobody false node'))
  act(() => root?.unmount())
  root = undefined
  expect(store(made).connected).toBe(false)
  expect(complaints.filter(([text]) => !String(text).includes('not wrapped in act'))).toEqual([])
})

test('a server renders the state without a modal, and the first render in the browser is the same', async () => {
  seen.length = 0
  const html = renderToString(app())
  const [first] = seen
  expect(html).toContain('nobody false no node')
  place.innerHTML = html
  const recovered = vi.fn()
  act(() => {
    root = hydrateRoot(place, app(), { onRecoverableError: recovered })
  })
  expect(recovered).not.toHaveBeenCalled()
  await expect(first?.connect()).rejects.toMatchObject({ code: 'NO_MODAL' })
})
