// The parts of an approval as templates. Texts go through text bindings alone: nothing of a stranger is markup.
import { html, nothing, svg, type TemplateResult } from 'lit/html.js'
import type { Approval, CallView, EditableAllowance, Row, Simulation, Value, Warning } from '../types.js'
import { amountText, lineOf, say, timeText, type Language } from './format.js'

const FEE_DIGITS = 5
const triangle = svg`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linejoin="round" stroke-linecap="round"><path d="M10 2.8 18 16.6H2Z" /><path d="M10 8v4M10 14.3v.1" /></svg>`

/** Rows as names and values. */
export const rowsOf = (language: Language, rows: readonly Row[]): TemplateResult =>
  html`<dl>
    ${rows.map(
      ({ label, value, danger }) =>
        html`<div class="row">
          <dt>${say(language, label)}</dt>
          <dd class=${danger ? 'danger' : nothing}>${valueOf(language, value, label)}</dd>
        </div>`,
    )}
  </dl>`

function valueOf(language: Language, value: Value, label: Row['label']): TemplateResult {
  if (value.type === 'block')
    return html`<pre tabindex="0" role="region" aria-label=${say(language, label)} dir="auto">${value.text}</pre>`
  if (value.type === 'address') {
    const name = value.isSelf ? say(language, 'value.yours') : value.name
    const address = html`<bdi class="address" dir="ltr">${value.address}</bdi>`
    return name
      ? html`<div><bdi>${name}</bdi></div>
          ${address}`
      : address
  }
  if (value.type === 'amount') {
    const amount = amountText(language, value.amount, value.decimals, label === 'row.feeMost' ? FEE_DIGITS : undefined)
    return html`<bdi class="amount" dir="ltr">${amount} <bdi>${value.symbol}</bdi></bdi
      >${unverified(language, value.unverified)}`
  }
  if (value.type === 'unlimited')
    return html`<bdi class="amount">${say(language, 'value.unlimited', { symbol: value.symbol })}</bdi
      >${unverified(language, value.unverified)}`
  if (value.type === 'time') return html`<bdi>${timeText(language, value.at)}</bdi>`
  return html`<bdi>${lineOf(language, value)}</bdi>`
}

const unverified = (language: Language, contract: string | undefined) =>
  contract === undefined
    ? nothing
    : html`<div class="meta unverified">
        ${say(language, 'value.unverified')}: <bdi class="address" dir="ltr">${contract}</bdi>
      </div>`

/** Warnings of one level, dangers above notes. */
export function warningsOf(language: Language, warnings: readonly Warning[], level: Warning['level']) {
  const some = warnings.filter((warning) => warning.level === level)
  if (some.length === 0) return nothing
  const [name, title] = level === 'danger' ? (['risks', 'view.risks'] as const) : (['notes', 'view.notes'] as const)
  return html`<section class="notice ${name}" aria-labelledby=${name}>
    <h2 id=${name}>${triangle}${say(language, title)}</h2>
    <ul role="list">
      ${some.map(({ key, values }) => html`<li>${say(language, key, values)}</li>`)}
    </ul>
  </section>`
}

/** Calls within a request, each with those within it. @param edit the form that changes an allowance */
export const callsOf = (
  language: Language,
  calls: readonly CallView[],
  edit: (editable: EditableAllowance | undefined) => TemplateResult | typeof nothing,
): TemplateResult | typeof nothing =>
  calls.length === 0
    ? nothing
    : html`<div class="calls">
        ${calls.map(
          (call, at) =>
            html`<section class="group">
              <h3>${say(language, 'view.step', { at: String(at + 1) })}: ${say(language, call.title)}</h3>
              ${rowsOf(language, call.rows)}${edit(call.editable)}${callsOf(language, call.calls, edit)}
            </section>`,
        )}
      </div>`

/** What a node says that would change. */
export function simulationOf(language: Language, simulation: Simulation | undefined) {
  const fails = simulation?.status === 'reverts'
  // That nothing changes at once is no comfort: an allowance changes nothing either.
  if (!simulation || (simulation.changes.length === 0 && !fails)) return nothing
  return html`<section class="group" aria-labelledby="changes">
    <h2 id="changes">${say(language, 'view.changes')}</h2>
    ${
      fails
        ? html`<p class="row">${say(language, 'view.reverts')}</p>`
        : html`<ul class="changes" role="list">
            ${simulation.changes.map(
              ({ direction, value }) =>
                html`<li>
                  ${say(language, direction === 'in' ? 'view.in' : 'view.out', { value: isolated(lineOf(language, value)) })}
                  ${value.type === 'amount' ? unverified(language, value.unverified) : nothing}
                </li>`,
            )}
          </ul>`
    }
  </section>`
}

/** A value within a sentence of another direction: first-strong isolate. */
const isolated = (text: string): string => `\u2068${text}\u2069`

/** What is signed, on demand. */
export const rawOf = (language: Language, { raw }: Approval): TemplateResult =>
  html`<details class="group">
    <summary>${say(language, 'view.raw')}</summary>
    <pre tabindex="0" role="region" aria-label=${say(language, 'view.raw')} dir="ltr">${raw}</pre>
  </details>`
