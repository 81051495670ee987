// Admission of a relay connection: the token in query or header, the project, the origin. Decided before any state is made.
import type { IncomingMessage } from 'node:http'
import type { Log } from '../operations/log.js'
import { reasonOf } from './log.js'
import { checkToken, claimedClient } from './jwt.js'

/** The client that has proved its key: the token is signed, for this relay, and of today. Undefined: it has not. */
export type Prove = () => string | undefined

/** Who may connect. A rule that is absent admits everybody. */
export interface AdmissionRules {
  /** Audiences that a token may name, such as `wss://relay.example.org`. */
  readonly audiences?: readonly string[] | undefined
  /** Resolves with false for an unknown project (401). When it throws, the client is admitted. */
  readonly knowsProject?: ((projectId: string | undefined) => boolean | Promise<boolean>) | undefined
  /** Resolves with false when a page of this origin may not use the project (403). When it throws, the client is admitted. */
  readonly allowsOrigin?: ((origin: string | undefined, projectId: string | undefined) => boolean | Promise<boolean>) | undefined
}

/** The decision. `reason` is shown to the client; `project` is empty when none is named. */
export type Admission =
  | { readonly ok: true; readonly clientId: string; readonly project: string }
  | { readonly ok: false; readonly status: 401 | 403; readonly reason: string }

const BEARER = /^Bearer +(\S+)$/i
const PROJECT_ID = /^[\w-]{1,64}$/

/**
 * Decides about an upgrade request. The token is the query parameter `auth`, else the bearer token of the header `authorization`.
 * @param now Unix milliseconds
 */
export async function admit(
  request: IncomingMessage,
  url: URL,
  rules: AdmissionRules,
  now: number,
  log: Log,
): Promise<Admission> {
  const token = tokenOf(request, url)
  if (!token) return { ok: false, status: 401, reason: 'Unauthorized: missing auth token' }
  const check = checkToken(token, { now, audiences: rules.audiences })
  if (!check.ok) return { ok: false, status: 401, reason: check.reason }

  const project = url.searchParams.get('projectId') || undefined
  const { origin } = request.headers
  if (project && !PROJECT_ID.test(project)) return { ok: false, status: 401, reason: 'Unauthorized: invalid key' }
  if (!(await ask(() => rules.knowsProject?.(project), log)))
    return { ok: false, status: 401, reason: 'Unauthorized: invalid key' }
  if (!(await ask(() => rules.allowsOrigin?.(origin, project), log))) {
    return { ok: false, status: 403, reason: 'Unauthorized: origin not allowed' }
  }
  return { ok: true, clientId: check.clientId, project: project ?? '' }
}

/** The client that the request's token claims to be of, unchecked. */
export function claimedBy(request: IncomingMessage, url: URL): string | undefined {
  const token = tokenOf(request, url)
  return token && claimedClient(token)
}

/** What checks the request's token, at once and as `admit` does. @param now Unix milliseconds */
export function proofOf(request: IncomingMessage, url: URL, { audiences }: AdmissionRules, now: number): Prove {
  return () => {
    const check = checkToken(tokenOf(request, url) ?? '', { now, audiences })
    return check.ok ? check.clientId : undefined
  }
}

function tokenOf(request: IncomingMessage, url: URL): string | undefined {
  return url.searchParams.get('auth') || BEARER.exec(request.headers.authorization ?? '')?.[1]
}

/** Admits the client when the rule throws: the relay must work while the table of projects does not. */
async function ask(question: () => boolean | Promise<boolean> | undefined, log: Log): Promise<boolean> {
  try {
    return (await question()) ?? true
  } catch (error) {
    log.warn('project registry failed, letting the client through', { reason: reasonOf(error) })
    return true
  }
}
