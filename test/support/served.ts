// The services of a test as a `fetch`.

/**
 * Answers with what `data` gives, as JSON; with a `Response` as it is, and with 404 where there is nothing. `data` may wait, and reject. An abort ends the
 * request.
 */
export const served =
  (data: (url: URL, body: unknown) => unknown): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    const given = await new Promise<unknown>((resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      Promise.resolve()
        .then(() => data(url, body))
        .then(resolve, reject)
    })
    return given instanceof Response ? given : Response.json(given ?? null, { status: given === undefined ? 404 : 200 })
  }
