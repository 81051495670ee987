// Frame of the gallery: the list of views and states, the switches, and the stage.
import { useEffect, useRef, useState } from 'react'
import { Choice } from '../dapp/settings.js'
import type { DemoConfig } from '../shared/config.js'
import { languages } from '../shared/languages.js'
import { directions, statesOf, themes, useAddress, widths, writeAddress, type Address } from './address.js'
import type { Scene, Scenes } from './scenes.js'
import { createStage, type Stage } from './stage.js'

interface GalleryProps {
  readonly config: DemoConfig
  readonly scenes: Scenes
}

export function Gallery({ config, scenes }: GalleryProps) {
  const [address, change] = useAddress(scenes)
  const { view, state, theme, dir, bare } = address
  const scene = statesOf(scenes, view)[state]
  useEffect(() => {
    Object.assign(document.documentElement, { dir, lang: address.locale })
    document.documentElement.dataset['theme'] = theme
    document.title = `${view} · ${state} · wallet-modal gallery`
  }, [view, state, theme, dir, address.locale])
  if (scene === undefined) return null
  // Another theme is put on the scene as it stands.
  const key = writeAddress({ ...address, theme: 'light' })
  const stage = <StageFrame key={key} config={config} scene={scene} address={address} />
  if (bare) return <main className="bare">{stage}</main>
  return (
    <div className="gallery">
      <Contents scenes={scenes} address={address} change={change} />
      <main className="stack">
        <header className="stack">
          <div>
            <h1>
              {view} <span className="state">{state}</span>
            </h1>
            <p className="note">{scene.about}</p>
          </div>
          <Switches address={address} change={change} />
        </header>
        {stage}
      </main>
    </div>
  )
}

interface AddressProps {
  readonly address: Address
  readonly change: (part: Partial<Address>) => void
}

function Contents({ scenes, address, change }: AddressProps & { readonly scenes: Scenes }) {
  return (
    <nav aria-label="Views and states">
      <a className="brand" href="/">
        <img src="/favicon.svg" alt="" width="28" height="28" />
        Gallery
      </a>
      <ul>
        {Object.keys(scenes).map((view) => (
          <li key={view}>
            <span className="view">{view}</span>
            <ul>
              {Object.keys(statesOf(scenes, view)).map((state) => (
                <li key={state}>
                  <a
                    href={writeAddress({ ...address, view, state })}
                    aria-current={view === address.view && state === address.state ? 'page' : undefined}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return // a new tab was meant
                      event.preventDefault()
                      change({ view, state })
                    }}
                  >
                    {state}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const pairs = <T extends string>(values: readonly T[]) => values.map((value) => [value, value] as const)

function Switches({ address, change }: AddressProps) {
  return (
    <div className="switches">
      <Choice label="Theme" options={pairs(themes)} value={address.theme} onChange={(theme) => change({ theme })} />
      <Choice label="Language" options={languages} value={address.locale} onChange={(locale) => change({ locale, dir: 'ltr' })} />
      <Choice
        label="Direction"
        options={pairs(directions)}
        value={address.dir}
        onChange={(dir) => change({ dir, locale: dir === 'rtl' ? 'ar-XB' : 'en' })}
      />
      <Choice label="Width" options={pairs(widths)} value={address.width} onChange={(width) => change({ width })} />
    </div>
  )
}

/** Plays one scene; `data-played` says that it has arrived, for those who take pictures. */
function StageFrame({
  config,
  scene,
  address,
}: {
  readonly config: DemoConfig
  readonly scene: Scene
  readonly address: Address
}) {
  const place = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState<string>()
  const { theme, locale, width } = address
  const shown = useRef<Stage>(undefined)
  const first = useRef(theme)
  useEffect(() => {
    const container = place.current
    if (container === null) return undefined
    delete container.dataset['played']
    const stage = createStage(config, { theme: first.current, locale }, scene)
    shown.current = stage
    container.append(stage.element)
    let wanted = true
    void (async () => {
      try {
        await stage.element.shown()
        await scene.play(stage)
        await stage.element.shown()
      } catch (error) {
        if (wanted) setProblem(error instanceof Error ? error.message : String(error))
      }
      if (wanted) container.dataset['played'] = 'yes'
    })()
    return () => {
      wanted = false
      stage.end()
    }
  }, [config, scene, locale])
  useEffect(() => shown.current?.setTheme(theme), [theme])
  return (
    <>
      <div ref={place} className={`stage w${width}`} />
      {problem && (
        <p className="banner danger" role="alert">
          This scene failed: {problem}
        </p>
      )}
    </>
  )
}
