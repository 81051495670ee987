// The way out: the words of the wallet, and its recovery kit. Made by the keys' worker on this page; the services are told that it happens, and nothing else.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { loaded } from '../frame-errors.js'
import { createActs } from './acts.js'
import type { PageContext, Section } from './context.js'
import { failureOfAct, pressed } from './templates.js'

/** Words that nobody hides again are hidden after so long. */
const SHOWN_MS = 60_000

export interface ExportSection extends Section {
  /** Shown now. */
  readonly words: readonly string[] | undefined
  /** The code of the kit that was saved, shown this once. */
  readonly code: string | undefined
  reveal(): Promise<void>
  hide(): void
  saveKit(): Promise<void>
}

export function createExportSection(context: PageContext): ExportSection {
  const { api, texts, tools, signal, update } = context
  const acts = createActs(update)
  let words: readonly string[] | undefined
  let code: string | undefined
  let said = ''
  const ending: (() => void)[] = []

  function hide(): void {
    for (const end of ending.splice(0)) end()
    words = undefined
    said = ''
    update()
  }
  signal.addEventListener('abort', () => {
    code = undefined
    hide()
  })

  /** Whoever is here has just proved who they are, and is told of it by mail. */
  async function allowed(what: 'words' | 'kit') {
    await context.reauthenticate()
    const keyring = await context.keys()
    await api.call('/api/export', { what }, { signal })
    // It stands among what happened now.
    void context.refresh().catch(() => undefined)
    return keyring
  }

  const reveal = () =>
    acts.run(async () => {
      hide()
      const keyring = await allowed('words')
      const phrase = await keyring.exportMnemonic()
      signal.throwIfAborted()
      words = phrase.split(' ')
      ending.push(context.tools.onHidden(hide), tools.after(SHOWN_MS, hide))
    })

  const saveKit = () =>
    acts.run(async () => {
      code = undefined
      const keyring = await allowed('kit')
      const { newRecoveryCode } = await loaded(import('../keys/recovery-code.js'))
      const made = await newRecoveryCode()
      const kit = await keyring.exportKit(made)
      signal.throwIfAborted()
      tools.download('wallet-recovery-kit.json', kit)
      code = made
    })

  const copy = (text: string) => {
    const say = (what: string) => {
      said = what
      update()
    }
    tools.copy(text).then(
      () => say(texts.copied),
      () => say(texts.copyFailed),
    )
  }

  const shownWords = (shown: readonly string[]): TemplateResult =>
    html`<ol class="words" dir="ltr" translate="no">
        ${shown.map((word) => html`<li>${word}</li>`)}
      </ol>
      <div class="actions">
        <button class="main" @click=${pressed(hide)}>${texts.hide}</button
        ><button @click=${pressed(() => copy(shown.join(' ')))}>${texts.copy}</button>
      </div>
      <p role="status">${said}</p>`

  const shownCode = (shown: string): TemplateResult =>
    html`<p>${texts.kitCode}</p>
      <output class="code" dir="ltr" aria-label=${texts.kitCodeName}>${shown}</output>
      <div class="actions">
        <button
          class="main"
          @click=${pressed(() => {
            code = undefined
            said = ''
            update()
          })}
        >
          ${texts.written}</button
        ><button @click=${pressed(() => copy(shown))}>${texts.copy}</button>
      </div>
      <p role="status">${said}</p>`

  return {
    id: 'export',
    title: texts.exportTitle,
    get words() {
      return words
    },
    get code() {
      return code
    },
    reveal,
    hide,
    saveKit,
    render: () =>
      html`<p>${texts.exportBody}</p>
        <p class="failure">${texts.exportWarning}</p>
        ${
          words
            ? shownWords(words)
            : html`<div class="actions">
                <button ?disabled=${acts.isBusy} @click=${pressed(() => void reveal())}>${texts.reveal}</button>
              </div>`
        }
        <p>${texts.kitBody}</p>
        ${
          code === undefined
            ? html`<div class="actions">
                <button ?disabled=${acts.isBusy} @click=${pressed(() => void saveKit())}>${texts.saveKit}</button>
              </div>`
            : shownCode(code)
        }
        ${acts.isBusy ? html`<p role="status">${texts.loading}</p>` : nothing}${failureOfAct(texts, acts.failure)}`,
  }
}
