import type { Translation } from '../catalogue.js'
import type en from '../en/sign-in.js'

export default {
  signIn: {
    heading: '{app} bittet um eine Unterschrift',
    body: 'Sie zeigt {domain}, dass dieses Konto Ihnen gehört. Sie kostet nichts.',
    message: 'Nachricht anzeigen',
    sign: 'Nachricht unterschreiben',
    required: 'Wenn Sie abbrechen, wird Ihr Wallet getrennt.',
    authenticating: 'Anmeldung läuft …',
    signing: 'Unterschreiben Sie die Nachricht in {wallet}.',
    verifying: 'Ihre Unterschrift wird geprüft …',
    late: 'Noch keine Antwort? Öffnen Sie {wallet} und suchen Sie dort die Anfrage.',
    done: 'Sie sind angemeldet',
    declined: 'Unterschrift abgelehnt',
    declinedHint: 'Es wurde nichts unterschrieben. Sie können es erneut versuchen.',
    pendingHint: 'In Ihrem Wallet wartet schon eine Anfrage. Beantworten Sie zuerst diese und versuchen Sie es dann erneut.',
    unfinished: 'Die Anmeldung wurde nicht abgeschlossen',
    failed: 'Prüfung fehlgeschlagen',
    failedHint: 'Die Unterschrift passt nicht zu diesem Konto. Versuchen Sie es erneut.',
    smartAccount: 'Diese Anwendung unterstützt möglicherweise keine Smart Accounts',
  },
} satisfies Translation<typeof en>
