// Which language is shown to whom wants another one.

/**
 * One of `known` in the language and script of `tag`, that of its region first; undefined when there is none, and when `tag` is no BCP 47 tag.
 * `de-CH` is shown in `de`; `zh-TW` (Hant) is not shown in `zh` (Hans). Script and region are filled in by the likely subtags of CLDR.
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
    return undefined // a RangeError
  }
}
