// A page in a real frame, with a Safe written from its protocol around it: messages, windows and origins are the browser's own.
import { afterEach, expect, test } from 'vitest'
import type { FoundWallet } from '../../../src/connectors/connector.js'
import { ada } from '../../support/calls.js'

interface Asked {
  readonly id: string
  readonly method: string
  readonly params: { readonly call?: string; readonly txs?: readonly unknown[]; readonly message?: string } | undefined
}
type Page = Window & { readonly search?: Promise<FoundWallet | undefined> }

const signature = `0x${'ab'.repeat(65)}`
const safeTxHash = `0x${'c'.repeat(64)}`
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Shows a page that looks for a Safe at one of `origins`, and answers it as a Safe does. */
async function show(origins: readonly string[]) {
  const asked: Asked[] = []
  const frame = document.createElement('iframe')
  const answers: Record<string, (asked: Asked) => unknown> = {
    getSafeInfo: () => ({ safeAddress: ada, chainId: 11155111, threshold: 1, owners: [ada], isReadOnly: false }),
    rpcCall: ({ params }) => (params?.call === 'eth_getBalance' ? '0x2a' : null),
    signMessage: () => ({ messageHash: safeTxHash, signature }),
    sendTransactions: () => ({ safeTxHash }),
  }
  const onMessage = (event: MessageEvent<Asked>) => {
    if (event.source !== frame.contentWindow) return
    asked.push(event.data)
    const { id, method } = event.data
    const data = answers[method]?.(event.data)
    const answer = data === undefined ? { success: false, error: 'Not supported' } : { success: true, data }
    frame.contentWindow?.postMessage({ id, version: '1.18.0', ...answer }, '*')
  }
  window.addEventListener('message', onMessage)
  // vitest has put a function of its own into every dynamic import.
  frame.srcdoc = `<script>window.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() }</script>
  <script type="module">
    import { findSafeWallet } from '/src/connectors/eip155/safe.ts'
    window.search = findSafeWallet(window, new AbortController().signal, ${JSON.stringify(origins)})
  </script>`
  document.body.append(frame)
  ends.push(() => {
    window.removeEventListener('message', onMessage)
    frame.remove()
  })
  const page = () => frame.contentWindow as Page
  await expect.poll(() => page().search !== undefined).toBe(true)
  const found = await page().search
  return { asked, found, request: (method: string, params: unknown[] = []) => (found?.provider as { request(args: object): Promise<unknown> }).request({ method, params }) } // oxfmt-ignore
}

test('a page in the frame of a Safe connects, reads, signs and sends through it', async () => {
  const { asked, found, request } = await show([location.origin])
  expect(found?.wallet).toMatchObject({ id: 'safe', name: 'Safe' })
  expect(await request('eth_requestAccounts')).toEqual([ada])
  expect(await request('eth_chainId')).toBe('0xaa36a7')
  expect(await request('eth_getBalance', [ada, 'latest'])).toBe('0x2a')
  expect(await request('personal_sign', ['0x48', ada])).toBe(signature)
  expect(await request('eth_sendTransaction', [{ from: ada, to: ada, value: '0x5' }])).toBe(safeTxHash)
  expect(asked.find(({ method }) => method === 'sendTransactions')?.params?.txs).toEqual([{ to: ada, value: '5', data: '0x' }])
})

test('a page in the frame of any other site finds none, and this site gets no question', async () => {
  const { asked, found } = await show(['https://app.safe.global'])
  expect(found).toBeUndefined()
  expect(asked).toEqual([])
})
