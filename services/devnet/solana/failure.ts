// Errors of transactions in the shape that a node's JSON has: a name, or a name with its details.

export type InstructionError = string | { readonly Custom: number } | { readonly BorshIoError: string }
export type TransactionError = string | Readonly<Record<string, unknown>>

interface Names {
  readonly TransactionErrorFieldless: Readonly<Record<string, unknown>>
  readonly InstructionErrorFieldless: Readonly<Record<string, unknown>>
}

/** @param error what litesvm says: the number of a variant without fields, or an object per variant. */
export function errorOf(error: unknown, names: Names): TransactionError {
  if (typeof error === 'number') return nameOf(names.TransactionErrorFieldless, error)
  if (typeof error !== 'object' || error === null) return 'Unknown'
  const variant = error.constructor.name.replace(/^TransactionError/, '')
  if ('err' in error && 'index' in error && typeof error.err === 'function') {
    // Read through the object itself: the native class keeps its fields behind accessors.
    const inner: unknown = (error as { err(): unknown }).err()
    return { InstructionError: [Number(error.index), instructionError(inner, names)] }
  }
  if ('accountIndex' in error) return { [variant]: { account_index: Number(error.accountIndex) } }
  return 'index' in error ? { [variant]: Number(error.index) } : variant
}

function instructionError(error: unknown, names: Names): InstructionError {
  if (typeof error === 'number') return nameOf(names.InstructionErrorFieldless, error)
  if (typeof error === 'object' && error !== null && 'code' in error) return { Custom: Number(error.code) }
  return 'Unknown'
}

function nameOf(names: Readonly<Record<string, unknown>>, number: number): string {
  return Object.entries(names).find(([, value]) => value === number)?.[0] ?? 'Unknown'
}
