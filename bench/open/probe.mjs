// What runs in the page itself: wallets that announce themselves, and a watch for the frame in which something has been painted.

/** Names of the announced wallets, and of the listed ones. */
export const ANNOUNCED = 'Announced Wallet'
export const LISTED = 'Listed Wallet'

/**
 * Before the page's own scripts: announces `count` wallets as EIP-6963 wants it, and puts `bench` into the window.
 * @param {{ count: number, announced: string }} options
 */
export function installProbe({ count, announced }) {
  const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="#36c"/></svg>')}`
  const refused = () => Promise.reject(Object.assign(new Error('Unsupported method'), { code: 4200 }))
  const wallets = Array.from({ length: count }, (_, index) =>
    Object.freeze({
      info: { uuid: crypto.randomUUID(), name: `${announced} ${index}`, icon: picture, rdns: `example.wallet${index}` },
      provider: { request: refused, on: () => {}, removeListener: () => {} },
    }),
  )
  const announce = () => {
    for (const detail of wallets) dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  addEventListener('eip6963:requestProvider', announce)
  announce()

  const bench = (globalThis.bench = { clicked: 0, longTasks: [] })
  addEventListener('click', ({ timeStamp }) => (bench.clicked = timeStamp), { capture: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) bench.longTasks.push({ startTime, duration })
  }).observe({ type: 'longtask' })

  /** All elements, through shadow roots. */
  bench.elements = function* (root = document) {
    for (const element of root.querySelectorAll('*')) {
      yield element
      if (element.shadowRoot) yield* bench.elements(element.shadowRoot)
    }
  }
  bench.isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  /** What to look for: a button by its text, the innermost element that begins with a text, or the code. */
  const finders = {
    button: (element, text) => element.localName === 'button' && element.textContent.trim().startsWith(text),
    /** The row of our own that bears the text in its label; `button` does not see through slots. */
    row: (element, text) => element.childElementCount === 0 && element.textContent.trim().startsWith(text),
    code: (element) =>
      element.localName === 'path' &&
      element.getRootNode().host?.localName === 'wm-qr-code' &&
      element.closest('[part="code"]:not(.empty)') !== null,
  }
  bench.find = (kind, text) => {
    for (const element of bench.elements()) if (finders[kind](element, text) && bench.isSeen(element)) return element
    return undefined
  }
  /** Resolves with the time at which the frame after the one that has it began: it has been painted then. `thenClick`: presses it in that frame. */
  bench.painted = (kind, text, { thenClick = false } = {}) =>
    new Promise((resolve) => {
      const look = () => {
        const found = bench.find(kind, text)
        if (!found) return requestAnimationFrame(look)
        requestAnimationFrame(() => {
          const now = performance.now()
          if (thenClick) found.click()
          resolve(now)
        })
      }
      look()
    })
  /** Nodes of the document with all shadow trees. */
  const countNodes = (root = document) => {
    let nodes = 0
    const walker = document.createTreeWalker(root)
    while (walker.nextNode()) {
      nodes++
      if (walker.currentNode.shadowRoot) nodes += countNodes(walker.currentNode.shadowRoot)
    }
    return nodes
  }
  let list, box
  /** Finds the list of a view and the box that scrolls it, once: looking for them in each frame would cost more than scrolling. Gives the time. */
  bench.holdList = (view) => {
    list = [...bench.elements()].find(({ localName }) => localName === view).shadowRoot
    box = [...bench.elements()].find((element) => element.matches('[part="body"]'))
    return performance.now()
  }
  /** Resolves three frames after a turn of the wheel. `isEnd`: nothing is below, and no page is to come. `rows`: counts what it selects, and all nodes. */
  bench.scrolled = async (rows) => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    const isEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1 && list.querySelector('[data-key="more"]') === null
    return { isEnd, rows: rows ? list.querySelectorAll(rows).length : 0, nodes: rows ? countNodes() : 0 }
  }
  bench.since = (begun) => ({
    seconds: (performance.now() - begun) / 1000,
    tasks: bench.longTasks.filter(({ startTime }) => startTime >= begun).map(({ duration }) => duration),
  })
}
