// Adds style sheets to a shadow root that is already there.
import { adoptStyles, type CSSResultOrNative } from 'lit'

/** `first`: under the element's own rules instead of over them. Sheets that are there already stay where they are. */
export function adopt(root: HTMLElement | DocumentFragment, styles: readonly CSSResultOrNative[], first = false): void {
  if (!(root instanceof ShadowRoot)) return
  const own: readonly CSSStyleSheet[] | undefined = root.adoptedStyleSheets
  if (!own) return adoptStyles(root, [...styles]) // as <style>: jsdom and old browsers have no constructed sheets
  const sheets = styles
    .flatMap((style) => ('styleSheet' in style ? style.styleSheet : style) ?? [])
    .filter((sheet) => !own.includes(sheet))
  root.adoptedStyleSheets = first ? [...sheets, ...own] : [...own, ...sheets]
}
