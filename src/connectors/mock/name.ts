// The name of a mock wallet.
import { displayName } from '../../vocabulary/display-name.js'

/**
 * The name as the modal shows it: discovery makes the id of the wallet's row of that, so the mock wallet has to.
 * @throws TypeError when nothing of it can be shown
 */
export function shownName(name = 'Mock Wallet'): string {
  const shown = displayName(name)
  if (shown === undefined) throw new TypeError('The name of a mock wallet needs a visible character')
  return shown
}
