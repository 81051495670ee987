// The dapp's switches: appearance at once, dialog mode and language by a new modal where they are fixed at its start.
import { useEffect, useState } from 'react'
import type { DialogMode, ThemeMode } from '../../src/index.js'
import { languages } from '../shared/languages.js'

export interface Settings {
  readonly theme: ThemeMode
  readonly dialog: DialogMode
  readonly locale: string
  readonly signIn: SignInMode
}

/** Whether accounts are asked to sign in. */
export type SignInMode = 'off' | 'optional' | 'required'
export const signInModes: readonly (readonly [SignInMode, string])[] = [
  ['off', 'Off'],
  ['optional', 'Asked for'],
  ['required', 'Required'],
]

const STORAGE_KEY = 'demo-dapp:settings'
const themes: readonly (readonly [ThemeMode, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]
const dialogs: readonly (readonly [DialogMode, string])[] = [
  ['modal', 'Modal'],
  ['layer', 'Layer'],
  ['inline', 'In the page'],
]

/** The settings, remembered in this browser; the page follows the theme. */
export function useSettings(): readonly [Settings, (change: Partial<Settings>) => void] {
  const [settings, setSettings] = useState(restore)
  useEffect(() => {
    store(settings)
    if (settings.theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = settings.theme
  }, [settings])
  return [settings, (change) => setSettings((before) => ({ ...before, ...change }))]
}

function store(settings: Settings): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings))
  } catch {
    // site data are blocked: the settings hold until the next load
  }
}

function restore(): Settings {
  let stored: Partial<Record<keyof Settings, unknown>> = {}
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}')
    if (typeof value === 'object' && value !== null) stored = value
  } catch {
    // somebody else's text under our key: the defaults do
  }
  return {
    theme: known(themes, stored.theme) ?? 'system',
    dialog: known(dialogs, stored.dialog) ?? 'modal',
    locale: known(languages, stored.locale) ?? 'en',
    signIn: known(signInModes, stored.signIn) ?? 'off',
  }
}

function known<T extends string>(options: readonly (readonly [T, string])[], value: unknown): T | undefined {
  return options.find(([option]) => option === value)?.[0]
}

interface SettingsCardProps {
  readonly settings: Settings
  readonly onChange: (change: Partial<Settings>) => void
}

export function SettingsCard({ settings, onChange }: SettingsCardProps) {
  return (
    <section className="card stack" aria-labelledby="settings-title">
      <h2 id="settings-title">Appearance</h2>
      <div className="fields">
        <Choice label="Theme" options={themes} value={settings.theme} onChange={(theme) => onChange({ theme })} />
        <Choice label="Dialog" options={dialogs} value={settings.dialog} onChange={(dialog) => onChange({ dialog })} />
        <Choice label="Language" options={languages} value={settings.locale} onChange={(locale) => onChange({ locale })} />
      </div>
    </section>
  )
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly options: readonly (readonly [T, string])[]
  readonly value: T
  readonly onChange: (value: T) => void
}

export function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  return (
    <label className="field">
      {label}
      <select value={value} onChange={(event) => onChange(known(options, event.target.value) ?? value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
