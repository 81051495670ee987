import type { Translation } from '../catalogue.js'
import type en from '../en/social.js'

export default {
  social: {
    none: 'Diese Seite bietet keine solche Anmeldung an',
    ready: 'Mit {provider} anmelden',
    readyHint: '{provider} öffnet sich in einem eigenen Fenster.',
    opening: 'Das Fenster von {provider} wird geöffnet…',
    away: 'Fahren Sie im Fenster fort',
    awayHint: 'Melden Sie sich dort bei {provider} an. Danach geht es hier von selbst weiter.',
    blocked: 'Ihr Browser hat das Fenster blockiert',
    blockedHint: 'Öffnen Sie {provider} selbst. Danach geht es hier von selbst weiter.',
    open: 'Zu {provider}',
    gone: 'Haben Sie das Fenster geschlossen?',
    goneHint:
      'Ist es noch offen, machen Sie dort weiter: Hier geht es von selbst weiter. Haben Sie es geschlossen, versuchen Sie es erneut.',
    openAgain: 'Noch einmal öffnen',
    finishing: 'Ihr Wallet wird geöffnet…',
    declined: 'Sie haben bei {provider} abgelehnt. Es wurde nichts geteilt.',
    failed: 'Die Anmeldung mit {provider} wurde nicht abgeschlossen',
    code: 'QR-Code für Farcaster',
    scan: 'Scannen Sie den Code mit Ihrem Telefon, und bestätigen Sie in Farcaster.',
    preparing: 'Der Code wird vorbereitet…',
    phoneHint: 'Bestätigen Sie in der App, und kommen Sie dann zurück.',
  },
} satisfies Translation<typeof en>
