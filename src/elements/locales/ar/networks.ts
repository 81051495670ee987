import type { Translation } from '../catalogue.js'
import type en from '../en/networks.js'

export default {
  whatIsANetwork: {
    place: 'سجلّ مشترك',
    placeHint: 'تسجّل الشبكة من يملك ماذا. ولا يتحكم فيها أحد بمفرده.',
    many: 'هناك شبكات كثيرة',
    manyHint: 'لكل شبكة رسومها وسرعتها وعملاتها. وما تملكه على شبكة ليس على غيرها.',
    action: 'عرض الشبكات',
  },
  networks: {
    search: 'البحث في الشبكات',
    current: 'الحالية',
    connect: 'اربط محفظة لاستخدامها',
    notAllowed: 'لا تسمح بها محفظتك',
    fixed: 'لا يمكن تبديل الشبكة في هذا الموقع.',
    testnet: 'شبكة اختبار',
    none: 'لا توجد شبكة تطابق «{query}»',
    note: 'قد لا تدعم محفظتك كل الشبكات.',
    placeholder: 'الاسم أو الرمز',
  },
  switchNetwork: {
    approve: 'وافق على التبديل في {wallet}',
    hint: 'ستسألك محفظتك قبل التبديل إلى {network}.',
    declined: 'رفضتَ التبديل',
    declinedHint: 'ما زلت على {network}.',
    unsupported: 'لا تستطيع {wallet} تبديل الشبكة من هنا',
    unsupportedHint: 'بدّل إلى {network} في المحفظة، وستتبعها هذه الصفحة.',
    failed: 'لم تتبدّل الشبكة',
  },
  switchActiveChain: {
    heading: 'تحتاج {network} إلى اتصال آخر',
    same: 'تعمل {wallet} مع {family} أيضًا. اربطها هناك أو اختر محفظة أخرى. سيبقى كل ما هو متصل الآن متصلًا.',
    another: '‏{wallet} غير متصلة بشبكة {family}. اختر محفظة تدعمها. سيبقى كل ما هو متصل الآن متصلًا.',
    useSame: 'ربط {wallet}',
    connect: 'اختيار محفظة',
  },
  unsupportedChain: {
    body: 'لا يعمل {app} على شبكة محفظتك. بدّل إلى إحدى هذه الشبكات:',
    or: 'أو اقطع اتصال محفظتك.',
  },
} satisfies Translation<typeof en>
