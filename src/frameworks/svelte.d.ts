// The elements in Svelte's markup. `import type {} from 'wallet-modal/svelte'`, or `"types": ["wallet-modal/svelte"]` in tsconfig.json.
import type { HTMLAttributes } from 'svelte/elements'
import type { TagProperties } from '../tags.js'

type WalletTags = { [Tag in keyof TagProperties]: TagProperties[Tag] & HTMLAttributes<HTMLElementTagNameMap[Tag]> }

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends WalletTags {}
}
