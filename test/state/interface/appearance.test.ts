// Theme and language.
import { describe, expect, test } from 'vitest'
import { createLocale } from '../../../src/state/interface/locale.js'
import { createTheme } from '../../../src/state/interface/theme.js'
import { createTestCore } from '../../support/core.js'
import { createTestWindow } from '../../support/window.js'

describe('theme', () => {
  test('the setting wins; system follows the system', () => {
    const { core } = createTestCore({ config: { theme: { mode: 'system' } }, window: createTestWindow({ dark: true }).window })
    const { $mode, $choice, setMode } = core.use(createTheme)
    expect($mode.get()).toBe('dark')
    setMode('light')
    expect([$mode.get(), $choice.get()]).toEqual(['light', 'light'])
    setMode('system')
    expect($mode.get()).toBe('dark')
  })

  test('the system changes its mind', () => {
    const media = Object.assign(new EventTarget(), { matches: false })
    const { window } = createTestWindow({ globals: { matchMedia: () => media } })
    const { core } = createTestCore({ config: { theme: { mode: 'system' } }, window })
    const { $mode } = core.use(createTheme)
    expect($mode.get()).toBe('light')
    media.dispatchEvent(Object.assign(new Event('change'), { matches: true }))
    expect($mode.get()).toBe('dark')
  })

  test('without a window it is light', () => {
    const { core } = createTestCore({ config: { theme: { mode: 'system' } } })
    expect(core.use(createTheme).$mode.get()).toBe('light')
  })

  test('variables: only our own names', () => {
    const { core } = createTestCore({ config: { theme: { variables: { '--wm-color-accent': 'red' } } } })
    const { $variables, setVariables } = core.use(createTheme)
    expect($variables.get()).toEqual({ '--wm-color-accent': 'red' })
    setVariables({ '--wm-radius': '4px', color: 'red' })
    expect($variables.get()).toEqual({ '--wm-radius': '4px' })
  })
})

describe('locale', () => {
  test('chosen, then the document, then the browser, then English', () => {
    const { window } = createTestWindow({ language: 'de-at' })
    const { core } = createTestCore({ config: { locale: 'fr' }, window })
    const { $locale, $preferences, setLocale } = core.use(createLocale)
    expect($locale.get()).toBe('fr')
    expect($preferences.get()).toEqual(['fr', 'de-AT', 'en'])
    setLocale('ar-xb')
    expect($locale.get()).toBe('ar-XB')
  })

  test('nonsense changes nothing', () => {
    const { core } = createTestCore({ window: createTestWindow({ language: '' }).window })
    const { $locale, setLocale } = core.use(createLocale)
    setLocale('not a tag!')
    expect($locale.get()).toBe('en')
  })
})
