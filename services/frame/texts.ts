// The texts of a language. Other ones than English are loaded by those who read them; when the network is away just then, English says it.
import { en, type FrameLocale, type FrameMessages } from './messages.js'

const catalogues: Readonly<Record<FrameLocale, () => Promise<FrameMessages>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('./messages-de.js')).de,
  ar: async () => (await import('./messages-ar.js')).ar,
}

export const messagesFor = (locale: FrameLocale): Promise<FrameMessages> => catalogues[locale]().catch(() => en)
