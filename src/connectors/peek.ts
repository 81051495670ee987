// Reads objects that other scripts put into the page. They may have any shape, and their properties may throw when they are read.

/** Most wallets of one page and namespace that are listed: a page with more has a script that floods the list. */
export const WALLETS_MAX_COUNT = 50

/** Reads one property of a foreign object; `undefined` when the object has none or throws. */
export const peek = (target: unknown, key: string | number): unknown => {
  try {
    return (target as Record<string, unknown> | null | undefined)?.[key] // any property may be asked of any object
  } catch {
    return undefined // a hostile or half-loaded wallet counts as one without the property
  }
}
