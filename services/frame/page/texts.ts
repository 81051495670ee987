// The texts of a language. Other ones than English are loaded by those who read them; when the network is away just then, English says it.
import type { FrameLocale } from '../messages.js'
import { en, type PageMessages } from './messages.js'

const catalogues: Readonly<Record<FrameLocale, () => Promise<PageMessages>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('./page-messages-de.js')).de,
  ar: async () => (await import('./page-messages-ar.js')).ar,
}

export const pageTextsFor = (locale: FrameLocale): Promise<PageMessages> => catalogues[locale]().catch(() => en)
