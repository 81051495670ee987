// The texts of the pages of social logins. `{provider}` and `{app}` are filled in.
import type { MailLocale } from '../mails/catalogue.js'

/** How a page ends. */
export type PageEnd = 'done' | 'cancelled' | 'failed'

/** One language. */
export interface PageTexts {
  readonly ask: { readonly title: string; readonly text: string; readonly warning: string; readonly go: string }
  readonly end: Readonly<Record<PageEnd, { readonly title: string; readonly text: string }>>
}

const en: PageTexts = {
  ask: {
    title: 'Log in with {provider}?',
    text: 'You are about to log in to your wallet for {app}.',
    warning: 'Continue only if you started this there a moment ago. If somebody sent you this link, close this window.',
    go: 'Continue with {provider}',
  },
  end: {
    done: { title: 'You are logged in', text: 'You may close this window and go back to the app.' },
    cancelled: { title: 'Login cancelled', text: 'You may close this window. In the app you can try again.' },
    failed: { title: 'The login did not work', text: 'Nothing was changed. You may close this window and try again in the app.' },
  },
}

const de: PageTexts = {
  ask: {
    title: 'Mit {provider} anmelden?',
    text: 'Sie melden sich gleich für {app} bei Ihrem Wallet an.',
    warning:
      'Fahren Sie nur fort, wenn Sie das dort gerade selbst begonnen haben. Wenn Ihnen jemand diesen Link geschickt hat, schließen Sie dieses Fenster.',
    go: 'Weiter mit {provider}',
  },
  end: {
    done: { title: 'Sie sind angemeldet', text: 'Sie können dieses Fenster schließen und zur App zurückkehren.' },
    cancelled: {
      title: 'Anmeldung abgebrochen',
      text: 'Sie können dieses Fenster schließen. In der App können Sie es noch einmal versuchen.',
    },
    failed: {
      title: 'Die Anmeldung hat nicht geklappt',
      text: 'Es wurde nichts geändert. Sie können dieses Fenster schließen und es in der App noch einmal versuchen.',
    },
  },
}

const ar: PageTexts = {
  ask: {
    title: 'تسجيل الدخول باستخدام {provider}؟',
    text: 'أنت على وشك تسجيل الدخول إلى محفظتك من أجل {app}.',
    warning: 'تابع فقط إذا بدأت ذلك بنفسك هناك قبل لحظات. إذا أرسل إليك أحد هذا الرابط فأغلق هذه النافذة.',
    go: 'المتابعة باستخدام {provider}',
  },
  end: {
    done: { title: 'تم تسجيل دخولك', text: 'يمكنك إغلاق هذه النافذة والعودة إلى التطبيق.' },
    cancelled: { title: 'أُلغي تسجيل الدخول', text: 'يمكنك إغلاق هذه النافذة. ويمكنك المحاولة مرة أخرى من التطبيق.' },
    failed: {
      title: 'لم ينجح تسجيل الدخول',
      text: 'لم يتغير شيء. يمكنك إغلاق هذه النافذة والمحاولة مرة أخرى من التطبيق.',
    },
  },
}

const catalogues: Readonly<Record<MailLocale, PageTexts>> = { en, de, ar }

/** The texts in a language. */
export const pageTextsOf = (locale: MailLocale): PageTexts => catalogues[locale]
