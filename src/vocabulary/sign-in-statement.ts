/**
 * The `statement` of a text to sign in: one line of the characters that EIP-4361 allows, which are those of URIs (RFC 3986) and the space. All of them are
 * printable ASCII.
 */
export const STATEMENT = /^[-\w.~:/?#[\]@!$&'()*+,;= ]+$/
