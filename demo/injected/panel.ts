// The test wallet's own controls, folded in a corner: what a person would do in the extension's window.
import { chainName, shortAddress } from '../shared/chain.js'
import type { Mood } from './ask.js'
import { element, shadowHost } from './dom.js'
import icon from './icon.svg?raw'

export interface PanelActions {
  readonly accounts: readonly string[]
  chooseAccount(index: number): void
  chooseChain(chain: number): void
  lock(): void
  unlock(): void
  setMood(mood: Mood): void
}

const chains = [31_337, 1, 137]
const moods: readonly (readonly [Mood, string])[] = [
  ['ask', 'Ask me'],
  ['approve', 'Approve everything'],
  ['reject', 'Decline everything'],
]

export function createPanel(document: Document, actions: PanelActions) {
  const root = shadowHost(document, 'injected-wallet-controls')
  root.host.role = 'complementary'
  root.host.ariaLabel = 'Sandbox Extension'
  const account = choice(
    'Account',
    actions.accounts.map((address, index) => [String(index), shortAddress(address)]),
    (value) => actions.chooseAccount(Number(value)),
  )
  const chain = choice(
    'Network',
    chains.map((id) => [String(id), chainName(`eip155:${id}`)]),
    (value) => actions.chooseChain(Number(value)),
  )
  const mood = choice('When a site asks', moods, (value) => actions.setMood(value as Mood)) // values are the keys of `moods`
  let isLocked = false
  const lock = element('button', { type: 'button', textContent: 'Lock the wallet' })
  lock.onclick = () => {
    isLocked = !isLocked
    lock.textContent = isLocked ? 'Unlock the wallet' : 'Lock the wallet'
    if (isLocked) actions.lock()
    else actions.unlock()
  }
  const summary = element(
    'summary',
    {},
    element('img', { src: `data:image/svg+xml,${encodeURIComponent(icon)}`, alt: '' }),
    'Sandbox Extension',
  )
  root.append(
    element('details', {}, summary, element('div', { className: 'controls' }, account.label, chain.label, mood.label, lock)),
  )
  return {
    showChain: (id: number) => {
      chain.select.value = String(id)
    },
  }
}

function choice(text: string, options: readonly (readonly [string, string])[], onChoose: (value: string) => void) {
  const select = element('select', {}, ...options.map(([value, label]) => element('option', { value, textContent: label })))
  select.onchange = () => onChoose(select.value)
  return { select, label: element('label', {}, text, select) }
}
