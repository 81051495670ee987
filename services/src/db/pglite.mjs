// @ts-check
// The embedded engine: Postgres compiled to WebAssembly. Plain JavaScript, because a worker thread loads it in every setting: compiled, under tsx and in
// a test runner.
import { PGlite, types } from '@electric-sql/pglite'

/** How every engine here reads numbers, see db.ts. */
const parsers = { [types.INT8]: Number, [types.NUMERIC]: Number }

/**
 * PGlite's own values reserve 128 MB for shared buffers and 1 GB of log. One connection with small rows needs neither: with these,
 * the engine takes about 120 MB less.
 */
const settings = [
  'shared_buffers=8MB',
  'wal_buffers=256kB',
  'maintenance_work_mem=16MB',
  'min_wal_size=32MB',
  'max_wal_size=96MB',
]

/**
 * Opens the database in `folder`, or in memory.
 * @param {object} [options]
 * @param {string} [options.folder] a data directory; one that is empty becomes a database, which costs 5 s and 400 MB
 * @param {Uint8Array | Blob} [options.image] a tar of a data directory: what the database in memory begins with
 * @param {string[]} [options.initdb] parameters of `initdb`, where there is neither
 */
export function openPglite({ folder, image, initdb } = {}) {
  return PGlite.create({
    parsers,
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(image === undefined ? {} : { loadDataDir: image instanceof Blob ? image : blobOf(image) }),
    ...(initdb === undefined ? {} : { initDbStartParams: initdb }),
  })
}

/** @param {Uint8Array} bytes whose memory is not shared between threads */
function blobOf(bytes) {
  return new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)])
}
