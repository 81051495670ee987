// Which languages are written from right to left. `Intl.Locale.getTextInfo` is not in every supported browser yet.
const rtlLanguages = /^(ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)(-|$)/i
const rtlScripts = /-(Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa)\b/

/** Writing direction of a BCP 47 tag: a script, where the tag names one, decides. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return (/-[a-z]{4}\b/i.test(tag) ? rtlScripts : rtlLanguages).test(tag) ? 'rtl' : 'ltr'
}
