// The windows that a test opens in the place of the browser. They can be closed, and remember where they were led.

export interface LoginPopup {
  /** To hand over as a member of the page's window. */
  readonly open: () => Window | null
  /** Where they were led, in order. */
  readonly visited: readonly string[]
  readonly closed: () => boolean
  /** Of the newest: what stands in it before it is led anywhere. */
  readonly note: () => string
  readonly hasOpener: () => boolean
  /** The visitor closes the newest. */
  close(): void
}

/** @param isBlocked the browser opens none */
export function createLoginPopup({ isBlocked = false } = {}): LoginPopup {
  const visited: string[] = []
  const make = () => ({
    closed: false,
    opener: {} as object | null,
    document: { title: '', body: { textContent: '' } },
    location: { replace: (url: string) => void visited.push(url) },
    close() {
      this.closed = true
    },
  })
  let newest = make()
  return {
    open() {
      if (isBlocked) return null
      newest = make()
      return newest as unknown as Window // what is used of a window
    },
    visited,
    closed: () => newest.closed,
    note: () => newest.document.body.textContent,
    hasOpener: () => newest.opener !== null,
    close: () => newest.close(),
  }
}
