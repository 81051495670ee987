import { expect } from 'vitest'
import { readPairingUri } from '../../demo/wallet/pairing-uri.js'
import { testRows } from '../support/rows.js'

const topic = 'a1'.repeat(32)
const uri = `wc:${topic}@2?relay-protocol=irn&symKey=${'b2'.repeat(32)}&expiryTimestamp=1767400000`
const once = encodeURIComponent(uri)

testRows([
  ['as it is', uri],
  ['with blanks around it', `\n  ${uri} `],
  ['with slashes', uri.replace('wc:', 'wc://')],
  ['percent-encoded once', once],
  ['percent-encoded twice', encodeURIComponent(once)],
  ['in base64', Buffer.from(uri).toString('base64')],
  ['in base64url', Buffer.from(uri).toString('base64url')],
  ['in a native link', `acme://wc?uri=${once}`],
  ['in a universal link', `https://wallet.example/wc?uri=${once}`],
  ['in a link, encoded twice', `https://wallet.example/wc?uri=${encodeURIComponent(once)}`],
  ['in a link beside other parameters', `https://wallet.example/wc?from=qr&uri=${once}&x=1`],
])('reads a pairing uri %s', (_, text) => {
  expect(readPairingUri(text)).toBe(uri)
})

testRows([
  ['nothing', ''],
  ['another scheme', 'ethereum:0x1234'],
  ['version 1', `wc:${topic}@1?bridge=https%3A%2F%2Fb.example&key=00`],
  ['a uri without a key', `wc:${topic}@2?relay-protocol=irn`],
  ['a short topic', uri.replace(topic, 'a1b2')],
  ['a link without a uri', 'https://wallet.example/wc?requestId=1'],
  ['a broken escape', '%E0%A4%A'],
  ['something endless', 'wc:'.padEnd(100_000, 'a')],
  ['a script', `javascript://wc?uri=${'x'.repeat(50)}`],
])('refuses what is no pairing uri: %s', (_, text) => {
  expect(readPairingUri(text)).toBeUndefined()
})
