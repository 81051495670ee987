// A phrase of the visitor's own, which this browser keeps and only the real frame can show: a window that a page has drawn does not know it.
import type { FrameStore } from './store.js'

export const PHRASE_MAX = 40

/** Undefined: none was chosen in this browser. */
export async function phraseOf(store: Pick<FrameStore, 'get'>): Promise<string | undefined> {
  const kept = await store.get('phrase')
  return typeof kept === 'string' && kept !== '' && kept.length <= PHRASE_MAX ? kept : undefined
}
