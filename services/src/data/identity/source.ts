// What a source of identities is asked and answers.
import type { Address } from 'viem'

/** Name and avatar record of an address. */
export interface Identity {
  readonly name: string
  /** As the owner wrote it; `avatar.ts` makes a picture's url of it. */
  readonly avatar?: Avatar | undefined
}

/** An avatar record. */
export interface Avatar {
  readonly uri: string
  /** Who must own the collectible that the uri may name. */
  readonly owner: Address
}

/** With its check sum. Undefined: this source knows no name. */
export type IdentityQuestion = Address
/** Undefined: the address has no name at this source. */
export type IdentityAnswer = Identity | undefined
