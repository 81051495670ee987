import type { Translation } from '../catalogue.js'
import type en from '../en/sign-in.js'

export default {
  signIn: {
    heading: 'يطلب منك {app} توقيع رسالة',
    body: 'يثبت ذلك لموقع {domain} أن هذا الحساب لك. لا يكلّفك شيئًا.',
    message: 'عرض الرسالة',
    sign: 'توقيع الرسالة',
    required: 'إذا ألغيت، فسيُقطع اتصال محفظتك.',
    authenticating: 'جارٍ تسجيل الدخول…',
    signing: 'وقّع الرسالة في {wallet}.',
    verifying: 'جارٍ التحقق من توقيعك…',
    late: 'لا رد بعد؟ افتح {wallet} وابحث عن الطلب.',
    done: 'لقد سجّلت الدخول',
    declined: 'رُفض التوقيع',
    declinedHint: 'لم يُوقَّع شيء. يمكنك المحاولة مجددًا.',
    pendingHint: 'في محفظتك طلب قيد الانتظار. أجب عنه أولًا، ثم حاول مجددًا.',
    unfinished: 'لم يكتمل تسجيل الدخول',
    failed: 'فشل التحقق',
    failedHint: 'التوقيع لا يطابق هذا الحساب. حاول مجددًا.',
    smartAccount: 'قد لا يدعم هذا التطبيق الحسابات الذكية',
  },
} satisfies Translation<typeof en>
