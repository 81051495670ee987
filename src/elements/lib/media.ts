// Media queries, for environments without `matchMedia` too: jsdom and old web views.

/** Whether the media query matches; undefined without `matchMedia`. */
export const matchesMedia = (query: string): boolean | undefined => window.matchMedia?.(query).matches
