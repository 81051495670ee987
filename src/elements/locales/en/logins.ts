// The field for an address and the social logins of Connect.
import { label, list, more, moreLabel, or, placeholder, submit, wallets, withProvider } from './login-words.js'

export default {
  email: { label, placeholder, submit, or, wallets },
  social: { list, with: withProvider, more, moreLabel },
}
