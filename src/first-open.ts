// Everything that the first open of a modal needs, as one import: the instance, the dialog, and the first view in it.
export { checkSettings, createInstance } from './instance.js'
export { readAttributes } from './elements/shell/attributes.js'
export { dress, noteFocus } from './elements/shell/shell.js'
