import type { Translation } from '../catalogue.js'
import type en from '../en/assets.js'

export default {
  assets: {
    insufficient: 'لا يوجد ما يكفي من {symbol}',
    loading: 'جارٍ تحميل الرموز',
    unverified: 'رمز غير موثَّق',
    noPrice: 'لا يوجد سعر',
    unknown: 'غير معروف',
    search: 'البحث عن رمز',
    searchHint: 'الاسم أو الاختصار أو العنوان',
    yours: 'رموزك',
    all: 'كل الرموز',
    none: 'لا يوجد رمز يطابق «{query}»',
    amount: 'المبلغ',
    max: 'الحد الأقصى',
    balance: 'الرصيد: {amount} {symbol}',
    fee: 'رسوم الشبكة',
    network: 'الشبكة',
    hash: 'المعاملة',
    copyHash: 'نسخ معرّف المعاملة',
    confirmIn: 'أكِّد في {wallet}',
    sending: 'بانتظار الشبكة…',
    unsure: 'ربما أُرسلت رغم ذلك: تحقق في {wallet} قبل أن تحاول مجددًا.',
  },
  amountProblems: {
    empty: 'أدخل مبلغًا',
    format: 'أدخل رقمًا، مثل 1.5',
    negative: 'أدخل مبلغًا أكبر من الصفر',
    group: 'احذف فواصل الآلاف',
    decimals: {
      zero: 'بلا منازل عشرية',
      one: 'منزلة عشرية واحدة على الأكثر',
      two: 'منزلتان عشريتان على الأكثر',
      few: '{count} منازل عشرية على الأكثر',
      many: '{count} منزلة عشرية على الأكثر',
      other: '{count} منزلة عشرية على الأكثر',
    },
    tooLarge: 'هذا المبلغ كبير جدًا',
  },
} satisfies Translation<typeof en>
