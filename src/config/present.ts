// Leaves out what is not given. For `defaults.ts`, which is generated.

/** The settings that are given; one of `undefined` counts as absent. `Filled`: how the modal has those that need no filling in. */
export function present<Filled>(given: object = {}): Partial<Filled> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Filled> // the others are replaced by the caller
}
