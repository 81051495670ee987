// Adds style sheets to an existing shadow root.
import { adoptStyles, type CSSResultOrNative } from 'lit'

/** Adds `styles` after the sheets of `root`, or before them with `first`. Sheets that `root` has already keep their place. */
export function adopt(root: HTMLElement | DocumentFragment, styles: readonly CSSResultOrNative[], first = false): void {
  if (!(root instanceof ShadowRoot)) return
  const own: readonly CSSStyleSheet[] | undefined = root.adoptedStyleSheets
  if (!own) return adoptStyles(root, [...styles]) // jsdom and old browsers have no constructed style sheets: Lit adds <style>
  const sheets = styles
    .flatMap((style) => ('styleSheet' in style ? style.styleSheet : style) ?? [])
    .filter((sheet) => !own.includes(sheet))
  root.adoptedStyleSheets = first ? [...sheets, ...own] : [...own, ...sheets]
}
