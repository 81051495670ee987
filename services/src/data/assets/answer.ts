// The form of all answers of the data side.

/** A JSON answer that is not cached. @param provider value of `x-provider`: the source that answered */
export function answerJson(body: unknown, provider: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store', 'x-provider': provider, ...headers } })
}
