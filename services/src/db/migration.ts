// The shape of one step of the schema.

/** One step of the schema. */
export interface Migration {
  /** Position in the order; never changes once released. */
  readonly id: number
  readonly name: string
  /** Statements, run in order. */
  readonly statements: readonly string[]
}
