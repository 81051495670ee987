// A real browser around the frame as it is built and served: partitioned storage, the document's own headers, the worker of the keys.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Browser } from 'playwright'
import { vi } from 'vitest'
import { CHROMIUM_SWITCHES, withoutExtras } from '../../../../test/support/chromium-switches.mjs'
import { findBrowser } from '../../../../scripts/lib/machine.mjs'

/** Whether no browser can be started here. With WM_REQUIRE_ALL=1 starting one fails instead. */
export const isBrowserMissing = findBrowser() === undefined && process.env['WM_REQUIRE_ALL'] !== '1'

/** A Chromium with its own defaults: those of Playwright switch off that storage is partitioned. */
export async function openChromium(): Promise<{ browser: Browser; close(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'frame-chromium-'))
  const child = spawn(findBrowser() ?? chromium.executablePath(), [
    '--headless=new',
    ...CHROMIUM_SWITCHES,
    withoutExtras,
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ])
  const end = once(child, 'exit')
  const lines = createInterface({ input: child.stderr })
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const [, found] = /DevTools listening on (ws:\S+)/.exec(line) ?? []
      if (found !== undefined) resolve(found)
    })
    void end.then(() => reject(new Error('Chromium did not start')))
  })
  const browser = await chromium.connectOverCDP(url)
  return {
    browser,
    async close() {
      await browser.close()
      child.kill()
      await end
      // Its helpers end after it, and write until then: what comes while the folder goes is taken with the next try.
      await vi.waitFor(() => rmSync(profile, { recursive: true, force: true }))
    },
  }
}

/**
 * A page that embeds the frame and speaks to it over a port, written from the protocol's description alone. `window.ask(name, payload)` answers what the frame does,
 * `window.heard` has what it said of its own accord.
 */
const script = `
  const frame = document.createElement('iframe')
  const waiting = new Map()
  window.heard = []
  let port
  const url = new URL(new URLSearchParams(location.search).get('frame'))
  window.ready = new Promise((resolve) => {
    addEventListener('message', ({ isTrusted, source, origin, data }) => {
      if (!isTrusted || source !== frame.contentWindow || origin !== url.origin || data.type !== '@w3m-frame/READY') return
      const channel = new MessageChannel()
      const hex = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
      port = channel.port1
      port.onmessage = ({ data: { id, type, payload } }) => {
        if (type === '@w3m-frame/HELLO_SUCCESS') return resolve()
        if (type.endsWith('/SURFACE')) {
          frame.hidden = !payload.shown
          if (payload.shown) frame.focus() // buttons that mean something answer in a frame that has the focus
        }
        if (!waiting.has(id) || type.endsWith('/PENDING')) return window.heard.push({ type, payload })
        waiting.get(id)(type.endsWith('_ERROR') ? { error: payload } : { payload })
        waiting.delete(id)
      }
      frame.contentWindow.postMessage({ type: '@w3m-app/HELLO', v: 1, channelId: hex(), nonce: hex() }, url.origin, [channel.port2])
    })
  })
  window.ask = (name, payload) =>
    new Promise((resolve) => {
      const id = crypto.randomUUID()
      waiting.set(id, resolve)
      port.postMessage({ id, type: '@w3m-app/' + name, ...(payload === undefined ? {} : { payload }) })
    })
  frame.src = url
  frame.hidden = true
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox')
  frame.setAttribute('allow', 'publickey-credentials-get; clipboard-write')
  frame.style.cssText = 'width:360px;height:600px;border:0'
  document.body.append(frame)
`

/** A site that embeds the frame of `frameUrl`. */
export async function serveApp(): Promise<{ urlFor(frameUrl: string): string; origin: string; close(): Promise<void> }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>An app</title><body><script>${script}</script>`)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://localhost:${port}`
  return {
    origin,
    urlFor: (frameUrl) =>
      `${origin}/?frame=${encodeURIComponent(`${frameUrl}/sdk?projectId=demo&chainId=eip155:31337&version=4`)}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
