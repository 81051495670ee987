import type { MailTexts } from './en.js'

const ignore =
  'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail und geben Sie nichts daraus weiter. Niemand von diesem Dienst wird Sie je danach fragen.'

export const de: MailTexts = {
  app: 'App',
  browser: 'Browser',
  time: 'Zeit',
  matchCode: 'Zahl in der App',
  releasedAt: 'Möglich ab',
  oldAddress: 'Alte Adresse',
  newAddress: 'Neue Adresse',
  validFor: 'Gilt {minutes} Minuten und nur in dem Browser, der ihn angefordert hat.',
  device: {
    subject: 'Neues Gerät für {app} bestätigen',
    heading: 'Sind Sie das?',
    intro:
      'Ein Browser, den wir noch nicht kennen, möchte sich mit Ihrer E-Mail-Adresse anmelden. Vergleichen Sie die Zahl unten mit der in der App und bestätigen Sie dann.',
    button: 'Ansehen und bestätigen',
    note: `Das Öffnen der Seite bewirkt noch nichts: Sie bestätigen erst dort. ${ignore}`,
  },
  code: {
    login: {
      subject: '{code} ist Ihr Code für {app}',
      heading: 'Ihr Code',
      intro: 'Geben Sie diesen Code in der App ein, um sich anzumelden.',
      note: `Geben Sie ihn nur in der oben genannten App ein. ${ignore}`,
    },
    recover: {
      subject: '{code} ist Ihr Code zum Wiederherstellen des Wallets',
      heading: 'Ihr Code zum Wiederherstellen',
      intro: 'Geben Sie diesen Code ein, um Ihr Wallet auf einem neuen Gerät zurückzubekommen.',
      note: `Wer diesen Code hat, kann Ihr Wallet bekommen. ${ignore}`,
    },
    export: {
      subject: '{code} ist Ihr Code zum Exportieren des Wallets',
      heading: 'Ihr Code zum Exportieren',
      intro: 'Geben Sie diesen Code ein, um die geheimen Wörter Ihres Wallets zu sehen.',
      note: `Wer die geheimen Wörter hat, hat alles, was im Wallet ist. ${ignore}`,
    },
    'update-primary': {
      subject: '{code} bestätigt die Änderung Ihrer Adresse',
      heading: 'Änderung Ihrer E-Mail-Adresse',
      intro: 'Geben Sie diesen Code in der App ein, um den Wechsel zu einer anderen E-Mail-Adresse zu erlauben.',
      note: ignore,
    },
    'update-secondary': {
      subject: '{code} bestätigt Ihre neue Adresse',
      heading: 'Ihre neue E-Mail-Adresse',
      intro: 'Geben Sie diesen Code in der App ein, um sich künftig mit dieser E-Mail-Adresse anzumelden.',
      note: ignore,
    },
  },
  newDevice: {
    subject: 'Ein neues Gerät hat sich bei Ihrem Wallet angemeldet',
    heading: 'Anmeldung auf einem neuen Gerät',
    intro: 'Ihr Konto wurde auf einem Gerät benutzt, das wir noch nicht kannten.',
    note: 'Wenn Sie das nicht waren, öffnen Sie Ihr Wallet auf einem Ihrer Geräte und entfernen Sie dort das neue.',
  },
  stolen: {
    subject: 'Eine Anmeldung Ihres Wallets wurde beendet',
    heading: 'Wir haben eine Anmeldung beendet',
    intro:
      'Ein alter Schlüssel dieser Anmeldung wurde ein zweites Mal benutzt. Vielleicht hat ihn jemand kopiert, deshalb wurde die Anmeldung beendet.',
    note: 'Melden Sie sich bei Bedarf neu an. Wenn es wieder geschieht, prüfen Sie den Browser und seine Erweiterungen.',
  },
  exported: {
    subject: 'Die Schlüssel Ihres Wallets wurden exportiert',
    heading: 'Ihre Schlüssel wurden exportiert',
    intro:
      'Jemand, der bei Ihrem Konto angemeldet ist, hat die geheimen Wörter Ihres Wallets angesehen oder eine Wiederherstellungsdatei gespeichert.',
    note: 'Wenn Sie das nicht waren, überweisen Sie jetzt, was im Wallet ist, an ein anderes Wallet: Wer die Wörter hat, hat alles darin.',
  },
  recoveryHeld: {
    subject: 'Ihr Wallet soll auf einem neuen Gerät wiederhergestellt werden',
    heading: 'Eine Wiederherstellung wartet',
    intro:
      'Jemand mit Zugang zu diesem Postfach möchte Ihr Wallet auf einem neuen Gerät wiederherstellen. Sie wartet, damit Sie sie stoppen können.',
    button: 'Wiederherstellung stoppen',
    note: 'Wenn Sie das sind, ist nichts zu tun: Kommen Sie zur oben genannten Zeit wieder. Wenn nicht, stoppen Sie sie jetzt.',
  },
  recoveryReady: {
    subject: 'Ihr Wallet wird auf einem neuen Gerät wiederhergestellt',
    heading: 'Eine Wiederherstellung hat begonnen',
    intro: 'Ihr Wallet wird auf einem neuen Gerät wiederhergestellt.',
    button: 'Wiederherstellung stoppen',
    note: 'Wenn Sie das nicht waren, stoppen Sie sie jetzt und überweisen Sie, was im Wallet ist, an eine andere Adresse.',
  },
  changed: {
    subject: 'Die E-Mail-Adresse Ihres Wallets wurde geändert',
    heading: 'Ihre E-Mail-Adresse wurde geändert',
    intro: 'Ab jetzt öffnet eine andere E-Mail-Adresse Ihr Konto. Sie können das 24 Stunden lang rückgängig machen.',
    button: 'Änderung rückgängig machen',
    note: 'Wenn Sie das waren, ist nichts zu tun.',
  },
  passkeyAdded: {
    subject: 'Ihr Wallet hat einen neuen Passkey',
    heading: 'Ein neuer Passkey',
    intro: 'Ab jetzt öffnet dieser Passkey, zusammen mit einer Anmeldung, Ihr Wallet auf einem neuen Gerät.',
    note: 'Wenn Sie das nicht waren, öffnen Sie Ihr Wallet auf einem Ihrer Geräte, entfernen Sie dort den Passkey und überweisen Sie, was im Wallet ist, an eine andere Adresse.',
  },
  passkeyAsked: {
    subject: 'Ein neues Gerät öffnet Ihr Wallet mit einem Passkey',
    heading: 'Ein Passkey auf einem neuen Gerät',
    intro:
      'Ein Gerät, das für Ihr Wallet neu ist, ist angemeldet und fragt nach einem Ihrer Passkeys. Ohne den Passkey öffnet es nichts.',
    note: 'Wenn Sie das nicht waren, hat jemand Zugang zu diesem Postfach: Sichern Sie es und sehen Sie die Geräte Ihres Wallets an.',
  },
}
