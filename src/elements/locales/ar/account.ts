import type { Translation } from '../catalogue.js'
import type en from '../en/account.js'

export default {
  account: {
    copyAddress: 'نسخ العنوان',
    balance: 'الرصيد',
    balanceLoading: 'جارٍ تحميل الرصيد',
    balanceStale: 'حتى {time}. لم يُحمَّل أحدث رصيد.',
    balanceGate: {
      zero: 'إعادة المحاولة الآن',
      one: 'إعادة المحاولة بعد ثانية واحدة',
      two: 'إعادة المحاولة بعد ثانيتين',
      few: 'إعادة المحاولة بعد {count} ثوانٍ',
      many: 'إعادة المحاولة بعد {count} ثانية',
      other: 'إعادة المحاولة بعد {count} ثانية',
    },
    explorer: 'العرض على {explorer}',
    accounts: 'الحسابات في {wallet}',
    chosen: 'قيد الاستخدام',
    wallet: 'متصل عبر {wallet}',
    disconnecting: 'جارٍ قطع الاتصال…',
    noneHeading: 'لا توجد محفظة متصلة',
    noneHint: 'اربط محفظة لترى حسابك هنا.',
  },
} satisfies Translation<typeof en>
