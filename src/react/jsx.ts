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
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React keeps its tags in one
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the way to add to an interface of another package
    interface IntrinsicElements extends WalletTags {}
  }
}
