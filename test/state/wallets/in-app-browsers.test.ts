// A page that is opened in the browser of a wallet's app on a phone: that wallet is there, and first.
import { describe, expect, test, vi } from 'vitest'
import { createConnectorPort } from '../../../src/connectors/wallet-port.js'
import { namespaceRows } from '../../../src/root/namespaces.js'
import { mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createWallets } from '../../../src/state/wallets/wallets.js'
import { createTestCore } from '../../support/core.js'
import { entry, startDirectory } from '../../support/directory.js'
import { createTestWindow } from '../../support/window.js'
import { testRows } from '../../support/rows.js'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const provider = (marks: object = {}) => ({ request: () => Promise.resolve(null), on: () => undefined, ...marks })

/** What the browser of each app puts into a page. */
const apps: Record<string, () => Record<string, unknown>> = {
  MetaMask: () => ({ ethereum: provider({ isMetaMask: true }) }),
  'Trust Wallet': () => {
    const trustwallet = provider({ isTrust: true, isTrustWallet: true, isMetaMask: true })
    return { ethereum: trustwallet, trustwallet }
  },
  'Coinbase Wallet': () => ({ ethereum: provider({ isCoinbaseWallet: true, isCoinbaseBrowser: true }) }),
  'Binance Wallet': () => {
    const ethereum = provider({ isMetaMask: true })
    return { ethereum, binancew3w: { ethereum, bitcoin: { requestAccounts: () => undefined } } }
  },
  'OKX Wallet': () => {
    const okxwallet = provider({ isMetaMask: true })
    return { ethereum: okxwallet, okxwallet }
  },
}

async function openIn(globals: Record<string, unknown>, arrivesAfterMs?: number) {
  const directory = await startDirectory(
    ['MetaMask', 'Rainbow', ...Object.keys(apps)].map((name) =>
      entry(`listed-${name}`, { name, mobile_link: `${name.toLowerCase().replace(' ', '')}://` }),
    ),
  )
  const { window } = createTestWindow({
    userAgent: iPhone,
    maxTouchPoints: 5,
    globals: arrivesAfterMs === undefined ? globals : {},
  })
  const life = new AbortController()
  const port = createConnectorPort(window, { rows: namespaceRows, signal: life.signal })
  const { core } = createTestCore({
    config: { networks: [mainnet, solana], services: { wallets: directory.url }, featuredWalletIds: ['listed-Rainbow'] },
    connectors: port,
    fetch: globalThis.fetch,
    window,
  })
  const { $connect } = core.use(createWallets)
  const stop = $connect.subscribe(() => undefined)
  if (arrivesAfterMs !== undefined) setTimeout(() => Object.assign(window, globals), arrivesAfterMs)
  return {
    window,
    rows: () => $connect.get(),
    names: () => $connect.get().detected.map(({ name }) => name),
    async end() {
      stop()
      life.abort()
      await directory.close()
    },
  }
}

describe('in the browser of an app', () => {
  testRows(Object.keys(apps))('the wallet of %s is installed, alone and first, and in no other row', async (name) => {
    const { rows, names, end } = await openIn(apps[name]?.() ?? {})
    await vi.waitFor(() => {
      expect(rows().loading).toBe(false)
      expect(names()).toEqual([name])
    })
    expect(rows().detected[0]?.installed[0]).toMatchObject({ namespace: 'eip155', source: 'injected' })
    expect(rows().other.map((row) => row.name)).not.toContain(name)
    await end()
  })

  testRows(Object.keys(apps))('the wallet of %s is found when it arrives late and tells of it by no event', async (name) => {
    const { names, end } = await openIn(apps[name]?.() ?? {}, 100)
    await vi.waitFor(() => expect(names()).toEqual([name]))
    await end()
  })
})

test('objects that wallets keep at globals of their own are found beside another at window.ethereum, once each', async () => {
  const globals = {
    ethereum: provider({ isRabby: true }),
    coinbaseWalletExtension: provider({ isCoinbaseWallet: true }),
    phantom: { ethereum: provider({ isPhantom: true }) },
    bitkeep: Object.defineProperty({}, 'ethereum', { get: () => { throw new Error('not yet') } }), // oxfmt-ignore
    okxwallet: 'none',
  }
  const { names, end } = await openIn(globals)
  await vi.waitFor(() => expect(names()).toEqual(['Rabby Wallet', 'Coinbase Wallet', 'Phantom']))
  await end()
})

test('the extension of Coinbase is one wallet, announced (EIP-6963) beside its global, and by its global alone', async () => {
  const extension = provider({ isCoinbaseWallet: true })
  const alone = await openIn({ coinbaseWalletExtension: extension })
  await vi.waitFor(() => expect(alone.names()).toEqual(['Coinbase Wallet']))
  expect(alone.rows().detected[0]?.installed).toMatchObject([{ id: 'injected:isCoinbaseWallet', source: 'injected' }])
  await alone.end()

  const announced = await openIn({ ethereum: extension, coinbaseWalletExtension: extension }, 0)
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Coinbase Wallet', icon: 'data:image/png;base64,AA==' }
  const detail = Object.freeze({ info: { ...info, rdns: 'com.coinbase.wallet' }, provider: { ...extension } }) // a wrapped object
  const announce = () => announced.window.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }))
  announced.window.addEventListener('eip6963:requestProvider', announce)
  announce()
  await vi.waitFor(() => {
    expect(announced.rows().loading).toBe(false)
    expect(announced.rows().detected.map(({ installed }) => installed.map(({ id }) => id))).toEqual([['com.coinbase.wallet']])
  })
  await announced.end()
})
