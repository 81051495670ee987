// Reads a tar archive in memory: the plain format (POSIX ustar) with files and folders, which is all that a data directory has.
/** A file or folder of an archive. */
export interface TarEntry {
  /** Relative, with slashes, without a leading one. */
  readonly path: string
  /** Undefined for a folder. */
  readonly content: Uint8Array | undefined
}

const BLOCK = 512
const REGULAR = ['0', '\0', '']
const FOLDER = '5'

/** @throws Error for a path that leaves the folder, and for a kind of entry that is neither file nor folder */
export function readTar(archive: Uint8Array): TarEntry[] {
  const entries: TarEntry[] = []
  const text = (from: number, length: number) =>
    Buffer.from(archive.subarray(from, from + length))
      .toString('utf8')
      .replace(/\0.*$/s, '')
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12).trim() || '0', 8)
    const kind = text(at + 156, 1)
    const prefix = text(at + 345, 155)
    const path = `${prefix && `${prefix}/`}${text(at, 100)}`.replace(/^(?:\.?\/)+|\/+$/g, '')
    if (path.split('/').includes('..') || Number.isNaN(size)) throw new Error(`not a path of this archive: ${path}`)
    const from = at + BLOCK
    if (kind === FOLDER) entries.push({ path, content: undefined })
    else if (REGULAR.includes(kind)) entries.push({ path, content: archive.subarray(from, from + size) })
    else throw new Error(`${path} is neither a file nor a folder`)
    at = from + Math.ceil(size / BLOCK) * BLOCK
  }
  return entries
}
