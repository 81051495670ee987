// The chunk of the first open: the instance, the dialog, and the Connect view.
export { checkSettings, createLoadedModal } from './loaded-modal.js'
export { readAttributes } from '../elements/shell/attributes.js'
export { applyTheme, noteFocus, renderDialog } from '../elements/shell/shell.js'
