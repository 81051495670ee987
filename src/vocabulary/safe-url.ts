// Which untrusted urls may be opened as a link. Those that could run code or read from this device may not.

/** Whether a text is an absolute ws or wss url. */
export function isSocketUrl(text: string): boolean {
  return /^wss?:\/\//i.test(text) && URL.canParse(text)
}

/**
 * Whether a text is a link with an app's own scheme (`acme://`), such a scheme alone, or a web url. Schemes that the browser handles itself are refused,
 * and so are white space and control characters, which browsers skip.
 */
export function isAppLink(text: string): boolean {
  if (/[\s\p{Cc}"'<>\\^`{|}]/u.test(text)) return false
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  return scheme === undefined ? /^[a-z][a-z0-9+.-]*$/i.test(text) : !forbidden.test(scheme)
}

// A list of refused schemes, because each wallet has a scheme of its own.
const forbidden =
  /^(?:javascript|data|vbscript|file|blob|about|filesystem|view-source|chrome.*|.*-extension|resource|jar|wss?|ftp|content|intent|android-app|mailto|tel|sms)$/
