// Names of domains, in the one form in which they are compared and stored. Read by UTS 46 with a table of our own: what Node's `URL` and
// `domainToASCII` take for a name differs from release to release.
import { toASCII } from 'tr46'

/**
 * The name in ASCII and lower case (UTS 46, non-transitional), its labels as they are written in DNS: `bücher.example` becomes
 * `xn--bcher-kva.example`. Undefined for a name with a label that IDNA does not allow, such as `xn--a.example`, which decodes to nothing.
 * It knows no addresses, ports and lengths, and leaves ASCII characters beside letters and digits to the caller.
 */
export function toAsciiDomain(name: string): string | undefined {
  const ascii = toASCII(name, { checkBidi: true, checkJoiners: true })
  return ascii === null || ascii === '' ? undefined : ascii
}
