// Routes of logins, sessions and consents.
import type { Route } from '../http/route.js'
import { apiRoute, linkRoute } from './api-route.js'
import { waitForLink } from './challenges.js'
import type { EmbeddedContext } from './context.js'
import { issueIdentity } from './identity.js'
import { approveLink, denyLink, lookAtLink } from './links.js'
import { endSession, renewSession } from './sessions.js'
import { consentsOf, consentTo, finishLogin, removeConsent, startLogin, viewUser } from './users.js'

export function loginRoutes(ctx: EmbeddedContext): readonly Route[] {
  return [
    apiRoute(ctx, '/api/email/start', 5, 'Starts a login by mail', ({ body, caller, session }) =>
      startLogin(ctx, body, caller, session),
    ),
    apiRoute(ctx, '/api/email/wait', 1, 'Waits until the link of a mail was followed', async ({ body, caller, signal }) => ({
      state: await waitForLink(ctx, { challenge: body.challenge, deviceKey: caller.deviceKey, signal }),
    })),
    apiRoute(ctx, '/api/email/verify', 5, 'Ends a login by mail with its code', ({ body, caller }) =>
      finishLogin(ctx, body, caller),
    ),
    linkRoute('/api/device/look', 1, 'What a link of a mail is about', ({ token }) => lookAtLink(ctx, token)),
    linkRoute('/api/device/approve', 2, 'Confirms a new device', async ({ token }) => {
      await approveLink(ctx, token)
      return {}
    }),
    linkRoute('/api/device/deny', 1, 'Refuses a new device', async ({ token }) => {
      await denyLink(ctx, token)
      return {}
    }),
    apiRoute(ctx, '/api/user', 1, 'The user of a session', async ({ session, caller }) => ({
      ...(await viewUser(ctx, session.user, caller.deviceKey)),
      provedAt: session.provedAt,
    })),
    apiRoute(ctx, '/api/session/refresh', 1, 'New tokens for a session', ({ body, caller }) =>
      renewSession(ctx, body.refreshToken, caller),
    ),
    apiRoute(ctx, '/api/session/end', 1, 'Ends a session', async ({ session }) => {
      await endSession(ctx.db, session.id, ctx.now())
      return {}
    }),
    apiRoute(ctx, '/api/session/identity', 1, 'A proof for one app of who the user is', async ({ body, session }) => ({
      token: await issueIdentity(ctx, session, body.appOrigin),
    })),
    apiRoute(ctx, '/api/consent', 1, 'Lets an app know who the user is', async ({ body, session }) => {
      await consentTo(ctx.db, session.user, body.appOrigin, ctx.now())
      return consentsOf(ctx.db, session.user)
    }),
    apiRoute(ctx, '/api/consent/list', 1, 'The apps that know who the user is', ({ session }) =>
      consentsOf(ctx.db, session.user),
    ),
    apiRoute(ctx, '/api/consent/remove', 1, 'Takes that back from an app', async ({ body, session }) => {
      await removeConsent(ctx.db, session.user, body.appOrigin)
      return consentsOf(ctx.db, session.user)
    }),
  ]
}
