// The languages of the frame. Apart from their texts, which come with the first screen.
import type { FrameLocale } from './messages.js'

/** The language for a tag of BCP 47, such as `de-AT`. Default: English. */
export function localeFor(tag: string | null | undefined): FrameLocale {
  const language = tag?.split('-')[0]?.toLowerCase()
  return language === 'de' || language === 'ar' ? language : 'en'
}
