// A whole address in groups of four characters that people can compare. The groups stand apart by style: what is selected and copied has no spaces.
import { html, type TemplateResult } from 'lit'

/** The address. */
export function fullAddress(address: string): TemplateResult {
  const prefix = /^0x/i.exec(address)?.[0] ?? ''
  const groups = address.slice(prefix.length).match(/.{1,4}/gsu) ?? []
  return html`<bdi class="address grouped" dir="ltr" translate="no"
    >${groups.map((group, at) => html`<span>${at === 0 ? prefix : ''}${group}</span><wbr />`)}</bdi
  >`
}
