// German.
import type { WindowMessages } from './messages.js'

export const de: WindowMessages = {
  language: 'de',
  heading: 'Im eigenen Fenster des Wallets fortfahren',
  harm: 'Diese Anfrage kann schaden.',
  body: 'Sie lesen und entscheiden sie in einem Fenster mit der Adresse des Wallets, das keine Website verdecken kann.',
  what: 'Anfrage',
  preparing: 'Wird vorbereitet …',
  ready: 'Prüfen Sie, dass das neue Fenster die Adresse {host} zeigt.',
  opened: 'Entscheiden Sie im anderen Fenster.',
  blocked: 'Ihr Browser hat das Fenster blockiert. Öffnen Sie es mit dem Link.',
  closed: 'Das Fenster wurde geschlossen. Öffnen Sie es erneut, oder lehnen Sie ab.',
  expired: 'Die Zeit für dieses Fenster ist abgelaufen. Öffnen Sie es erneut, oder lehnen Sie ab.',
  wrong: 'Es kam eine Antwort, die nicht aus Ihrem Fenster ist. Nichts wurde signiert. Öffnen Sie es erneut, oder lehnen Sie ab.',
  failed: 'Der Dienst des Wallets ist nicht erreichbar. Versuchen Sie es erneut, oder lehnen Sie ab.',
  open: 'Fenster öffnen',
  again: 'Erneut öffnen',
  retry: 'Erneut versuchen',

  title: 'Wallet: eine Anfrage bestätigen',
  loading: 'Die Anfrage wird geladen …',
  nothing: 'Hier gibt es nichts zu entscheiden. Gehen Sie zurück zur Website, und öffnen Sie das Fenster von dort.',
  over: 'Diese Anfrage ist vorbei, oder ein anderes Fenster hat sie. Hier wurde nichts bestätigt.',
  mismatch: 'Diese Anfrage wurde unterwegs verändert. Nichts wurde bestätigt. Schließen Sie dieses Fenster.',
  unreached: 'Der Dienst des Wallets ist nicht erreichbar. Schließen Sie dieses Fenster, und öffnen Sie es erneut.',
  approved: 'Ihre Bestätigung ist weitergegeben. Gehen Sie zurück zur Website.',
  rejected: 'Sie haben die Anfrage abgelehnt. Gehen Sie zurück zur Website.',
}
