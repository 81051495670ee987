// How each call of the Data API is labelled: GETs with st, sv and projectId, POSTs with projectId alone, all with the relay client's id once it is known.
import type * as z from 'zod/mini'
import { isWalletError } from '../errors.js'
import { type Api, type Call, get, getPart, type Label, type Part, post, type PostCall } from './http.js'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

const getLabels: readonly Label[] = ['st', 'sv', 'projectId', 'clientId']
const postLabels: readonly Label[] = ['projectId', 'clientId']

/** Errors as in `get`. */
export function dataGet<S extends z.core.$ZodType>(api: Api, call: Call<S>): Promise<z.output<S>> {
  return get(api, { ...call, labels: getLabels })
}

/** As `dataGet`, for answers that may be a part of the whole. */
export function dataGetPart<S extends z.core.$ZodType>(api: Api, call: Call<S>): Promise<Part<z.output<S>>> {
  return getPart(api, { ...call, labels: getLabels })
}

/** Errors as in `get`. */
export function dataPost<S extends z.core.$ZodType>(api: Api, call: PostCall<S>): Promise<z.output<S>> {
  return post(api, { ...call, labels: postLabels })
}

/** One part of a path. A colon is legal there, and keeps CAIP ids readable in logs. */
export function segment(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':')
}

/** What to answer when the server says 404: there is none, which is no failure. */
export async function orWhenMissing<T, N>(answer: Promise<T>, nothing: N): Promise<T | N> {
  try {
    return await answer
  } catch (error) {
    if (isWalletError(error, 'HTTP_STATUS') && error.details['status'] === 404) return nothing
    throw error
  }
}
