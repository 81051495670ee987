// `wallet-modal/siwx`: signing in with an account of any ecosystem, for the page and for its server. Loads nothing of the modal.
export { readMessage, writeMessage, type SignInMessage } from './message.js'
export { verifySignature } from './verify-signature.js'
export type { SignedText } from './verify/signed.js'
export { ISSUED_AT_LEEWAY_MS, verifySignIn, type ExpectedSignIn, type SignInToVerify } from './verify-sign-in.js'
export { holdsAt, isOf, toSignIn, type SignIn, type SiwxStore } from './sign-in.js'
export { createHttpStore, type HttpStoreOptions } from './http-store.js'
export { createSiwxServer, type SiwxServer, type SiwxServerOptions } from './server.js'
export { createMemoryStore, type SiwxServerStore } from './server-store.js'
