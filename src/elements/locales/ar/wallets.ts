import type { Translation } from '../catalogue.js'
import type en from '../en/wallets.js'

export default {
  allWallets: {
    search: 'البحث في المحافظ',
    placeholder: {
      zero: 'لا توجد محافظ للبحث',
      one: 'البحث في محفظة واحدة',
      two: 'البحث في محفظتين',
      few: 'البحث في {count} محافظ',
      many: 'البحث في {count} محفظة',
      other: 'البحث في {count} محفظة',
    },
    certified: 'المعتمدة فقط',
    certifiedBadge: 'معتمدة',
    installed: 'مثبّتة',
    none: 'لا توجد محفظة تطابق «{query}»',
    noneCertified: 'لا توجد محفظة معتمدة تطابق «{query}»',
    empty: 'لا توجد محافظ لعرضها',
    failed: 'لم تُحمَّل قائمة المحافظ',
    moreFailed: 'لم تُحمَّل بقية القائمة.',
    scan: 'عرض رمز QR بدلاً من ذلك',
    loading: 'جارٍ تحميل المحافظ',
    noneHint: 'تأكّد من الكتابة، أو اربط أي محفظة برمز QR.',
  },
  downloads: {
    chrome: 'إضافة للمتصفح',
    appStore: 'App Store',
    playStore: 'Google Play',
    homepage: 'الموقع الإلكتروني',
    stores: 'أين تجد {wallet}',
    none: 'ليس لدينا رابط تنزيل لمحفظة {wallet}',
    noneHint: 'ابحث عنها في متجر التطبيقات على جهازك.',
    reload: 'أعد تحميل هذه الصفحة بعد التثبيت.',
  },
  getWallet: {
    body: 'اختر محفظة لترى من أين تحصل عليها.',
    none: 'لا توجد اقتراحات حالياً',
    noneHint: 'تجد المحافظ أيضاً في متجر إضافات متصفحك ومتجر تطبيقات هاتفك.',
    loading: 'جارٍ تحميل الاقتراحات',
    all: 'عرض كل المحافظ',
  },
  whatIsAWallet: {
    holds: 'تحفظ أصولك',
    holdsHint: 'اعرض عملاتك ورموزك ومقتنياتك وأرسلها واستلمها.',
    signs: 'تسجّل دخولك',
    signsHint: 'وافق باستخدام محفظتك: لا حساب جديد ولا كلمة مرور لتتذكرها.',
    yours: 'هي ملكك وحدك',
    yoursHint: 'عبارة الاسترداد معك وحدك. لا تشاركها مع أي شخص ولا تكتبها في أي موقع.',
  },
} satisfies Translation<typeof en>
