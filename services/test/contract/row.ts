// A row of the contract: how one asks, what the answer must be, and how each wrong question is refused.
import { readFileSync, existsSync } from 'node:fs'
import type * as z from 'zod/v4/core'
import type { Seeds } from './seeds.js'
import type { Ask, Variant } from './world.js'

/** Instead of a field: the refusal is a page. */
export const PAGE = 'a page'

export type Asking = (seeds: Seeds) => Ask | Promise<Ask>

export interface Refusal {
  readonly when: string
  readonly ask: Asking
  readonly status: number
  /** `reasons[0].field`; `a|b` where two questions go out at once and either may be the first to fail; `PAGE` when a person reads the refusal. */
  readonly field: string
  /** Which of the applications is asked; default `open`. */
  readonly variant?: Variant
}

export interface Row {
  /** Section of the wire reference; `own` where it is silent. */
  readonly wire: string
  readonly ask: Asking
  /** Default 200. */
  readonly status?: number
  /** The schema that client and server share. */
  readonly answers?: z.$ZodType
  /** What the answer is when it is not JSON: its content type. `none`: a success without a body. */
  readonly type?: string
  /** Name of an example: `shapes/{name}.json`, or the wire reference's own in `test/fixtures/wire`. */
  readonly example?: string
  /** Paths (`tx.value`, `data.*.id`) that the example lacks and these services add. */
  readonly adds?: readonly string[]
  /** Paths of the example that these services leave out: none of them is needed by a client. */
  readonly lacks?: readonly string[]
  /** Paths of the example whose keys are values themselves, such as coin types. */
  readonly tables?: readonly string[]
  /** Who is answered while there is a table of projects; default `project`. */
  readonly access?: 'any-origin' | 'listed-origin' | 'open'
  /** Refusals are also errors of JSON-RPC. */
  readonly isRpc?: true
  /** No bucket counts these calls. */
  readonly isUnlimited?: true
  readonly refusals?: readonly Refusal[]
}

export type Rows = Readonly<Record<`${'GET' | 'POST'} /${string}`, Row>>

/** A refusal of the row's own question with some parts changed. */
export function refuse(when: string, ask: Asking, status: number, field: string, variant?: Variant): Refusal {
  return { when, ask, status, field, ...(variant && { variant }) }
}

export interface Example {
  readonly path: string
  readonly request?: unknown
  readonly answer: unknown
}

const folders = [new URL('./shapes/', import.meta.url), new URL('../../../test/fixtures/wire/', import.meta.url)]

export function exampleOf(name: string): Example {
  const file = folders.map((folder) => new URL(`${name}.json`, folder)).find((url) => existsSync(url))
  if (!file) throw new Error(`There is no example called ${name}`)
  return JSON.parse(readFileSync(file, 'utf8')) as Example // written by hand, in this shape
}

/** The address without the parameter of this name. */
export function without(path: string, name: string): string {
  const [head = '', query = ''] = path.split('?')
  const left = query.split('&').filter((pair) => decodeURIComponent(pair.split('=')[0] ?? '') !== name)
  return left.length > 0 && left[0] !== '' ? `${head}?${left.join('&')}` : head
}
