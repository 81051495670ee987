// Who may connect: the token in the query or header, the project, the origin. Decides before any state is made.
import type { IncomingMessage } from 'node:http'
import type { Log } from '../log.js'
import { reasonOf } from './log.js'
import { checkToken } from './jwt.js'

export interface AdmissionRules {
  /** `wss://relay.example.org`; undefined = any audience. */
  readonly audiences?: readonly string[] | undefined
  /** False = unknown project. Without it, any project (or none) may connect. When it throws, the client is let through. */
  readonly knowsProject?: ((projectId: string | undefined) => boolean | Promise<boolean>) | undefined
  /** False = this page may not use this project. Same rules as above. */
  readonly allowsOrigin?: ((origin: string | undefined, projectId: string | undefined) => boolean | Promise<boolean>) | undefined
}

export type Admission =
  | { readonly ok: true; readonly clientId: string; readonly project: string }
  | { readonly ok: false; readonly status: 401 | 403; readonly reason: string }

const BEARER = /^Bearer +(\S+)$/i
const PROJECT_ID = /^[\w-]{1,64}$/

export async function admit(
  request: IncomingMessage,
  url: URL,
  rules: AdmissionRules,
  now: number,
  log: Log,
): Promise<Admission> {
  const token = url.searchParams.get('auth') || BEARER.exec(request.headers.authorization ?? '')?.[1]
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

/** A registry that is down must not take the relay with it. */
async function ask(question: () => boolean | Promise<boolean> | undefined, log: Log): Promise<boolean> {
  try {
    return (await question()) ?? true
  } catch (error) {
    log.warn('project registry failed, letting the client through', { reason: reasonOf(error) })
    return true
  }
}
