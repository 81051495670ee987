import type { Translation } from '../catalogue.js'
import type en from '../en/names.js'

export default {
  chooseName: {
    heading: 'اسم بدلًا من العنوان',
    body: 'يمكن للآخرين الإرسال إلى اسمك، وتعرضه التطبيقات بدلًا من {address}.',
    free: 'لا يكلّف شيئًا. توقّع رسالة فقط، ويمكنك امتلاك أكثر من اسم.',
    yours: 'أسماؤك',
    shown: 'المعروض',
    failed: 'لم تُحمَّل أسماؤك',
    proceed: 'متابعة',
  },
  registerName: {
    label: 'الاسم',
    placeholder: 'yourname',
    rules: 'أربعة أحرف لاتينية أو أرقام أو واصلات على الأقل',
    suggestions: 'اقتراحات',
    unavailable: 'الأسماء غير متاحة على هذا الموقع',
    checking: 'جارٍ البحث عن أسماء متاحة…',
    free: 'متاح',
    taken: 'محجوز',
    register: 'تسجيل',
    review: 'هل تريد تسجيل {name}؟',
    account: 'للحساب',
    cost: 'التكلفة',
    nothing: 'لا شيء: توقّع رسالة، لا معاملة',
    confirm: 'التوقيع والتسجيل',
    change: 'اختيار اسم آخر',
    declined: 'رفضتَ الطلب. لم يُسجَّل شيء.',
    justTaken: 'حُجز {name} قبل لحظات. اختر اسمًا آخر.',
    late: 'وصلت الرسالة بعد فوات وقتها. حاول مرة أخرى ووقّعها فورًا.',
    badSignature: 'التوقيع ليس من هذا الحساب. حاول مرة أخرى.',
  },
  registerSteps: {
    sign: 'افتح {wallet} ووقّع الرسالة.',
    signAgain: 'كان الوقت في الرسالة غير صحيح. وقّع مرة أخرى في {wallet}.',
    register: 'جارٍ تسجيل {name}…',
  },
  registerNameSuccess: {
    heading: 'أصبح {name} لك',
    body: 'يقود إلى هذا الحساب من الآن.',
  },
  nameProblems: {
    long: '64 حرفًا على الأكثر',
    characters: 'الأحرف من a إلى z والأرقام والواصلات فقط',
    ends: 'يبدأ الاسم وينتهي بحرف أو رقم',
    address: 'يجب ألا يشبه الاسم عنوانًا',
    refused: 'لا يمكن تسجيل هذا الاسم. جرّب اسمًا آخر.',
  },
} satisfies Translation<typeof en>
