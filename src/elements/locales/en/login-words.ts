// The texts of `logins.ts`, each as a constant of its own: the bundler writes them where they are read. So the field for an address and the social logins of
// Connect have the English ones with them, and the first open of an English page fetches no file of texts.

export const label = 'Email'
export const placeholder = 'you@example.com'
export const submit = 'Continue with email'
export const or = 'or'
export const wallets = 'Continue with a wallet'
export const list = 'Sign in with'
export const withProvider = 'Continue with {provider}'
export const more = 'More'
export const moreLabel = 'More sign-in options'
/** Of `email.ts`, for who is offline before that has come. */
export const offline = 'You’re offline. Try again when you’re back online.'
