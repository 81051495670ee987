// Checked by the compiler alone: which route definitions must not compile.
import * as z from 'zod/mini'
import { jsonBody } from '../../src/http/body.js'
import { defineRoute } from '../../src/http/route.js'

const common = { method: 'GET', cost: 1, summary: 'An example', answers: { 200: 'empty' } } as const
const handle = () => new Response()

defineRoute({ ...common, path: '/a', project: 'required', handle })

// @ts-expect-error -- no project rule: the route would be open
defineRoute({ ...common, path: '/a', handle })

// @ts-expect-error -- everybody is let in, and no reason is given
defineRoute({ ...common, path: '/a', project: { rule: 'none' }, handle })

// @ts-expect-error -- a segment of the path is not described
defineRoute({ ...common, path: '/a/:account', project: 'required', handle })

// @ts-expect-error -- another segment is described
defineRoute({ ...common, path: '/a/:account', project: 'required', params: z.object({ address: z.string() }), handle })

// @ts-expect-error -- the body is said to name the project, and cannot
defineRoute({ ...common, path: '/a', project: 'in-body', body: jsonBody(z.object({ id: z.string() })), handle })

const query = z.object({ page: z.string() })
// @ts-expect-error -- the handler reads what no schema parses
defineRoute({ ...common, path: '/a', project: 'required', query, handle: (input) => new Response(input.query.size) })

const open = { rule: 'none', because: 'an example' } as const
// @ts-expect-error -- without a rule there is no project
defineRoute({ ...common, path: '/a', project: open, handle: ({ project }) => Response.json(project.origins) })
