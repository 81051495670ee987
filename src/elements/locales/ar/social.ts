import type { Translation } from '../catalogue.js'
import type en from '../en/social.js'

export default {
  social: {
    none: 'لا يوفّر هذا الموقع هذا النوع من الدخول',
    ready: 'الدخول باستخدام {provider}',
    readyHint: 'يُفتح {provider} في نافذة خاصة به.',
    opening: 'جارٍ فتح نافذة {provider}…',
    away: 'تابِع في النافذة',
    awayHint: 'سجّل الدخول إلى {provider} هناك، وستتابع هذه الصفحة من تلقاء نفسها.',
    blocked: 'حظر متصفحك النافذة',
    blockedHint: 'افتح {provider} بنفسك، وستتابع هذه الصفحة من تلقاء نفسها.',
    open: 'الانتقال إلى {provider}',
    gone: 'هل أغلقت النافذة؟',
    goneHint: 'إن كانت مفتوحة فتابِع فيها، وستتابع هذه الصفحة من تلقاء نفسها. وإن أغلقتها فأعد المحاولة.',
    openAgain: 'فتحها مرة أخرى',
    finishing: 'جارٍ فتح محفظتك…',
    declined: 'رفضتَ الطلب في {provider}، ولم تتم مشاركة أي شيء.',
    failed: 'لم يكتمل الدخول باستخدام {provider}',
    code: 'رمز QR لتطبيق Farcaster',
    scan: 'امسح الرمز بهاتفك وأكّد في Farcaster.',
    preparing: 'جارٍ تحضير الرمز…',
    phoneHint: 'أكّد في التطبيق، ثم عُد إلى هنا.',
  },
} satisfies Translation<typeof en>
