// English: the words of the first screen, which come with the code, and where the others are.
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
    errors: () => import('./errors.js'),
  },
} satisfies Language
