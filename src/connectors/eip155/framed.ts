// Whether the page is shown in a frame: only then can there be a Safe around it.
import { peek } from '../peek.js'

/** Whether another window shows the page in a frame. */
export const isFramed = (window: Window): boolean => {
  const parent = peek(window, 'parent')
  return typeof parent === 'object' && parent !== null && parent !== window
}
