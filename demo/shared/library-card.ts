// What the pages of wallet libraries have in common: who is connected, a button for each action of the library, and what the last one gave.
import { element } from '../injected/dom.js'
import { chainName } from './chain.js'

/** One button. `run` resolves with what is shown; the first line of its error is shown instead. */
export interface LibraryAction {
  readonly text: string
  readonly run: () => Promise<string>
}

/** Who is connected, as the library says. */
export interface LibraryAccount {
  readonly address: string
  /** EIP-155 id. */
  readonly chainId: number
}

/**
 * The card, and the functions that put an account into it, or why it is not known. `connect` is shown while there is no account, `acts` while there is one;
 * a failure leaves the buttons as they are.
 */
export function createLibraryCard(connect: LibraryAction, acts: readonly LibraryAction[]) {
  const state = element('p', { className: 'mono', role: 'status' })
  const outcome = element('p', { className: 'mono', role: 'status' })
  const buttonOf = ({ text, run }: LibraryAction) => {
    const button = element('button', { type: 'button', className: 'button', textContent: text })
    button.onclick = () => {
      outcome.textContent = ''
      run().then(
        (answer) => (outcome.textContent = answer),
        (error: unknown) => (outcome.textContent = firstLine(error)),
      )
    }
    return button
  }
  const begin = buttonOf(connect)
  const buttons = acts.map(buttonOf)
  return {
    card: element(
      'section',
      { className: 'card stack' },
      state,
      element('div', { className: 'row' }, begin, ...buttons),
      outcome,
    ),
    show(account: LibraryAccount | undefined) {
      state.textContent = account ? `${account.address} on ${chainName(`eip155:${account.chainId}`)}` : 'disconnected'
      begin.hidden = account !== undefined
      for (const button of buttons) button.hidden = account === undefined
    },
    fail(error: unknown) {
      state.textContent = `unknown: ${firstLine(error)}`
    },
  }
}

const firstLine = (error: unknown) => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'Failed')

/** The modal's own button, in a card of its own. */
export function createModalCard(modal: unknown): HTMLElement {
  const own = Object.assign(document.createElement('wallet-connect-button'), { modal })
  return element('section', { className: 'card stack' }, element('p', { className: 'note' }, 'The button of the modal'), own)
}
