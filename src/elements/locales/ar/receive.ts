import type { Translation } from '../catalogue.js'
import type en from '../en/receive.js'

export default {
  receive: {
    code: 'رمز QR بعنوانك',
    which: 'عنوان من أجل',
    only: 'أرسل إلى هذا العنوان أصول {network} فقط. قد يضيع أي شيء آخر.',
    onlyThese: 'أرسل إلى هذا العنوان أصول الشبكات أدناه فقط. قد يضيع أي شيء آخر.',
    networksNote: 'هذا العنوان لك على كل هذه الشبكات. على المرسِل أن يختار إحداها.',
    present: 'شبكتك الحالية',
    testnet: 'للاختبار',
  },
} satisfies Translation<typeof en>
