import type { Translation } from '../catalogue.js'
import type en from '../en/logins.js'

export default {
  email: {
    label: 'E-Mail',
    placeholder: 'sie@beispiel.de',
    submit: 'Weiter mit E-Mail',
    or: 'oder',
    wallets: 'Weiter mit einem Wallet',
  },
  social: {
    list: 'Anmelden mit',
    with: 'Weiter mit {provider}',
    more: 'Mehr',
    moreLabel: 'Weitere Anmeldemöglichkeiten',
  },
} satisfies Translation<typeof en>
