// One definition per route: project rule, cost, path, query, body, answers and handler. The router and the OpenAPI document read the same object,
// so they cannot disagree. A definition without a project rule does not compile.
import { parse, type Schema } from './parse.js'
import type { BodyDefinition, BodySource } from './body.js'
import type { Project } from '../settings/config.js'
import type { HttpError } from './errors.js'

/**
 * Who is answered while there is a table of projects; without a table, everybody is.
 * - `required`: a project of the table is named in the query or a header, and a page's origin is on its list.
 * - `in-body`: as `required`, but the body may name the project instead.
 */
export type ProjectRule = 'required' | 'in-body' | ProjectException

/**
 * Rules that let more callers in, each with its reason.
 * - `any-origin`: a project must be named, but the page's origin may be any.
 * - `optional`: no project needs to be named; a page's origin is on some project's list.
 * - `none`: everybody.
 */
export interface ProjectException {
  readonly rule: 'any-origin' | 'optional' | 'none'
  readonly because: string
}

/** The answer of one status: a schema of its JSON, another content type, or no body. */
export type Answer = Schema | { readonly type: string } | 'empty'

/** What the router knows about a request before the route's own schemas are applied. */
export interface Call extends BodySource {
  /** Named segments of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The first value of each parameter. */
  readonly query: Readonly<Record<string, string>>
  /** The caller's project by query or header, cleaned for storing; empty when none is named. */
  readonly projectId: string
  /** The caller's IP address; empty for a route that costs nothing. */
  readonly address: string
  /** The project that the route's rule found; undefined where the body has to be read first. */
  readonly project: Project | undefined
  /** Applies the rule `in-body`. @throws HttpError 401, 403, 429 */
  readonly projectOf: (named: string | undefined) => Project
  /** Takes more tokens, of the caller's address and of the project that the call names, else of the one that its body names. @throws HttpError 429 */
  readonly charge: (tokens: number, inBody: string | undefined) => Promise<void>
}

/** What a handler is given: parsed input and the caller. */
export interface RouteInput<Params, Query, Body, Rule extends ProjectRule> extends Pick<
  Call,
  'request' | 'projectId' | 'address'
> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly project: Rule extends { readonly rule: 'optional' | 'none' } ? undefined : Project
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal
}

/** `account` of `/v1/account/:account/history`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamNames<`/${More}`>
    : Rest
  : never

type NeedsParams<Path extends string> = [ParamNames<Path>] extends [never]
  ? unknown
  : { readonly params: Schema<Readonly<Record<ParamNames<Path>, unknown>>> }

type NeedsBody<Rule, Body> = Rule extends 'in-body'
  ? 'projectId' extends keyof Body
    ? unknown
    : { readonly body: never }
  : unknown

interface RouteBase {
  readonly method: 'GET' | 'POST'
  /** One sentence for the OpenAPI document. */
  readonly summary: string
  /** Tokens that a call takes of its caller's bucket, before it is read; 0: unlimited. */
  readonly cost: number
  /** By status: successes, and refusals of another shape than the common one. */
  readonly answers: Readonly<Record<number, Answer>>
  /** True: an empty parameter of the query is a value. Default: it is an absent one. */
  readonly keepsEmpty?: true
  /** True: the route asks nobody outside, so it cannot be part of a loop and is exempt from the loop protection. */
  readonly isLoopFree?: true
  /** Makes the answer of a refusal where it differs from the common shape. */
  readonly refuse?: (error: HttpError) => Response
}

/** A route as a feature writes it; `defineRoute` makes a `Route` of it. */
export interface RouteDefinition<Path extends string, Rule extends ProjectRule, Params, Query, Body> extends RouteBase {
  /** Segments such as `:account` are named in `params`. */
  readonly path: Path
  readonly project: Rule
  readonly params?: Schema<Params>
  readonly query?: Schema<Query>
  readonly body?: BodyDefinition<Body>
  /** Tokens beyond `cost` for what this call asks for, taken before the handler runs. */
  readonly extraCost?: (asked: Pick<RouteInput<Params, Query, Body, Rule>, 'params' | 'query' | 'body'>) => number
  /** @throws HttpError, which becomes the refusal of the common shape, or that of `refuse` */
  readonly handle: (input: RouteInput<Params, Query, Body, Rule>) => Response | Promise<Response>
}

/** A definition as router and document read it: the handler's own types are inside `respond`. */
export interface Route extends RouteBase {
  readonly path: string
  readonly project: ProjectRule
  readonly params?: Schema | undefined
  readonly query?: Schema | undefined
  readonly body?: BodyDefinition<unknown> | undefined
  /** Parses path, query and body, in this order, and asks the handler. @throws HttpError */
  readonly respond: (call: Call) => Promise<Response>
}

/**
 * Checks that path, project rule, `params` and `body` fit each other, at compile time, and hides the handler's types behind `respond`.
 * @example
 * defineRoute({
 *   method: 'GET', path: '/v1/identity/:address', cost: 1, project: 'required', summary: 'Name and picture of an address',
 *   params: z.object({ address: z.string() }), answers: { 200: identitySchema },
 *   handle: async ({ params, signal }) => answerJson(await resolve(params.address, signal), 'ens'),
 * })
 */
export function defineRoute<
  const Path extends string,
  const Rule extends ProjectRule,
  Params = undefined,
  Query = undefined,
  Body = undefined,
>(definition: RouteDefinition<Path, Rule, Params, Query, Body> & NeedsParams<Path> & NeedsBody<Rule, Body>): Route {
  const { handle, extraCost, params, query, body, ...rest }: RouteDefinition<Path, Rule, Params, Query, Body> = definition
  type Input = RouteInput<Params, Query, Body, Rule>
  return {
    ...rest,
    params,
    query,
    body,
    async respond({ request, incoming, projectId, address, project, projectOf, charge, ...given }) {
      const asked = {
        params: params && parse(params, given.params),
        query: query && parse(query, rest.keepsEmpty ? given.query : withoutEmpty(given.query)),
        body: body && (await body.read({ request, incoming })),
      }
      const inBody = rest.project === 'in-body' ? projectNamed(asked.body) : undefined
      const found = rest.project === 'in-body' ? projectOf(inBody) : project
      // The schemas made these three, and `NeedsParams` and `Rule` say what the others are.
      const extra = extraCost?.(asked as Input) ?? 0
      if (extra > 0) await charge(extra, inBody)
      return handle({ ...asked, project: found, projectId, address, request, signal: request.signal } as Input)
    },
  }
}

function withoutEmpty(query: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

/** The body of a route with the rule `in-body` has this field, as `NeedsBody` says. */
function projectNamed(body: unknown): string | undefined {
  return (body as { readonly projectId?: string | undefined }).projectId
}
