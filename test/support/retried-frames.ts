// A script of the page that holds the frames of Vitest's tests in a browser. Vitest waits without a limit for the frame of a file to load and to get
// ready, and sometimes one does not (vitest-dev/vitest#11243), which would end the run: such a frame is made anew.

/** Long beside the second that a frame takes. One that is only slow is not lost by another attempt. */
const LIMIT_MS = 20_000
/** After those it is waited for without a limit, as before. */
const ATTEMPTS = 4

export interface Orchestrator {
  /** Makes the frame of a file of tests; resolves when that is ready to run them. */
  prepareIframe(container: Element, file: string, ...more: unknown[]): Promise<HTMLIFrameElement>
  /** Takes the frame of a file away, if it has loaded. */
  removeIframe(file: string): void
}

/** `tell` is told whose frame is made anew. */
function retryFrames(orchestrator: Orchestrator, tell: (message: string) => void): void {
  const prepare = orchestrator.prepareIframe.bind(orchestrator)
  orchestrator.prepareIframe = async (container, file, ...more) => {
    for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, LIMIT_MS, undefined)))
      const iframe = await Promise.race([prepare(container, file, ...more), late])
      clearTimeout(timer)
      if (iframe) return iframe
      tell(`The frame of ${file} was not ready within ${LIMIT_MS / 1000} s, and is made anew.`)
      orchestrator.removeIframe(file)
      for (const left of container.querySelectorAll('iframe'))
        if (new URL(left.src).searchParams.get('iframeId') === file) left.remove()
    }
    return prepare(container, file, ...more)
  }
}

/** Does so for the orchestrator that Vitest is about to make. */
export function watchFrames(runner: { orchestrator?: Orchestrator }, tell: (message: string) => void): void {
  let own: Orchestrator | undefined
  Object.defineProperty(runner, 'orchestrator', {
    get: () => own,
    set: (made: Orchestrator) => retryFrames((own = made), tell),
  })
}
