// The test wallet's question: a dialog above everything, modal dialogs of the page included, as an extension's window is.
import { chainName } from '../shared/chain.js'
import { describe, parseRequest, type Description } from '../shared/requests.js'
import type { RequestArguments } from '../../src/connectors/connector.js'
import { element, shadowHost } from './dom.js'
import icon from './icon.svg?raw'

export type Mood = 'ask' | 'approve' | 'reject'

export interface Asker {
  (request: RequestArguments): Promise<boolean>
  /** Asks what is in words already. */
  inWords(description: Description): Promise<boolean>
  setMood(mood: Mood): void
  /** Called after a yes. */
  onApproved: (request: RequestArguments) => void
}

/** Asks one question at a time, in order. */
export function createAsker(document: Document): Asker {
  const root = shadowHost(document, 'injected-wallet-request')
  let mood: Mood = 'ask'
  let last: Promise<unknown> = Promise.resolve()
  const inWords = (description: Description): Promise<boolean> => {
    const answer = last.then(() => (mood === 'ask' ? show(root, description) : mood === 'approve'))
    last = answer
    return answer
  }
  const asker: Asker = Object.assign(
    async (request: RequestArguments) => {
      const isApproved = await inWords(explain(request))
      if (isApproved) asker.onApproved(request)
      return isApproved
    },
    {
      inWords,
      setMood: (next: Mood) => void (mood = next),
      onApproved: (_: RequestArguments) => {},
    },
  )
  return asker
}

function show(root: ShadowRoot, { title, verb, facts, text, warning }: Description): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = element('dialog')
    const finish = (isApproved: boolean) => {
      dialog.close()
      dialog.remove()
      resolve(isApproved)
    }
    const heading = element('h2', { id: 'title', textContent: title })
    dialog.append(
      element(
        'div',
        { className: 'brand' },
        element('img', { src: `data:image/svg+xml,${encodeURIComponent(icon)}`, alt: '' }),
        'Sandbox Extension · devnet only',
      ),
      heading,
      element('p', {}, location.host),
      element(
        'dl',
        {},
        ...facts.flatMap(({ label, value, long }) => [element('dt', {}, label), element('dd', { title: long ?? '' }, value)]),
      ),
    )
    if (text !== undefined) dialog.append(element('pre', { tabIndex: 0, ariaLabel: 'What will be signed' }, text))
    if (warning !== undefined) dialog.append(element('p', { className: 'warning' }, warning))
    dialog.append(
      element(
        'div',
        { className: 'answers' },
        element('button', { type: 'button', textContent: 'Reject', onclick: () => finish(false) }),
        element('button', { type: 'button', className: 'yes', textContent: verb, onclick: () => finish(true) }),
      ),
    )
    dialog.setAttribute('aria-labelledby', 'title')
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      finish(false)
    })
    root.append(dialog)
    dialog.showModal()
  })
}

/** The request in plain words; one that cannot be read is shown as it is, and still needs a person. */
function explain(request: RequestArguments): Description {
  const { method, params } = request
  if (method === 'eth_requestAccounts' || method === 'wallet_requestPermissions') {
    return { title: 'Let this site see your account?', verb: 'Connect', facts: [] }
  }
  const asked: unknown = Array.isArray(params) ? params[0] : undefined
  if (method === 'wallet_addEthereumChain' && typeof asked === 'object' && asked !== null) {
    const { chainName: name, chainId } = asked as { chainName?: unknown; chainId?: unknown } // both are only shown, as text
    return {
      title: 'Add a network?',
      verb: 'Add',
      facts: [
        { label: 'Name', value: String(name) },
        { label: 'Id', value: String(Number(chainId)) },
      ],
    }
  }
  try {
    return describe(parseRequest(method, params), chainName)
  } catch {
    return { title: method, verb: 'Approve', facts: [], text: JSON.stringify(params, null, 2) }
  }
}
