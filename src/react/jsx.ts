// Types for the elements as plain tags in JSX: `<wallet-connect-button label="Sign in" />`, with React 18 and 19.
import type { ClassAttributes, HTMLAttributes } from 'react'
import type { TagProperties } from '../tags.js'

/** The properties of each tag in JSX. */
export type WalletTags = {
  [Tag in keyof TagProperties]: TagProperties[Tag] &
    HTMLAttributes<HTMLElementTagNameMap[Tag]> &
    ClassAttributes<HTMLElementTagNameMap[Tag]> & { readonly class?: string | undefined }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends WalletTags {}
  }
}
