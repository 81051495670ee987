// Where the frame is seen: over a box of the card. Its element stays where it is in the document, and is only given a place on the screen.
import { hiddenFrame, styleFrame } from '../../state/embedded/place-frame.js'

/** Lays the frame over `box`, and follows it until the returned function is called. Waits until nothing around it moves. */
export function placeFrameOver(frame: HTMLElement, box: HTMLElement): () => void {
  let isOver = false
  const place = () => {
    if (isOver) return
    const { left, top, width, height } = box.getBoundingClientRect()
    styleFrame(frame, {
      ...hiddenFrame,
      left: `${left}px`,
      top: `${top}px`,
      'inline-size': `${width}px`,
      'block-size': `${height}px`,
      visibility: 'visible',
      'pointer-events': 'auto',
    })
  }
  const sizes = new ResizeObserver(place)
  const begin = () => {
    if (isOver) return
    sizes.observe(box)
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, true)
    place()
    // Its buttons work only while it has the focus, and whoever uses a keyboard is there at once.
    frame.focus()
  }
  void stillness(box).then(begin)
  return () => {
    isOver = true
    sizes.disconnect()
    window.removeEventListener('resize', place)
    window.removeEventListener('scroll', place, true)
  }
}

/** Resolves when no element around `box` is animated: the card opens with a movement, and changes its height with one. */
async function stillness(box: Element): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    await new Promise((resolve) => requestAnimationFrame(resolve)) // an animation of this moment has begun by then
    const moving = around(box).flatMap((element) => element.getAnimations())
    if (moving.length === 0) return
    await Promise.allSettled(moving.map(({ finished }) => finished))
  }
}
/** Movements that follow each other: opening, height, view. */
const ROUNDS_MAX = 5

function around(box: Element): Element[] {
  const found: Element[] = []
  for (let node: Node | null = box; node; node = node instanceof ShadowRoot ? node.host : node.parentNode)
    if (node instanceof Element) found.push(node)
  return found
}
