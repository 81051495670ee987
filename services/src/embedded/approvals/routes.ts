// Routes of approvals in a window of the wallet's own: four of the frame, which has the session, and four of the window, which has a key of its own and no session.
import type { Route } from '../../http/route.js'
import { apiRoute, linkRoute } from '../api-route.js'
import type { EmbeddedContext } from '../context.js'
import {
  answerApproval,
  askAgain,
  endApproval,
  leaveApproval,
  openApproval,
  startApproval,
  waitForAnswer,
  watchApproval,
} from './approvals.js'

export function approvalRoutes(ctx: EmbeddedContext): readonly Route[] {
  return [
    apiRoute(ctx, '/api/approval/start', 2, 'Leaves a request for a window', ({ body, session }) =>
      startApproval(ctx, session, body),
    ),
    apiRoute(ctx, '/api/approval/wait', 1, 'Waits for the answer of a window', ({ body, session, signal }) =>
      waitForAnswer(ctx, session, body, signal),
    ),
    apiRoute(ctx, '/api/approval/ask', 2, 'Asks the window anew', async ({ body, session }) => {
      await askAgain(ctx, session, body)
      return {}
    }),
    apiRoute(ctx, '/api/approval/end', 1, 'Ends an approval', async ({ body, session, caller }) => {
      await endApproval(ctx, session, caller, body)
      return {}
    }),
    apiRoute(ctx, '/api/approval/open', 2, 'Gives a window its request', ({ body, caller }) =>
      openApproval(ctx, caller, body.attempt),
    ),
    apiRoute(ctx, '/api/approval/watch', 1, 'Waits for the end of an approval', ({ body, caller, signal }) =>
      watchApproval(ctx, caller, body, signal),
    ),
    apiRoute(ctx, '/api/approval/answer', 1, 'The answer of a window', async ({ body, caller }) => {
      await answerApproval(ctx, caller, body)
      return {}
    }),
    linkRoute('/api/approval/leave', 1, 'A window closes', async ({ token }) => {
      await leaveApproval(ctx, token)
      return {}
    }),
  ]
}
