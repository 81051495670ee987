// Which texts from outside may become a link. Everything that could run code, or read from this device, may not.

/** Absolute ws or wss url. */
export function isSocketUrl(text: string): boolean {
  return /^wss?:\/\//i.test(text) && URL.canParse(text)
}

/**
 * An app's own scheme (`acme://`), or a web url. Schemes that a browser itself acts upon are refused, also when they are hidden behind
 * blanks and control characters, which browsers skip.
 */
export function isAppLink(text: string): boolean {
  if (/[\s\p{Cc}"'<>\\^`{|}]/u.test(text)) return false
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  return scheme === undefined ? /^[a-z][a-z0-9+.-]*$/i.test(text) : !forbidden.test(scheme)
}

// What is refused, because nobody can list what is allowed: wallets invent their schemes.
const forbidden =
  /^(?:javascript|data|vbscript|file|blob|about|filesystem|view-source|chrome.*|.*-extension|resource|jar|wss?|ftp|content|intent|android-app|mailto|tel|sms)$/
