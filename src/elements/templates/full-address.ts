// A whole address in groups of four characters, so that people can compare it.
import { html, type TemplateResult } from 'lit'

const GROUP = 4

/** The address. It is copied without gaps. */
export function fullAddress(address: string): TemplateResult {
  const start = /^0x/i.exec(address)?.[0] ?? ''
  const groups = address.slice(start.length).match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []
  return html`<bdi class="address grouped" dir="ltr" translate="no"
    >${groups.map((group, index) => html`<span>${index === 0 ? start : ''}${group}</span>`)}</bdi
  >`
}
