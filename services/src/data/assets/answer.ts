// What all answers of the data side have in common.

/** The answer with the name of who gave it. */
export function answerJson(body: unknown, provider: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store', 'x-provider': provider, ...headers } })
}
