import type { Translation } from '../catalogue.js'
import type en from '../en/shell.js'

export default {
  common: {
    done: 'تم',
    contract: 'العقد',
    stale: 'قد تكون هذه القائمة قديمة.',
    cancel: 'إلغاء',
    copyLink: 'نسخ الرابط',
    disconnect: 'قطع الاتصال',
    offline: 'يبدو أنك غير متصل بالإنترنت. سنتابع عند عودة الاتصال.',
    opensNewTab: '(يُفتح في علامة تبويب جديدة)',
    showMore: 'عرض المزيد',
    clearSearch: 'مسح البحث',
  },
  shell: {
    viewFailedHint: 'تحقّق من اتصالك ثم أعد المحاولة.',
    dismiss: 'إخفاء',
    consent: 'باتصالك فإنك توافق على {terms} و{privacy}.',
    consentTerms: 'باتصالك فإنك توافق على {terms}.',
    consentPrivacy: 'باتصالك فإنك توافق على {privacy}.',
    terms: 'شروط الخدمة',
    privacy: 'سياسة الخصوصية',
    setup: 'مشكلة في الإعداد',
  },
  connect: {
    noneHeading: 'لم يُعثر على محفظة في هذا المتصفح',
    noneHint: 'ثبّت محفظة، أو افتح هذه الصفحة في متصفح فيه محفظة.',
    only: 'محافظ {family}',
    legal: 'أوافق على {terms} و{privacy}',
    legalTerms: 'أوافق على {terms}',
    legalPrivacy: 'أوافق على {privacy}',
    legalNeeded: 'حدّد المربع أعلاه لاختيار محفظة.',
  },
  families: {
    title: 'أي شبكة؟',
    eip155: 'إيثريوم والشبكات المتوافقة',
    solana: 'سولانا',
    bip122: 'بيتكوين',
    polkadot: 'بولكادوت',
    cosmos: 'كوزموس',
  },
  networks: {
    title: 'الشبكات',
  },
  whatIsANetwork: {
    title: 'ما هي الشبكة؟',
  },
  unsupportedChain: {
    title: 'شبكة غير مدعومة',
  },
  switchActiveChain: {
    title: 'تبديل الشبكة',
  },
  signIn: {
    title: 'تسجيل الدخول',
  },
  swap: {
    title: 'تبديل',
    selectToken: 'اختيار رمز',
    reviewTitle: 'مراجعة التبديل',
  },
  getWallet: {
    title: 'الحصول على محفظة',
  },
  downloads: {
    title: 'الحصول على {wallet}',
  },
  connectSocials: {
    title: 'كل طرق الدخول',
  },
  emailLogin: {
    title: 'الدخول بالبريد الإلكتروني',
  },
  emailOtp: {
    title: 'تفقّد بريدك الوارد',
  },
  emailDevice: {
    title: 'وافق على هذا المتصفح',
  },
  updateEmail: {
    title: 'تغيير البريد',
    primaryTitle: 'أكّد البريد الحالي',
    secondaryTitle: 'أكّد البريد الجديد',
  },
  upgradeEmail: {
    title: 'الانتقال إلى محفظتك الخاصة',
  },
  approve: {
    title: 'وافق في محفظتك',
  },
  account: {
    title: 'الحساب',
  },
  chooseName: {
    title: 'اسم الحساب',
  },
  registerName: {
    title: 'اختيار اسم',
  },
  registerNameSuccess: {
    title: 'اسمك الجديد',
  },
  approvals: {
    title: 'أذونات الرموز',
  },
  smartSessions: {
    title: 'أذونات التطبيقات',
    requestTitle: 'طلب إذن',
    createdTitle: 'مُنحت الأذونات',
  },
  accountSettings: {
    title: 'إعدادات الحساب',
  },
  receive: {
    title: 'استلام',
  },
  compatibleNetworks: {
    title: 'شبكات هذا العنوان',
  },
  nfts: {
    title: 'رموز NFT',
  },
  activity: {
    title: 'النشاط',
  },
  onramp: {
    title: 'شراء',
    currency: 'العملة',
    progress: 'عملية شرائك',
    activity: 'المشتريات',
  },
  whatIsABuy: {
    title: 'ما هو الشراء؟',
  },
  send: {
    title: 'إرسال',
    chooseToken: 'اختر رمزًا',
    review: 'مراجعة',
    sent: 'أُرسلت',
  },
  connecting: {
    anotherWay: 'طريقة أخرى',
  },
  notices: {
    copied: 'تم النسخ إلى الحافظة',
    copyFailed: 'تعذّر النسخ. اسمح لهذا الموقع باستخدام الحافظة ثم أعد المحاولة.',
    networkSwitched: 'أنت الآن على {network}',
    networkChangedInWallet: 'بدّلت محفظتك إلى {network}',
    walletSwitched: 'تستخدم الآن {wallet}',
    sessionEnded: 'أنهت محفظتك الاتصال',
    approvalRevoked: 'أُلغي الإذن',
    smartSessionRevoked: 'لم يعد بإمكان التطبيق التصرّف نيابةً عنك',
    swapped: 'تم تبديل {from} إلى {to}',
    emailResent: 'أُعيد الإرسال إلى {email}',
    emailChanged: 'بريدك الآن هو {email}',
  },
  announce: {
    connecting: 'بانتظار {wallet}',
    connected: 'تم الاتصال بمحفظة {wallet} باسم {address}',
    disconnected: 'تم قطع الاتصال',
    declined: 'رفضتَ الطلب في {wallet}. لم تتم مشاركة أي شيء.',
    failed: '{message}',
    walletsFound: {
      zero: 'لم يُعثر على أي محفظة',
      one: 'عُثر على محفظة واحدة',
      two: 'عُثر على محفظتين',
      few: 'عُثر على {count} محافظ',
      many: 'عُثر على {count} محفظة',
      other: 'عُثر على {count} محفظة',
    },
    networksFound: {
      zero: 'لم يُعثر على أي شبكة',
      one: 'عُثر على شبكة واحدة',
      two: 'عُثر على شبكتين',
      few: 'عُثر على {count} شبكات',
      many: 'عُثر على {count} شبكة',
      other: 'عُثر على {count} شبكة',
    },
    codeReady: 'رمز QR جاهز',
    codeRenewed: 'هناك رمز جديد',
    codeExpires: {
      zero: 'يتغيّر هذا الرمز الآن',
      one: 'يتغيّر هذا الرمز بعد ثانية واحدة',
      two: 'يتغيّر هذا الرمز بعد ثانيتين',
      few: 'يتغيّر هذا الرمز بعد {count} ثوانٍ',
      many: 'يتغيّر هذا الرمز بعد {count} ثانية',
      other: 'يتغيّر هذا الرمز بعد {count} ثانية',
    },
    nothingOpened: 'لم يحدث شيء؟ افتح {wallet} مرة أخرى، أو اتصل بطريقة أخرى.',
    requestWaits: 'الطلب لدى {wallet}. وافق عليه فيها.',
    restoring: 'انقطع الاتصال. جارٍ استعادته…',
    restored: 'عاد الاتصال',
    balanceFailed: 'لم يُحمَّل رصيدك',
    nameFree: '{name} متاح',
    nameTaken: '{name} محجوز',
    itemsShown: {
      zero: 'لا عناصر معروضة',
      one: 'عنصر واحد معروض',
      two: 'عنصران معروضان',
      few: '{count} عناصر معروضة',
      many: '{count} عنصرًا معروضًا',
      other: '{count} عنصر معروض',
    },
    swapDone: 'اكتمل التبديل: {out} مقابل {in}',
    emailSent: 'أُرسل إلى {email}',
  },
} satisfies Translation<typeof en>
