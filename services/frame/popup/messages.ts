// What is said about the wallet's own window, in the frame and in the window itself. English; German and Arabic stand beside.
export const en = {
  language: 'en',
  heading: 'Continue in the wallet’s own window',
  harm: 'This request can do harm.',
  body: 'You read and decide it in a window whose address is the wallet’s, which no site can cover.',
  what: 'Request',
  preparing: 'Getting ready …',
  ready: 'Check that the new window shows the address {host}.',
  opened: 'Decide in the other window.',
  blocked: 'Your browser has blocked the window. Open it with the link.',
  closed: 'The window was closed. Open it again, or reject.',
  expired: 'The time for this window is over. Open it again, or reject.',
  wrong: 'An answer came that is not from your window. Nothing was signed. Open it again, or reject.',
  failed: 'The wallet service is not reachable. Try again, or reject.',
  open: 'Open window',
  again: 'Open again',
  retry: 'Try again',

  title: 'Wallet: confirm a request',
  loading: 'Loading the request …',
  nothing: 'There is nothing to decide here. Go back to the site and open the window from there.',
  over: 'This request is over, or another window has it. Nothing was confirmed here.',
  mismatch: 'This request was changed on its way. Nothing was confirmed. Close this window.',
  unreached: 'The wallet service is not reachable. Close this window and open it again.',
  approved: 'Your confirmation is passed on. Go back to the site.',
  rejected: 'You have rejected the request. Go back to the site.',
}

/** Keys and texts. */
export type WindowMessages = Readonly<Record<keyof typeof en, string>>
