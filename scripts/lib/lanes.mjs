// Work that is done a few pieces at a time.

/**
 * Does all pieces, in their order, `count` of them at a time; resolves when all are done.
 * @param {number} count
 * @param {readonly (() => Promise<unknown>)[]} pieces
 */
export async function inLanes(count, pieces) {
  const waiting = [...pieces]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next()
  }
  await Promise.all(Array.from({ length: count }, lane))
}
