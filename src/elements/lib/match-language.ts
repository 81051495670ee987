// Chooses the language to show for a preferred BCP 47 tag.

/**
 * The tag of `known` with the language and script of `tag`, preferably with its region; undefined if there is none, or if `tag` is not valid BCP 47.
 * `de-CH` matches `de`; `zh-TW` (Hant) does not match `zh` (Hans). Missing scripts and regions are those of CLDR's likely subtags.
 */
export function matchLanguage(tag: string, known: readonly string[]): string | undefined {
  const likely = (each: string) => new Intl.Locale(each).maximize()
  try {
    const { language, script, region } = likely(tag)
    const fits = known.filter((each) => {
      const own = likely(each)
      return own.language === language && own.script === script
    })
    return fits.find((each) => likely(each).region === region) ?? fits[0]
  } catch {
    return undefined // RangeError: not a valid tag
  }
}
