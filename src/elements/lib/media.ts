// What the page's medium is. jsdom and old web views cannot say.

/** Whether `query` matches; undefined where that cannot be known. */
export const matchesMedia = (query: string): boolean | undefined => window.matchMedia?.(query).matches
