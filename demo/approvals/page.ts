// The approvals of the embedded wallet in every state, made from requests by what the frame has.
// `?state=unlimited&theme=dark&locale=ar` is one of them alone, for pictures and checks.
import { createApprovalStack } from '../../services/frame/approvals/stack.js'
import { approvalOf } from './approval.js'
import { states } from './requests.js'

const query = new URLSearchParams(location.search)
const name = query.get('state')

if (name === null) showIndex()
else void showState(name)

async function showState(name: string): Promise<void> {
  const state = states[name]
  if (!state) throw new Error(`No state ${name}`)
  const theme = query.get('theme')
  const stack = createApprovalStack({
    document,
    locale: query.get('locale') ?? 'en',
    theme: theme === 'dark' || theme === 'light' ? theme : 'auto',
  })
  const { signal } = new AbortController()
  const asked = [approvalOf(state), ...(state.then ?? []).map((request) => approvalOf({ request }))]
  const [first, ...rest] = await Promise.all(asked)
  if (!first) return
  const decided = stack.ask(first, signal)
  for (const approval of rest) void stack.ask(approval, signal)
  const screen = document.querySelector('wm-approval')
  if (screen && state.progress) screen.progress = state.progress
  const decision = await decided
  document.documentElement.dataset['outcome'] = decision.outcome
  if (decision.outcome === 'approved') setTimeout(() => decision.done(), 1_500)
}

function showIndex(): void {
  const index = document.createElement('div')
  index.className = 'index'
  const nav = document.createElement('nav')
  nav.setAttribute('aria-label', 'States')
  const list = document.createElement('ul')
  const frame = document.createElement('iframe')
  frame.name = 'screen'
  frame.title = 'Approval'
  for (const state of Object.keys(states)) {
    const item = document.createElement('li')
    for (const [label, also] of [
      [state, {}],
      ['dark', { theme: 'dark' }],
      ['ar', { locale: 'ar' }],
      ['de', { locale: 'de' }],
    ] as const) {
      const link = document.createElement('a')
      link.href = `?${new URLSearchParams({ state, ...also }).toString()}`
      link.target = 'screen'
      link.textContent = label
      item.append(link, ' ')
    }
    list.append(item)
  }
  nav.append(list)
  index.append(nav, frame)
  document.body.append(index)
}
