// The built package in plain Node, without a document: what a server that renders pages does with it. Needs `npm run build` first.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a module in a Node of its own that imports the package by its name; gives what it printed. */
const runInNode = (code: string): unknown =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: root, encoding: 'utf8', stdio: 'pipe' }),
  )

describe('the built package in Node', () => {
  beforeAll(() => {
    if (!existsSync(`${root}dist/esm/index.js`)) throw new Error('dist/esm is missing: npm run build first')
  })

  test('imports every entry without a document', () => {
    const result = runInNode(`
      const modules = await Promise.all(['wallet-modal', 'wallet-modal/react', 'wallet-modal/testing', 'wallet-modal/connector', 'wallet-modal/siwx', 'wallet-modal/frame', 'wallet-modal/onramp', 'wallet-modal/onramp/react', 'wallet-modal/solana', 'wallet-modal/solana/react', 'wallet-modal/wagmi'].map((name) => import(name)))
      console.log(JSON.stringify(modules.map((each) => Object.keys(each))))`)
    expect(result).toEqual([
      expect.arrayContaining(['createWalletModal', 'WalletError']),
      expect.arrayContaining(['WalletProvider', 'WalletConnectButton', 'useAccount']),
      expect.arrayContaining(['createMockWallet', 'mockConnector']),
      ['createConnector', 'providerConnector'],
      expect.arrayContaining(['createSiwxServer', 'verifySignIn']),
      expect.arrayContaining(['createFrameClient', 'serveFrame']),
      ['WalletOnramp'],
      ['WalletOnramp'],
      expect.arrayContaining(['solana', 'solanaMainnet']),
      ['useSolana'],
      ['walletModal'],
    ])
  })

  test.each(['testing', 'connector', 'errors', 'siwx', 'frame', 'solana', 'wagmi'])(
    '%s brings no element, not even by what it shares with the modal',
    (entry) => {
      const files = new Set<string>()
      const visit = (path: string) => {
        if (files.has(path)) return
        files.add(path)
        const code = readFileSync(path, 'utf8')
        for (const [, source = ''] of code.matchAll(/^(?:import|export)\b[^;]*?["'](\.[^"']+)["'];?$/gm))
          visit(resolve(dirname(path), source))
      }
      visit(`${root}dist/esm/${entry}.js`)
      if (entry === 'testing') {
        // The mock wallets of the other ecosystems, which a script of a browser test is bundled with.
        const folder = `${root}dist/esm/chunks/`
        const mocks = readdirSync(folder).filter((name) =>
          readFileSync(folder + name, 'utf8').includes('// src/connectors/mock/'),
        )
        expect(mocks.length).toBeGreaterThanOrEqual(4)
        for (const name of mocks) visit(folder + name)
      }
      const imported = [...files].map((path) => readFileSync(path, 'utf8')).join('\n')
      expect(imported).not.toMatch(/customElements|from ["']lit/)
    },
  )

  test('makes a modal that is inert: no element, closed, nobody connected', () => {
    const result = runInNode(`
      import { createWalletModal } from 'wallet-modal'
      const modal = createWalletModal({ projectId: 'server' })
      console.log(JSON.stringify({ element: modal.element === undefined, open: modal.$open.get(), status: modal.$status.get() }))
      modal.destroy()`)
    expect(result).toEqual({ element: true, open: false, status: 'disconnected' })
  })

  test('renders the React components to markup, with the page’s own content inside', () => {
    const result = runInNode(`
      import { createElement as h } from 'react'
      import { renderToString } from 'react-dom/server'
      import { WalletAccountButton, WalletConnectButton, WalletNetworkButton, WalletProvider, useAccount } from 'wallet-modal/react'
      const warnings = []
      console.error = console.warn = (...words) => warnings.push(words.join(' '))
      const Who = () => h('p', null, useAccount().status)
      const config = { projectId: 'server', networks: [] }
      const page = h(WalletProvider, { config }, h(WalletConnectButton), h(WalletAccountButton), h(WalletNetworkButton), h(Who))
      const markup = renderToString(page)
      console.log(JSON.stringify({ markup, warnings }))`) as { markup: string; warnings: string[] }
    expect(result.warnings).toEqual([])
    for (const tag of ['wallet-provider', 'wallet-connect-button', 'wallet-account-button', 'wallet-network-button'])
      expect(result.markup).toContain(`<${tag}`)
    expect(result.markup).toContain('<p>disconnected</p>')
  })
})
