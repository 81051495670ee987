// Which languages are written from right to left. `Intl.Locale.getTextInfo` is not in every supported browser yet.
const rtlLanguages: readonly string[] = ['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']
const rtlScripts: readonly string[] = ['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']

/** Writing direction of a BCP 47 tag. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const [language = '', ...rest] = tag.split('-')
  const script = rest.find((part) => part.length === 4)
  const rtl = script === undefined ? rtlLanguages.includes(language.toLowerCase()) : rtlScripts.includes(script)
  return rtl ? 'rtl' : 'ltr'
}
