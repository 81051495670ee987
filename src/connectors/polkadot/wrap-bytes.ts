// The marks around a text that Polkadot wallets sign: no transaction can begin with them.

const [OPEN, CLOSE] = ['<Bytes>', '</Bytes>'].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array] // two texts

const isWrapped = (bytes: Uint8Array) =>
  bytes.length >= OPEN.length + CLOSE.length &&
  bytes.slice(0, OPEN.length).join() === OPEN.join() &&
  bytes.slice(-CLOSE.length).join() === CLOSE.join()

/** The bytes between `<Bytes>` and `</Bytes>`; unchanged when they stand there already. */
export const wrapBytes = (bytes: Uint8Array): Uint8Array =>
  isWrapped(bytes) ? bytes : Uint8Array.from([...OPEN, ...bytes, ...CLOSE])

/** The bytes without `<Bytes>` and `</Bytes>`, where they have them. */
export const unwrapBytes = (bytes: Uint8Array): Uint8Array => (isWrapped(bytes) ? bytes.slice(OPEN.length, -CLOSE.length) : bytes)
