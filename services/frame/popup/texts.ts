// The texts of a language. Other ones than English are loaded by those who read them.
import { en, type WindowMessages } from './messages.js'

const others: Readonly<Record<string, (() => Promise<WindowMessages>) | undefined>> = {
  de: async () => (await import('./messages-de.js')).de,
  ar: async () => (await import('./messages-ar.js')).ar,
}

/** @param tag BCP 47. English for other languages, and where the texts could not be loaded */
export async function windowTexts(tag: string): Promise<WindowMessages> {
  const language = tag.slice(0, 2).toLowerCase()
  return Object.hasOwn(others, language) ? ((await others[language]?.().catch(() => undefined)) ?? en) : en
}
