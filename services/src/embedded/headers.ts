// The headers of the frame's origin: what its documents may load, and who may embed them.

/** On every answer. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-get=(self)',
  'cross-origin-embedder-policy': 'require-corp',
}

/** For an origin of https: browsers forget what they were told otherwise. */
export const strictTransport = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } as const

/** The frame document, which only pages of `ancestors` may embed. */
export function frameHeaders(ancestors: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy({
      'worker-src': "'self'",
      'frame-ancestors': ancestors,
      'trusted-types': 'lit-html wm-worker',
    }),
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  }
}

const ofPage: Readonly<Record<string, string>> = {
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
}

/** A page of its own, in a tab or a popup. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy({ 'frame-ancestors': "'none'", 'trusted-types': "'none'" }),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  ...ofPage,
}

/** The window for an approval, which draws with the frame's own code and has neither keys nor a worker. */
export const windowHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  'content-security-policy': policy({ 'frame-ancestors': "'none'", 'trusted-types': 'lit-html' }),
}

/** The page that has the keys, as the frame does, and shows them: nobody embeds it, and no page of another origin has a handle of its window. */
export const walletPageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy({
    'worker-src': "'self'",
    'frame-ancestors': "'none'",
    'trusted-types': 'lit-html wm-worker',
  }),
  'cross-origin-opener-policy': 'same-origin',
  ...ofPage,
}

function policy(more: Readonly<Record<string, string>>): string {
  const rules: Readonly<Record<string, string>> = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    // Nodes of chains are reached through this origin too.
    'connect-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'object-src': "'none'",
    'frame-src': "'none'",
    'require-trusted-types-for': "'script'",
    ...more,
  }
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}
