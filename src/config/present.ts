// Leaves out settings that are undefined. For `defaults.ts`, which is generated.

/** The settings without those that are undefined. `Filled` is the type that the modal works with; the caller fills in the settings where it differs. */
export function present<Filled>(given: object = {}): Partial<Filled> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Filled> // the caller replaces the settings of another type
}
