// What the page's medium is. jsdom and old web views cannot say.

/** Whether `query` matches; `otherwise` where that cannot be known. */
export const matchesMedia = (query: string, otherwise = false): boolean =>
  typeof matchMedia === 'function' ? matchMedia(query).matches : otherwise
