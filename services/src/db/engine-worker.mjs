// @ts-check
// The thread in which the embedded engine runs: it answers one statement after the other. Where the engine spins (a full disk), only this thread does.
import { existsSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { openPglite } from './pglite.mjs'

/** @typedef {{ id: number, text: string, parameters: import('./db.js').Parameter[] } | { close: true }} Request */
/** @typedef {{ message: string, code: string | undefined, detail: string | undefined }} Failure */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort) // this file runs in a worker only
/** @type {{ folder?: string, image?: Uint8Array, lock?: string }} */
const world = workerData
const { lock } = world
const engine = await openPglite(world)
delete world.image // 16 MB that nobody reads again
engine.onNotification((channel, payload) => port.postMessage({ channel, payload }))

/** @param {Request} request */
async function answer(request) {
  if ('close' in request) {
    await engine.close()
    port.postMessage({ closed: true })
    return
  }
  const { id, text, parameters } = request
  // Another process took the folder over while this one was stopped (a paused container): two writers would destroy it.
  if (lock !== undefined && !existsSync(lock)) {
    port.postMessage({ lost: true })
    return
  }
  try {
    const { rows } = await engine.query(text, parameters)
    port.postMessage({ id, rows })
  } catch (error) {
    port.postMessage({ id, failure: failureOf(error) })
  }
}

/**
 * An answer of Postgres has a code of five characters; anything else means that the engine itself broke.
 * @param {unknown} error
 * @returns {Failure}
 */
function failureOf(error) {
  const { message, code, detail } = /** @type {{ message?: unknown, code?: unknown, detail?: unknown }} */ (error ?? {})
  return {
    message: typeof message === 'string' ? message : String(error),
    code: typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined,
    detail: typeof detail === 'string' ? detail : undefined,
  }
}

/** @type {Promise<void>} */
let turn = Promise.resolve()
port.on('message', (/** @type {Request} */ request) => {
  turn = turn.then(() => answer(request))
})
port.postMessage({ open: true })
