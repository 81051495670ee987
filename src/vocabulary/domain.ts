// Labels of punycode in the names of hosts.

/** Labels that no encoder writes: of nothing, of ASCII alone, with a delimiter that delimits nothing, or of a label that is punycode already. */
const malformed = /(?:^|\.)xn--(?:-[^.-]*|[^.]*-|xn--[^.]*)?(?:\.|$)/

/**
 * Whether every `xn--` label of a host in ASCII stands for a name that IDNA allows. `URL` answers differently from release to release: newer ones
 * no longer look into the labels of a host that is ASCII as a whole. Beside a label that is not ASCII all of them do (UTS 46).
 * @param host as `URL.hostname` writes it
 */
export function hasValidLabels(host: string): boolean {
  return !/(?:^|\.)xn--/.test(host) || (!malformed.test(host) && URL.canParse(`https://${host}.\u00fc`))
}
