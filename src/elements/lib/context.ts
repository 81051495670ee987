// The one context of the package: the core of the modal that an element lives in.
import { createContext } from '@lit/context'
import type { Core } from '../../state/core.js'

export const coreContext = createContext<Core>(Symbol.for('wallet-modal:core'))
