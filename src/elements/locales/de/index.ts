// What a page in this language loads with the first open: the texts of the first screen, and the imports of the other features.
import type { Language } from '../catalogue.js'
import first from './first.js'

export default {
  first,
  later: {
    shell: () => import('./shell.js'),
    connecting: () => import('./connecting.js'),
    wallets: () => import('./wallets.js'),
    account: () => import('./account.js'),
    networks: () => import('./networks.js'),
    signIn: () => import('./sign-in.js'),
    assets: () => import('./assets.js'),
    activity: () => import('./activity.js'),
    nfts: () => import('./nfts.js'),
    receive: () => import('./receive.js'),
    send: () => import('./send.js'),
    swap: () => import('./swap.js'),
    buy: () => import('./buy.js'),
    names: () => import('./names.js'),
    approvals: () => import('./approvals.js'),
    smartSessions: () => import('./smart-sessions.js'),
    logins: () => import('./logins.js'),
    email: () => import('./email.js'),
    social: () => import('./social.js'),
    errors: () => import('./errors.js'),
  },
} satisfies Language
