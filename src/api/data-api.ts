// Calls of the Data API with their labels (wire reference §1.2): a GET carries `st`, `sv` and `projectId`, a POST carries
// `projectId`; both carry the relay client's id once it is known.
import type * as z from 'zod/mini'
import { isWalletError } from '../vocabulary/errors.js'
import { type Api, type Call, get, getPartial, type Label, type PartialAnswer, post, type PostCall } from './http.js'

/** Options of every call of the Data API. */
export interface CallOptions {
  /** Ends the call with `ABORTED`. */
  readonly signal?: AbortSignal | undefined
}

const getLabels: readonly Label[] = ['st', 'sv', 'projectId', 'clientId']
const postLabels: readonly Label[] = ['projectId', 'clientId']

/** A GET of the Data API, with its labels. Errors as in `get`. */
export function dataGet<S extends z.core.$ZodType>(api: Api, call: Call<S>): Promise<z.output<S>> {
  return get(api, { ...call, labels: getLabels })
}

/** As `dataGet`, and also says whether the answer is complete. Errors as in `get`. */
export function dataGetPartial<S extends z.core.$ZodType>(api: Api, call: Call<S>): Promise<PartialAnswer<z.output<S>>> {
  return getPartial(api, { ...call, labels: getLabels })
}

/** A POST of the Data API, with its labels. Errors as in `get`. */
export function dataPost<S extends z.core.$ZodType>(api: Api, call: PostCall<S>): Promise<z.output<S>> {
  return post(api, { ...call, labels: postLabels })
}

/** Escapes one segment of a path. Colons stay: they are allowed in a path (RFC 3986 §3.3), and CAIP ids stay readable in logs. */
export function segment(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':')
}

/** Resolves with `nothing` when the server answers 404; any other failure rejects as before. */
export async function orWhenMissing<T, N>(answer: Promise<T>, nothing: N): Promise<T | N> {
  try {
    return await answer
  } catch (error) {
    if (isWalletError(error, 'HTTP_STATUS') && error.details['status'] === 404) return nothing
    throw error
  }
}
