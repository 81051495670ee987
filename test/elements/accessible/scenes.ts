// Every scene of the gallery as a test: it is played as the gallery's page does it, and axe then has nothing to say about it.
import axe from 'axe-core'
import { afterEach, expect, test, vi } from 'vitest'
import { createScenes, type Scene } from '../../../demo/gallery/scenes.js'
import { createStage } from '../../../demo/gallery/stage.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createSceneServices, demo } from './services.js'

type Theme = 'light' | 'dark'

/** Scenes that show how something is waited for, beside those of services that never answer. */
const WAITING = ['Swap asking', 'OnRampProviders quoting', 'SmartSessionRequest reading']
/** Longer than a view waits after a letter that is typed, and shorter than a scene that goes on by itself. */
const PAUSE_MS = 600
const FRAME_MS = 16
/** As slow as a frame, so that a scene has as many frames as it would have had in that time. */
const nextFrame = () => new Promise(requestAnimationFrame)

/** Tests half of the scenes: those of a view are light and dark in turn. */
export function testScenes(theme: Theme): void {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    document.body.replaceChildren()
  })
  let count = 0
  for (const [view, states] of Object.entries(createScenes(demo)))
    for (const [state, scene] of Object.entries(states)) {
      if ((count++ % 2 === 0 ? 'light' : 'dark') !== theme) continue
      test(`${view}, ${state}: ${scene.about}, in ${theme}`, () => testScene(view, state, scene, theme))
    }
}

async function testScene(view: string, state: string, scene: Scene, theme: Theme): Promise<void> {
  const services = createSceneServices()
  vi.stubGlobal('fetch', services.fetch)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const main = document.createElement('main')
  main.style.inlineSize = '360px'
  const heading = document.createElement('h1')
  heading.textContent = `${view} ${state}`
  const stage = createStage(demo, { theme, locale: 'en' }, scene)
  main.append(heading, stage.element)
  document.body.append(main)
  /** Lets time pass with the frames, however long these take, until something is so. */
  const pass = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      await vi.advanceTimersByTimeAsync(FRAME_MS)
      await nextFrame()
    }
  }
  try {
    let isPlayed = false
    const playing = (async () => {
      await stage.element.shown()
      await scene.play(stage)
      await stage.element.shown()
    })().finally(() => (isPlayed = true))
    await Promise.all([playing, pass(() => isPlayed)])
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    const isWaiting = scene.world === 'silent' || WAITING.includes(`${view} ${state}`)
    await pass(() => services.pending === 0 && isStill(main) && (isWaiting || !isLoading(main)))
    expect(stage.core.use(createRouter).$view.get().name).toBe(view === 'Notices' ? 'Connect' : view)
    vi.useRealTimers() // of the clock of axe; what is shown waits from now on
    const { violations } = await axe.run(main, { resultTypes: ['violations'] })
    expect(
      violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')}\n${failureSummary ?? ''}`),
      ),
    ).toEqual([])
  } finally {
    stage.end()
  }
}

/** Nothing moves, but for what turns for ever: half of a transition has a contrast of its own. */
function isStill(root: Element): boolean {
  return [...everything(root)]
    .flatMap((element) => element.getAnimations())
    .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity)
}

/** Whether the view says that something has not come yet, or is itself not there yet. */
function isLoading(root: Element): boolean {
  for (const element of everything(root))
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE && /^\s*(Loading|Looking) /.test(node.textContent ?? '')) return true
  return false
}

/** An element and all in it, through shadow roots. */
function* everything(element: Element): Generator<Element> {
  yield element
  for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) yield* everything(child)
}
