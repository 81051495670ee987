// What the page needs of a browser beyond its parts.

export interface PageTools {
  /** Rejects where the browser does not allow it. */
  copy(text: string): Promise<void>
  /** Saves a text as a file. */
  download(name: string, text: string): void
  /** Calls once the page is no longer looked at. @returns ends it */
  onHidden(listener: () => void): () => void
  /** Calls after so long. @returns ends it */
  after(ms: number, listener: () => void): () => void
}

/** A browser reads a file of ours for so long after the press. */
const READ_MS = 10_000

export function browserTools(window: Window & typeof globalThis): PageTools {
  const { document } = window
  const after: PageTools['after'] = (ms, listener) => {
    const timer = window.setTimeout(listener, ms)
    return () => window.clearTimeout(timer)
  }
  return {
    after,
    // Absent where the page is not served by https.
    copy: (text) =>
      (window.navigator.clipboard as Clipboard | undefined)?.writeText(text) ?? Promise.reject(new Error('no clipboard')),
    download(name, text) {
      const url = window.URL.createObjectURL(new window.Blob([text], { type: 'application/json' }))
      const link = document.createElement('a')
      link.href = url
      link.download = name
      link.click()
      after(READ_MS, () => window.URL.revokeObjectURL(url))
    },
    onHidden(listener) {
      const stopping = new window.AbortController()
      const { signal } = stopping
      const hidden = () => document.visibilityState === 'hidden' && listener()
      document.addEventListener('visibilitychange', hidden, { signal })
      for (const name of ['blur', 'pagehide'] as const) window.addEventListener(name, listener, { signal })
      return () => stopping.abort()
    },
  }
}
