// The embedded wallet, as all layers know it.

/** The id of the embedded wallet and of its session, under which its connections are stored. A page has one. */
export const EMBEDDED = 'embedded'
