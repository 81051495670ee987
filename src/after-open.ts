// Everything that a modal needs besides its first view and is not one view's own: fetched as one piece right after the first view is painted, or
// with the first act that needs it. `first-open.ts` is the other side of this seam; what its elements take from here is in `elements/lib/after-open.ts`.
import './elements/primitives/skeleton.js'
import './elements/primitives/spinner.js'

export { parseConfig } from './config/check.js'
export { routeTable } from './elements/all-routes.js'
export { chooseWallet, viewOf } from './elements/lib/choose-wallet.js'
export { followTheme } from './elements/lib/theme.js'
export { createDialogEffects } from './elements/shell/dialog-effects.js'
export { createLogger } from './logger.js'
export { namespaceRows } from './namespaces.js'
export { createClaim } from './state/claim.js'
export { createReactions } from './state/reactions.js'
export { raiseProblem } from './state/setup-problems.js'
export { createVerbs } from './verbs.js'
