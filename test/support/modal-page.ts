// A real `<wallet-modal>` on the test page, over a real core with mock wallets; and the acts of a visitor.
import { expect, vi } from 'vitest'
import type { ModalConfig } from '../../src/config/types.js'
import { createMockPort, type MockPortOptions } from '../../src/connectors/mock/port.js'
import type { Core } from '../../src/state/core.js'
import { handleOf, type ModalHandle } from '../../src/state/interface/handle.js'
import type { View, ViewName } from '../../src/vocabulary/view.js'
import { WalletModalElement } from '../../src/wallet-modal.js'
import { createRoutes } from '../../src/elements/routes.js'
import { createTestCore } from './core.js'

export interface ModalPage extends ModalHandle {
  readonly core: Core
  readonly element: WalletModalElement
  /** The dialog's own root. */
  readonly root: ShadowRoot
  readonly card: HTMLElement
  /** The element of the view being shown. */
  readonly view: HTMLElement | undefined
  open(view?: View | ViewName): Promise<void>
  /** Closes, and waits until the dialog is gone. */
  closed(): Promise<void>
}

const pages: ModalPage[] = []

export function mountModal(
  config: ModalConfig = {},
  port: MockPortOptions = {},
  parent: ParentNode & Node = document.body,
  fetch?: typeof globalThis.fetch,
): ModalPage {
  const { core } = createTestCore({
    config,
    connectors: createMockPort(port),
    window,
    views: createRoutes(() => import('../../src/root/after-open.js')),
    ...(fetch ? { fetch } : {}),
  })
  const element = new WalletModalElement()
  const handle = handleOf(core)
  const page: ModalPage = {
    ...handle,
    element,
    core,
    get root() {
      const root = element.shadowRoot?.querySelector('wm-dialog')?.shadowRoot
      if (!root) throw new Error('the dialog was never opened')
      return root
    },
    get card() {
      const card = this.root.querySelector<HTMLElement>('.card')
      if (!card) throw new Error('there is no card')
      return card
    },
    get view() {
      return this.root.querySelector('wm-outlet')?.current
    },
    async open(view) {
      await handle.open(view)
      await element.shown()
      // What moves comes once the view is painted; not any more where the test has ended.
      await vi.waitFor(() => core.signal.aborted || expect(this.root.querySelector('wm-outlet')?.leave).toBeDefined())
      await frames()
    },
    async closed() {
      await vi.waitFor(() => {
        if (this.root.querySelector('.card')) throw new Error('the card is still there')
      })
    },
  }
  element.modal = page
  parent.append(element)
  pages.push(page)
  return page
}

/** Takes all modals of the test off the page. */
export function unmountModals() {
  for (const { core, element } of pages.splice(0)) {
    core.destroy()
    element.remove()
  }
}

/** The focused element, through shadow roots. */
export function focused(): Element | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

/** Waits for the next frame, twice: one to render, one to have rendered. */
export const frames = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
