// What the page itself does with keys, and the worker too: in one file, which a browser fetches once for both.
export { newBoxKeys, openWith, recoveryAad, sealFor } from './recovery-box.js'
export { clientHalfOfCode } from './recovery-code.js'
