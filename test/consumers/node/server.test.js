import assert from 'node:assert/strict'
import test from 'node:test'
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { WalletConnectButton, WalletProvider, useAccount } from 'wallet-modal/react'

test('renders on a server, without a word', () => {
  const said = []
  console.error = console.warn = (...words) => said.push(words.join(' '))
  process.on('warning', (warning) => said.push(warning.message))
  const Who = () => h('p', null, useAccount().status)
  const page = h(WalletProvider, { config: { projectId: 'server' } }, h(WalletConnectButton), h(Who))
  const markup = renderToString(page)
  assert.match(markup, /<wallet-connect-button/)
  assert.match(markup, /<p>disconnected<\/p>/)
  assert.deepEqual(said, [])
})
