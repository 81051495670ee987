// What the modal itself uses of signing in. Loaded by pages with the setting `siwx`.
export { createLocalStore } from './local-store.js'
export { writeMessage } from './message.js'
export { holdsAt, isOf, toSignIn } from './sign-in.js'
