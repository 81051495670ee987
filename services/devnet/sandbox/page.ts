// The sandbox's checkout page: plain HTML without any script, which says in every state that the money is play money.
import { createHash } from 'node:crypto'
import { formatUnits } from '../../../src/vocabulary/amount.js'
import type { Order, OrderState } from './orders.js'

const style = `:root{color-scheme:light dark;--ink:#1c1c1e;--quiet:#555;--paper:#fff;--warn:#a15c00;--warnpaper:#fff4e0;--main:#1c4fd6}
@media(prefers-color-scheme:dark){:root{--ink:#f2f2f7;--quiet:#b3b3ba;--paper:#1c1c1e;--warn:#ffb454;--warnpaper:#3a2a10;--main:#2f62e6}}
body{font:16px/1.5 system-ui,sans-serif;max-inline-size:28rem;margin:2rem auto;padding-inline:1rem;color:var(--ink);background:var(--paper)}
.test{border:2px dashed var(--warn);background:var(--warnpaper);padding:.75rem 1rem;border-radius:.5rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}
form{display:inline}button{font:inherit;color:inherit;padding:.6rem 1.2rem;min-block-size:44px;border-radius:.5rem;border:1px solid var(--quiet);background:var(--paper);cursor:pointer}
button.main{background:var(--main);border-color:var(--main);color:#fff}`
const styleHash = createHash('sha256').update(style).digest('base64')

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const texts: Readonly<Record<OrderState, string>> = {
  pending: 'Confirm to receive the test tokens. No card and no bank account is asked for.',
  paying: 'The test tokens are on their way. This page looks again every two seconds.',
  done: 'The test tokens have arrived. You can close this window.',
  failed: 'The devnet did not carry out the payment. Nothing was paid; please start again.',
  expired: 'This order is closed. Nothing was paid.',
}

export function checkoutPage(order: Order): Response {
  const { id, token, state } = order
  const fields: readonly (readonly [string, string])[] = [
    ['You get', `${formatUnits(BigInt(order.amount), order.decimals)} ${order.symbol}`],
    ['For', `${order.fiatAmount} ${order.fiatCurrency}, of which nothing is charged`],
    ['To', order.address],
    ['Network', `${order.chainId}, a devnet`],
    ...(order.txHash === null ? [] : [['Transaction', order.txHash] as const]),
  ]
  const form = (action: string, label: string, mark = '') =>
    `<form method="post" action="/onramp/checkout/${escape(id)}/${action}"><input type="hidden" name="token" value="${escape(token)}"><button${mark}>${label}</button></form>`
  const forms = state === 'pending' ? `<p>${form('confirm', 'Confirm', ' class="main"')} ${form('cancel', 'Cancel')}</p>` : ''
  const rows = fields.map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`).join('')
  const body = `<h1>Test purchase</h1><p class="test"><strong>Test money.</strong> Nothing is bought and nothing is paid: these tokens exist on a developer’s chain only and are worth nothing.</p><dl>${rows}</dl><p role="status">${texts[state]}</p>${forms}`
  return html(body, 200, state === 'paying' ? { refresh: '2' } : {})
}

/** When there is no order, or its form was not ours. */
export function problemPage(status: number, text: string): Response {
  return html(`<h1>Test purchase</h1><p role="alert">${escape(text)}</p>`, status)
}

function html(body: string, status: number, more: Readonly<Record<string, string>> = {}): Response {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Test purchase</title><style>${style}</style></head><body><main>${body}</main></body></html>`
  return new Response(page, { status, headers: { ...headers, ...more } })
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
