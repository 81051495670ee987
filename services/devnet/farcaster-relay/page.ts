// The page that plays the Farcaster app: the address of the QR code leads here.
import { createHash } from 'node:crypto'
import { farcasterPeople } from './registry.js'

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-inline-size:26rem;margin:2rem auto;padding-inline:1rem}
.test{border:2px dashed #a15c00;padding:.75rem 1rem;border-radius:.5rem}button{font:inherit;padding:.6rem 1.2rem;min-block-size:44px;margin:.2rem}`
const styleHash = createHash('sha256').update(style).digest('base64')

/** A page, and the headers it needs. */
export interface Page {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Who signs in to `domain`? */
export function appPage(domain: string): Page {
  const people = farcasterPeople
    .map(({ fid, displayName }, index) => `<button name="person" value="${index}">${escape(displayName)} (${fid})</button>`)
    .join('')
  return page(
    `<p class="test"><strong>For development.</strong> This page plays the Farcaster app. Everybody knows its keys.</p><p>${escape(domain)} asks you to sign in.</p><form method="post">${people}</form>`,
  )
}

/** How it ended. */
export function endPage(text: string): Page {
  return page(`<p role="status">${escape(text)}</p>`)
}

function page(content: string): Page {
  return {
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Sign in with Farcaster</title><style>${style}</style></head><body><main><h1>Sign in with Farcaster</h1>${content}</main></body></html>`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  }
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
