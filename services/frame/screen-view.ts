// Draws the frame's own screens: elements and their texts, no markup.
import type { WireWallet } from '../src/embedded/wire.js'
import { armButtons, type Arming } from './approvals/view/arming.js'
import { fill, type FrameLocale, type FrameMessages } from './messages.js'
import { messagesFor } from './texts.js'
import { aborted } from './frame-errors.js'
import { PHRASE_MAX } from './phrase.js'

/** Where and how a screen is drawn. */
export interface At {
  readonly document: Document
  readonly locale: FrameLocale
  readonly signal: AbortSignal
  /** The visitor's own. */
  readonly phrase?: string | undefined
  readonly keepPhrase?: ((phrase: string) => void) | undefined
}

type Attributes = Readonly<Record<string, string>>

interface Drawing {
  readonly texts: FrameMessages
  add<K extends keyof HTMLElementTagNameMap>(
    to: Element,
    name: K,
    text?: string,
    attributes?: Attributes,
  ): HTMLElementTagNameMap[K]
  readonly root: HTMLElement
  /** Whether a press counts; not before the screen was seen for a moment. */
  accepts(event: MouseEvent): boolean
}

/** Draws with `build`, which calls back with the answer, and takes the screen away again. @throws FrameError ABORTED */
export async function ask<T>(
  { document, locale, signal, phrase }: At,
  heading: (texts: FrameMessages) => string,
  build: (drawing: Drawing, answer: (value: T) => void) => HTMLElement | undefined,
): Promise<T> {
  const texts = await messagesFor(locale)
  return new Promise<T>((resolve, reject) => {
    if (signal.aborted) return reject(aborted())
    const root = document.createElement('main')
    let arming: Arming | undefined
    const drawing: Drawing = {
      root,
      texts,
      accepts: (event) => arming?.accepts(event) === true,
      add(to, name, text, attributes = {}) {
        const element = document.createElement(name)
        if (text !== undefined) element.textContent = text
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
        to.append(element)
        return element
      },
    }
    const end = () => {
      signal.removeEventListener('abort', abort)
      arming?.stop()
      root.remove()
    }
    const abort = () => {
      end()
      reject(aborted())
    }
    const answer = (value: T) => {
      end()
      resolve(value)
    }
    root.className = 'screen'
    document.documentElement.lang = locale
    document.documentElement.dir = locale === 'ar' ? 'rtl' : 'ltr'
    drawing.add(root, 'h1', heading(drawing.texts), { tabindex: '-1' })
    if (phrase !== undefined) drawing.add(root, 'p', fill(texts.phrase, { phrase }))
    const first = build(drawing, answer)
    document.body.append(root)
    const { defaultView } = document
    const main = [...root.querySelectorAll<HTMLButtonElement>('button.main')]
    for (const one of main) one.disabled = true
    if (defaultView)
      arming = armButtons(defaultView, root, (state) => {
        for (const one of main) one.disabled = state !== 'armed'
      })
    signal.addEventListener('abort', abort, { once: true })
    first?.focus()
  })
}

/** A button that a script cannot press; one that means something (`main`) not before it was seen for a moment. */
export function button(
  { add, accepts }: Drawing,
  to: Element,
  text: string,
  press: () => void,
  className = '',
): HTMLButtonElement {
  const made = add(to, 'button', text, { type: 'button', class: className })
  made.addEventListener('click', (event) => {
    if (className === 'main' ? accepts(event) : event.isTrusted) press()
  })
  return made
}

export const labelOf = (texts: FrameMessages, mode: WireWallet['mode']): string =>
  mode === 'assisted' ? texts.assistedLabel : texts.sealedLabel

export function consentScreen(
  at: At,
  {
    origin,
    user,
    mode,
  }: { readonly origin: string; readonly user: string | undefined; readonly mode: WireWallet['mode'] | undefined },
): Promise<boolean> {
  const { phrase, keepPhrase } = at
  return ask<boolean>(
    at,
    (texts) => fill(texts.consentHeading, { origin }),
    (drawing, answer) => {
      const { add, root, texts } = drawing
      add(root, 'p', user === undefined ? texts.consentBodyUnnamed : fill(texts.consentBody, { user }))
      if (mode) add(root, 'p', labelOf(texts, mode), { class: 'label' })
      const field = keepPhrase && phrase === undefined ? phraseField(drawing) : undefined
      const actions = add(root, 'div', undefined, { class: 'actions' })
      const refuse = button(drawing, actions, texts.refuse, () => answer(false))
      const allow = () => {
        const chosen = field?.value.trim()
        if (chosen) keepPhrase?.(chosen)
        answer(true)
      }
      button(drawing, actions, texts.allow, allow, 'main')
      return refuse
    },
  )
}

/** Row 78: whoever draws a window that looks like one of these does not know the phrase. */
function phraseField({ add, root, texts }: Drawing): HTMLInputElement {
  const label = add(root, 'label', texts.phraseLabel)
  const field = add(label, 'input', undefined, {
    type: 'text',
    autocomplete: 'off',
    maxlength: String(PHRASE_MAX),
    'aria-describedby': 'phrase',
  })
  add(root, 'p', texts.phraseHint, { id: 'phrase' })
  return field
}

/** True once the person says that the code is written down. */
export function codeScreen(at: At, code: string): Promise<boolean> {
  const { document } = at
  return ask<boolean>(
    at,
    (texts) => texts.codeHeading,
    (drawing, answer) => {
      const { add, root, texts } = drawing
      add(root, 'p', texts.codeBody)
      add(root, 'output', code, { class: 'code', dir: 'ltr', 'aria-label': texts.code })
      const tools = add(root, 'div', undefined, { class: 'tools' })
      const status = add(root, 'p', '', { role: 'status' })
      button(drawing, tools, texts.copy, () => {
        const copying = document.defaultView?.navigator.clipboard?.writeText(code) ?? Promise.reject(new Error('none'))
        copying.then(
          () => (status.textContent = texts.copied),
          () => (status.textContent = texts.copyFailed),
        )
      })
      button(drawing, tools, texts.print, () => {
        if (!print(document, texts, code)) status.textContent = texts.copyFailed
      })
      const check = add(root, 'label', undefined, { class: 'check' })
      const box = add(check, 'input', undefined, { type: 'checkbox' })
      add(check, 'span', texts.written)
      add(root, 'p', texts.sealedLabel, { class: 'label' })
      const actions = add(root, 'div', undefined, { class: 'actions' })
      const cancel = button(drawing, actions, texts.cancel, () => answer(false))
      // Not disabled without the tick: the button says what is missing by going to it.
      button(drawing, actions, texts.proceed, () => (box.checked ? answer(true) : box.focus()), 'main')
      return cancel
    },
  )
}

/** A frame may not print: a window of its own does, which goes with the screen. */
function print(document: Document, texts: FrameMessages, code: string): boolean {
  const popup = document.defaultView?.open('', '', 'popup,width=480,height=320')
  if (!popup) return false
  const page = popup.document
  page.title = texts.code
  const heading = page.createElement('h1')
  heading.textContent = texts.code
  const text = page.createElement('p')
  text.textContent = code
  text.dir = 'ltr'
  page.body.replaceChildren(heading, text)
  popup.addEventListener('afterprint', () => popup.close())
  popup.print()
  return true
}

/** True once `check` takes what was typed; false when the person gives up. */
export function enterCodeScreen(at: At, check: (code: string) => Promise<boolean>): Promise<boolean> {
  return ask<boolean>(
    at,
    (texts) => texts.enterHeading,
    (drawing, answer) => {
      const { add, root, texts } = drawing
      add(root, 'p', texts.enterBody)
      const form = add(root, 'form')
      const field = add(form, 'label', texts.code)
      const input = add(field, 'input', undefined, {
        type: 'text',
        dir: 'ltr',
        autocomplete: 'off',
        autocapitalize: 'characters',
        spellcheck: 'false',
        maxlength: '80',
      })
      const failure = add(root, 'p', '', { class: 'failure', role: 'alert' })
      add(root, 'p', texts.sealedLabel, { class: 'label' })
      const actions = add(root, 'div', undefined, { class: 'actions' })
      let isChecking = false
      const submit = async () => {
        if (isChecking) return
        isChecking = true
        failure.textContent = ''
        try {
          if (await check(input.value)) return answer(true)
          failure.textContent = texts.enterWrong
          input.focus()
        } catch {
          failure.textContent = texts.enterFailed
        } finally {
          isChecking = false
        }
      }
      form.addEventListener('submit', (event) => {
        event.preventDefault()
        if (event.isTrusted && !open.disabled) void submit()
      })
      button(drawing, actions, texts.cancel, () => answer(false))
      const open = button(drawing, actions, texts.open, () => void submit(), 'main')
      return input
    },
  )
}

export function notKeptScreen(at: At): Promise<void> {
  return ask<undefined>(
    at,
    (texts) => texts.notKeptHeading,
    (drawing, answer) => {
      const { add, root, texts } = drawing
      add(root, 'p', texts.notKeptBody)
      const actions = add(root, 'div', undefined, { class: 'actions' })
      return button(drawing, actions, texts.proceed, () => answer(undefined))
    },
  )
}
