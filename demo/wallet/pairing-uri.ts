// Finds the pairing uri in whatever a person pastes, scans or follows (wire reference §12.1).

const PAIRING = /^wc:[0-9a-f]{64}@2\?[^\s#]+$/i
const MAX_LENGTH = 4_096
const ROUNDS = 4

/**
 * Takes a raw `wc:` uri, one or two times percent-encoded, base64, `wc://`, or any link that carries one as `uri=`.
 * Resolves with the uri in its plain form, or nothing.
 */
export function readPairingUri(text: string): string | undefined {
  let candidate = text.trim()
  if (candidate.length > MAX_LENGTH) return undefined
  for (let round = 0; round < ROUNDS; round++) {
    const plain = candidate.replace(/^wc:\/\//i, 'wc:').replace(/^web\+wc:/i, 'wc:')
    if (PAIRING.test(plain) && new URLSearchParams(plain.slice(plain.indexOf('?'))).has('symKey')) return plain
    const next = linkParameter(candidate) ?? decodePercent(candidate) ?? decodeBase64(candidate)
    if (next === undefined) return undefined
    candidate = next.trim()
  }
  return undefined
}

/** `acme://wc?uri=…`, `https://host/wc?uri=…` */
function linkParameter(text: string): string | undefined {
  if (/^wc:/i.test(text) || !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return undefined
  const query = text.indexOf('?')
  return query < 0 ? undefined : (new URLSearchParams(text.slice(query + 1)).get('uri') ?? undefined)
}

function decodePercent(text: string): string | undefined {
  if (!/%[0-9a-f]{2}/i.test(text)) return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // a lone %: not a uri of ours
  }
}

function decodeBase64(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]{40,}={0,2}$/.test(text)) return undefined
  try {
    return atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  } catch {
    return undefined // only looked like base64
  }
}
