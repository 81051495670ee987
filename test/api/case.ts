// One call of the Data API, and all that a test has to know about it.
import type { Api } from '../../src/api/http.js'
import { example } from './wire.js'

export interface Case {
  readonly fixture: string
  /** On chain 1 where it is free. */
  readonly run: (api: Api, signal?: AbortSignal) => Promise<unknown>
  /** Path aside, exactly as it goes out. */
  readonly search: string
  readonly post?: 'application/json' | 'text/plain'
  /** Fields of the body that only our own services know. */
  readonly adds?: Readonly<Record<string, unknown>>
  /** What comes back from the example. */
  readonly result: unknown
  /** Where the chain is not served: a value, or a code. */
  readonly gated: { readonly value: unknown } | { readonly code: string } | 'asked all the same'
  /** 404 means: there is none. */
  readonly missing?: { readonly value: unknown }
  /** Failures do not come through. */
  readonly fallback?: boolean
  /** No second try. */
  readonly once?: boolean
}

export const labels = 'st=wm&sv=html-test-0.1.0&projectId=p1'
export const chainId = 'eip155:1'
export const pci = '5f0c2a9e-41d7-4b5e-9a3f-2d0c8e6b7a10'
export const answerOf = (name: string): unknown => example(name).answer
export const requestOf = (name: string): unknown => example(name).request
