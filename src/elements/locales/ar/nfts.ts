import type { Translation } from '../catalogue.js'
import type en from '../en/nfts.js'

export default {
  nfts: {
    unnamed: 'بلا اسم',
    loading: 'جارٍ تحميل رموز NFT',
    failed: 'تعذّر تحميل رموز NFT',
    moreFailed: 'لم تُحمَّل الرموز التالية.',
    incomplete: 'قد تكون بعض رموز NFT ناقصة الآن.',
    empty: 'لا توجد رموز NFT بعد',
    emptyHint: 'تظهر هنا الرموز التي تملكها على هذه الشبكة.',
    noneYet: 'رموز مزعجة فقط حتى الآن. قد يوجد المزيد.',
    unavailable: 'لا تتوفر رموز NFT لهذا الحساب هنا',
    spam: 'مزعجة على الأرجح',
    spamHidden: {
      zero: 'لا رموز مزعجة',
      one: 'رمز واحد مزعج على الأرجح',
      two: 'رمزان مزعجان على الأرجح',
      few: '{count} رموز مزعجة على الأرجح',
      many: '{count} رمزًا مزعجًا على الأرجح',
      other: '{count} رمز مزعج على الأرجح',
    },
    probablySpam: 'هذا مزعج على الأرجح. لا تتبع الروابط فيه.',
    show: 'إظهار',
    hide: 'إخفاء',
    amount: 'تملك',
    tokenId: 'معرّف الرمز',
    standard: 'المعيار',
    copyContract: 'نسخ عنوان العقد',
    copyTokenId: 'نسخ معرّف الرمز',
    traits: 'السمات',
    property: 'خاصية',
    readMore: 'قراءة المزيد',
    less: 'عرض أقل',
  },
} satisfies Translation<typeof en>
