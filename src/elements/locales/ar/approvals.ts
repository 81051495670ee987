import type { Translation } from '../catalogue.js'
import type en from '../en/approvals.js'

export default {
  approvals: {
    body: 'تطبيقات يمكنها أخذ رموزك دون سؤالك مجددًا. ألغِ ما لم تعد تستخدمه.',
    loading: 'جارٍ تحميل أذوناتك',
    none: 'لا يمكن لأي تطبيق أخذ رموزك',
    noneHint: 'عندما تسمح لتطبيق بأخذ رموز، يظهر هنا.',
    unavailable: 'لا يُبحث عن الأذونات على هذا الموقع',
    elsewhere: 'الأذونات في شبكات Ethereum فقط',
    failed: 'لم تُحمَّل أذوناتك',
    incomplete: 'ما زال البحث عن الأذونات الأقدم جاريًا.',
    to: 'لصالح {spender}',
    unlimited: 'بلا حد',
    everything: 'جميعها',
    token: 'الرمز',
    spender: 'من يمكنه أخذه',
    unknownSpender: 'عنوان لا يعرفه أحد هنا',
    amount: 'المقدار',
    granted: 'تاريخ الإذن',
    question: 'هل تريد منع {spender} من أخذ {token}؟',
    effect: 'ترسل معاملة تكلّف رسوم الشبكة. يمكنك السماح مجددًا لاحقًا.',
    revoke: 'إلغاء الإذن',
    revoking: 'جارٍ الإلغاء…',
    replaced: 'لم يُلغَ: أرسلت محفظتك معاملة أخرى',
    declined: 'رفضتَ الطلب. ما زال الإذن قائمًا.',
  },
} satisfies Translation<typeof en>
