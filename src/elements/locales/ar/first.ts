// Arabic, from right to left, with all six plural forms. Names of wallets and networks are not translated.
import type { Translation } from '../catalogue.js'
import type en from '../en/first.js'

export default {
  button: {
    connect: 'اتصال',
    connecting: 'جارٍ الاتصال…',
    wrongNetwork: 'شبكة غير صحيحة',
    openAccount: 'فتح الحساب {name}',
    balance: '{amount} {symbol}',
    network: 'الشبكة الحالية: {network}',
    connectedAs: 'متصل باسم {name}',
    failed: 'تعذّر الفتح. أعد المحاولة',
  },
  common: {
    back: 'رجوع',
    close: 'إغلاق',
    retry: 'إعادة المحاولة',
  },
  shell: {
    help: 'ما هي المحفظة؟',
    viewLoading: 'جارٍ تحميل {title}',
    viewFailed: 'تعذّر تحميل هذه الشاشة',
  },
  connect: {
    title: 'ربط محفظة',
    detected: 'الموجودة في هذا المتصفح',
    wallets: 'المحافظ',
    popular: 'الأكثر استخدامًا',
    otherWays: 'طرق أخرى',
    lastUsed: 'آخر استخدام',
    phone: 'استخدام محفظة على الهاتف',
    allWallets: 'كل المحافظ',
    count: '{count}',
    countAtLeast: '{count}+',
    noWallet: 'ليس لديّ محفظة',
  },
} satisfies Translation<typeof en>
