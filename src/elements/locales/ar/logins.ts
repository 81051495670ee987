import type { Translation } from '../catalogue.js'
import type en from '../en/logins.js'

export default {
  email: {
    label: 'البريد الإلكتروني',
    placeholder: 'you@example.com',
    submit: 'المتابعة بالبريد الإلكتروني',
    or: 'أو',
    wallets: 'المتابعة بمحفظة',
  },
  social: {
    list: 'الدخول باستخدام',
    with: 'المتابعة باستخدام {provider}',
    more: 'المزيد',
    moreLabel: 'طرق دخول أخرى',
  },
} satisfies Translation<typeof en>
