// Preloaded into a measured server (`node --expose-gc --import`): on SIGUSR2 it collects garbage and prints one line `memory {…}`.
process.on('SIGUSR2', () => {
  // Twice: what the first one frees may hold more, such as finished sockets.
  globalThis.gc?.()
  setImmediate(() => {
    globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    process.stderr.write(`memory ${JSON.stringify({ rss, heapUsed, external })}\n`)
  })
})
