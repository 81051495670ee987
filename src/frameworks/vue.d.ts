// The elements in Vue's templates. `import type {} from 'wallet-modal/vue'`, or `"types": ["wallet-modal/vue"]` in tsconfig.json.
import type { HTMLAttributes } from 'vue'
import type { TagProperties } from '../tags.js'

type WalletTags = { [Tag in keyof TagProperties]: new () => { readonly $props: TagProperties[Tag] & HTMLAttributes } }

declare module 'vue' {
  interface GlobalComponents extends WalletTags {}
}
