// Builds nodes without markup strings (the pages forbid those), and the test wallet's own style sheet.
type Child = Node | string | undefined

/** `element('p', { className: 'x' }, 'text', node)` */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const node = Object.assign(document.createElement(tag), properties)
  node.append(...children.filter((child) => child !== undefined))
  return node
}

/** A host whose insides the page's styles do not reach. */
export function shadowHost(document: Document, name: string): ShadowRoot {
  const host = document.createElement('div')
  host.dataset['demo'] = name
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  document.body.append(host)
  return root
}

const css = `
:host { all: initial; }
* { box-sizing: border-box; }
dialog, details {
  --ink: light-dark(#1d1633, #f0edfa); --paper: light-dark(#ffffff, #1b1826); --soft: light-dark(#efebfb, #2c2640);
  --quiet: light-dark(#544d6b, #b9b2cd); --accent: light-dark(#5b3fb8, #b7a4ff); --on: light-dark(#ffffff, #1d1033); --edge: light-dark(#7c7494, #857d9c);
  font: 400 0.9375rem/1.45 Inter, ui-sans-serif, system-ui, sans-serif; color: var(--ink);
}
dialog {
  inset: 1rem 1rem auto auto; margin: 0 0 0 auto; inline-size: min(22rem, calc(100vw - 2rem)); max-block-size: calc(100dvh - 2rem); overflow: auto;
  padding: 1.25rem; border: 1px solid var(--edge); border-radius: 1rem; background: var(--paper); box-shadow: 0 1rem 3rem rgb(6 8 12 / .35);
}
dialog::backdrop { background: rgb(6 8 12 / .25); }
.brand { display: flex; gap: .5rem; align-items: center; font-size: .8125rem; color: var(--quiet); }
.brand img { inline-size: 1.5rem; block-size: 1.5rem; }
h2 { margin: .75rem 0 .5rem; font-size: 1.125rem; line-height: 1.3; overflow-wrap: anywhere; }
p { margin: 0 0 .75rem; color: var(--quiet); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: 0 0 .75rem; }
dt { color: var(--quiet); }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
pre { max-block-size: 12rem; overflow: auto; margin: 0 0 .75rem; padding: .625rem; border-radius: .625rem; background: var(--soft);
  font: .8125rem/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.warning { padding: .5rem .75rem; border-radius: .625rem; background: light-dark(#fcf0d3, #352a0e); color: light-dark(#7a5200, #f2c14e); }
.answers { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin-block-start: 1rem; }
button, select { min-block-size: 2.75rem; padding: .25rem .75rem; border: 1px solid var(--edge); border-radius: .75rem; background: var(--paper); font: inherit; color: inherit; cursor: pointer; }
button { font-weight: 600; }
button.yes { border-color: transparent; background: var(--accent); color: var(--on); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
details { position: fixed; inset-block-end: 1rem; inset-inline-start: 1rem; z-index: 10; max-inline-size: calc(100vw - 2rem);
  border: 1px solid var(--edge); border-radius: 1rem; background: var(--paper); }
summary { display: flex; gap: .5rem; align-items: center; min-block-size: 2.75rem; padding: .25rem 1rem .25rem .75rem; border-radius: 1rem; font-weight: 600; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary img { inline-size: 1.5rem; block-size: 1.5rem; }
.controls { display: grid; gap: .75rem; inline-size: 17rem; max-inline-size: 100%; padding: .25rem 1rem 1rem; }
.controls label { display: grid; gap: .25rem; font-size: .8125rem; color: var(--quiet); }
.controls select { inline-size: 100%; font-size: .9375rem; color: var(--ink); }
`
