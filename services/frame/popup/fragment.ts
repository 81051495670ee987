// What the frame tells its window, in the fragment of the address: browsers send no fragment to a server.

export interface Fragment {
  /** Under which the services keep what both pass to each other. */
  readonly attempt: string
  /** SHA-256 of the public key that the frame has made for this window. */
  readonly key: string
  /** SHA-256 of the request. */
  readonly hash: string
  /** 32 bytes. Who has them can read the request, and answer it. */
  readonly secret: string
}

const pattern = /^#a=([\w-]{16,64})&k=([\w-]{43})&h=([\w-]{43})&s=([\w-]{43})$/

export const writeFragment = ({ attempt, key, hash, secret }: Fragment): string => `#a=${attempt}&k=${key}&h=${hash}&s=${secret}`

/** Undefined for all but what `writeFragment` writes. */
export function readFragment(text: string): Fragment | undefined {
  const [, attempt, key, hash, secret] = pattern.exec(text) ?? []
  if (attempt === undefined || key === undefined || hash === undefined || secret === undefined) return undefined
  return { attempt, key, hash, secret }
}
