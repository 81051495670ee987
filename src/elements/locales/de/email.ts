import type { Translation } from '../catalogue.js'
import type en from '../en/email.js'

export default {
  email: {
    intro: 'Sie erhalten ein Wallet, ohne etwas zu installieren. Zur Anmeldung senden wir Ihnen einen Code.',
    change: 'Andere Adresse verwenden',
    offline: 'Sie sind offline. Versuchen Sie es noch einmal, wenn Sie wieder online sind.',
    held: 'Zu Ihrer Sicherheit öffnet sich dieses Wallet in diesem Browser erst ab {time}. Wir haben an alle Ihre E-Mail-Adressen geschrieben, damit Sie es aufhalten können, falls Sie das nicht waren.',
    taken: 'Sie sind schon angemeldet. Trennen Sie dieses Konto, um sich mit einem anderen anzumelden.',
    takenBy: 'Sie sind als {name} angemeldet. Trennen Sie dieses Konto, um sich mit einem anderen anzumelden.',
    keeping: 'Wie dieses Wallet verwahrt wird',
    assisted:
      'Sie können dieses Wallet mit Ihrer E-Mail zurückbekommen. Das Unternehmen, das es betreibt, könnte technisch dasselbe tun.',
    sealed:
      'Nur Ihr Passkey oder Ihr Wiederherstellungscode öffnet dieses Wallet auf einem neuen Gerät. Das Unternehmen kann es mit dem, was es speichert, nicht öffnen. Sie vertrauen weiterhin der Wallet-Seite, die es bei jeder Unterschrift ausliefert.',
  },
  emailOtp: {
    body: 'Wir haben einen {digits}-stelligen Code an {email} gesendet.',
    label: '{digits}-stelliger Code',
    checking: 'Wird geprüft …',
    minutes: { one: 'Der Code gilt {count} Minute.', other: 'Der Code gilt {count} Minuten.' },
    resend: 'Neuen Code senden',
    resendIn: { one: 'Neuen Code senden in {count} Sekunde', other: 'Neuen Code senden in {count} Sekunden' },
  },
  emailDevice: {
    body: 'Öffnen Sie die E-Mail an {email}, und bestätigen Sie dort diesen Browser.',
    match: 'Die Seite muss diese Zahl zeigen:',
    mismatch: 'Zeigt sie eine andere Zahl, fragt jemand anderes: Lehnen Sie ab.',
    waiting: 'Wartet auf Ihre Bestätigung …',
    resend: 'Noch einmal senden',
    resendIn: { one: 'Noch einmal senden in {count} Sekunde', other: 'Noch einmal senden in {count} Sekunden' },
  },
  updateEmail: {
    label: 'Neue E-Mail-Adresse',
    save: 'Speichern',
    primary:
      'Bevor die Adresse geändert wird, fragen wir bei der bisherigen nach. Wir haben einen {digits}-stelligen Code an {email} gesendet.',
    secondary: 'Wir haben einen {digits}-stelligen Code an Ihre neue Adresse {email} gesendet.',
    again: 'Von vorn beginnen',
  },
  upgradeEmail: {
    export: 'Nehmen Sie Ihre Wiederherstellungswörter mit',
    exportHint: 'Die Seite des Wallets zeigt sie Ihnen. Geben Sie sie in dem Wallet ein, das Sie von da an verwenden möchten.',
    stays: 'Ihre Adresse bleibt dieselbe',
    staysHint: 'Was Sie besitzen, liegt in den Netzwerken und nicht in diesem Wallet: Das neue zeigt es auch.',
    yours: 'Danach passen nur noch Sie darauf auf',
    yoursHint:
      'Wer die Wörter hat, hat alles. Schreiben Sie sie auf, zeigen Sie sie niemandem, und geben Sie sie sonst nirgends ein.',
    smart: 'Leeren Sie zuerst den Smart Account',
    smartHint:
      'Er ist ein Vertrag, den die meisten anderen Wallets nicht öffnen. Senden Sie, was darauf liegt, an das Konto mit eigenem Schlüssel.',
  },
  approve: {
    hint: 'Das Wallet zeigt hier, worum es gebeten wird.',
  },
} satisfies Translation<typeof en>
