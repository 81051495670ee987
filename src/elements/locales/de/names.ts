import type { Translation } from '../catalogue.js'
import type en from '../en/names.js'

export default {
  chooseName: {
    heading: 'Ein Name statt einer Adresse',
    body: 'Andere können an Ihren Namen senden, und Apps zeigen ihn anstelle von {address}.',
    free: 'Er kostet nichts. Sie unterschreiben nur eine Nachricht, und Sie können mehrere haben.',
    yours: 'Ihre Namen',
    shown: 'Sichtbar',
    failed: 'Ihre Namen wurden nicht geladen',
    proceed: 'Weiter',
  },
  registerName: {
    label: 'Name',
    placeholder: 'ihrname',
    rules: 'Mindestens 4 Buchstaben, Ziffern oder Bindestriche',
    suggestions: 'Vorschläge',
    unavailable: 'Auf dieser Website gibt es keine Namen',
    checking: 'Freie Namen werden gesucht …',
    free: 'Frei',
    taken: 'Vergeben',
    register: 'Registrieren',
    review: '{name} registrieren?',
    account: 'Für',
    cost: 'Kosten',
    nothing: 'Keine: Sie unterschreiben eine Nachricht, keine Transaktion',
    confirm: 'Unterschreiben und registrieren',
    change: 'Anderen Namen wählen',
    declined: 'Sie haben abgelehnt. Es wurde nichts registriert.',
    justTaken: '{name} wurde eben vergeben. Wählen Sie einen anderen Namen.',
    late: 'Die Nachricht war bei der Ankunft zu alt. Versuchen Sie es erneut und unterschreiben Sie sofort.',
    badSignature: 'Die Unterschrift stammt nicht von diesem Konto. Versuchen Sie es erneut.',
  },
  registerSteps: {
    sign: 'Öffnen Sie {wallet} und unterschreiben Sie die Nachricht.',
    signAgain: 'Die Uhrzeit in der Nachricht stimmte nicht. Unterschreiben Sie noch einmal in {wallet}.',
    register: '{name} wird registriert …',
  },
  registerNameSuccess: {
    heading: '{name} gehört Ihnen',
    body: 'Er führt ab jetzt zu diesem Konto.',
  },
  nameProblems: {
    long: 'Höchstens 64 Zeichen',
    characters: 'Nur die Buchstaben a bis z, Ziffern und Bindestriche',
    ends: 'Ein Name beginnt und endet mit einem Buchstaben oder einer Ziffer',
    address: 'Ein Name darf nicht wie eine Adresse aussehen',
    refused: 'Dieser Name kann nicht registriert werden. Versuchen Sie einen anderen.',
  },
} satisfies Translation<typeof en>
