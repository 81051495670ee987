// Which languages are written from right to left. May use `Intl.Locale.getTextInfo` once every supported browser has it.
const rtlLanguages = /^(ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)(-|$)/i
const rtlScripts = /-(Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa)\b/

/** The writing direction of a BCP 47 tag: by its script, if the tag names one, else by its language. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return (/-[a-z]{4}\b/i.test(tag) ? rtlScripts : rtlLanguages).test(tag) ? 'rtl' : 'ltr'
}
