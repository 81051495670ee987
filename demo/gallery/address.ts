// What the gallery shows, kept in the address bar, so that each picture has a link.
import { useEffect, useState } from 'react'
import { directionOf } from '../../src/elements/lib/direction.js'
import { languages } from '../shared/languages.js'
import type { Scene, Scenes } from './scenes.js'

export const themes = ['light', 'dark'] as const
export const directions = ['ltr', 'rtl'] as const
export const widths = ['320', '360', '390', '600'] as const

export interface Address {
  readonly view: string
  readonly state: string
  readonly theme: (typeof themes)[number]
  readonly dir: (typeof directions)[number]
  readonly locale: string
  readonly width: (typeof widths)[number]
  /** Only the stage, for pictures. */
  readonly bare: boolean
}

/** Unknown values fall back to the first of their kind. */
export function readAddress(search: string, scenes: Scenes): Address {
  const query = new URLSearchParams(search)
  const one = <T extends string>(name: string, options: readonly T[], fallback: T): T =>
    options.find((option) => option === query.get(name)) ?? fallback
  const view = one('view', Object.keys(scenes), 'Connect')
  const states = Object.keys(statesOf(scenes, view))
  const tags = languages.map(([tag]) => tag)
  const asked = one('locale', tags, 'en')
  // The modal's direction is its language's: asked for the other one, the mirrored test language stands in.
  const locale = query.get('dir') === 'rtl' && directionOf(asked) === 'ltr' ? 'ar-XB' : asked
  return {
    view,
    state: one('state', states, states[0] ?? ''),
    theme: one('theme', themes, 'light'),
    dir: directionOf(locale),
    locale,
    width: one('width', widths, '360'),
    bare: query.has('bare'),
  }
}

export function statesOf(scenes: Scenes, view: string): Readonly<Record<string, Scene>> {
  return scenes[view as keyof Scenes] ?? {} // an unknown name gives undefined
}

export function writeAddress({ bare, ...rest }: Address): string {
  const query = new URLSearchParams(rest)
  if (bare) query.set('bare', '1')
  return `?${query}`
}

/** The address as state; going back and forth in the browser works. */
export function useAddress(scenes: Scenes): readonly [Address, (change: Partial<Address>) => void] {
  const [address, setAddress] = useState(() => readAddress(location.search, scenes))
  useEffect(() => {
    const onPop = () => setAddress(readAddress(location.search, scenes))
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [scenes])
  const change = (part: Partial<Address>) => {
    const next = readAddress(writeAddress({ ...address, ...part }), scenes)
    history.pushState(null, '', writeAddress(next))
    setAddress(next)
  }
  return [address, change]
}
