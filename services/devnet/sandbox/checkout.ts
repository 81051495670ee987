// The routes of the sandbox's checkout. Both the order's id and the token in its form are unguessable: a foreign page has neither.
import * as z from 'zod/mini'
import { formBody } from '../../src/http/body.js'
import { HttpError } from '../../src/http/errors.js'
import { defineRoute, type Route } from '../../src/http/route.js'
import type { OnrampContext } from '../../src/data/context.js'
import { closeOrder, findOrder, isToken, type Order } from './orders.js'
import { checkoutPage, problemPage } from './page.js'
import type { Payout } from './payout.js'

const FORM_BYTES = 4096
const form = formBody(z.object({ token: z.optional(z.string()) }), { limit: FORM_BYTES })
const paramsSchema = z.object({ id: z.string() })
const PATH = '/onramp/checkout/:id'

export function checkoutRoutes({ db, now }: OnrampContext, payout: Payout): readonly Route[] {
  const find = async (id: string) => (/^o_[0-9a-f]{40}$/.test(id) ? findOrder(db, id) : undefined)
  const nothing = () => problemPage(404, 'There is no such order.')

  const act = (
    path: `${typeof PATH}/confirm` | `${typeof PATH}/cancel`,
    summary: string,
    work: (order: Order) => Promise<unknown>,
  ) =>
    defineRoute({
      method: 'POST',
      path,
      summary,
      cost: 2,
      project: { rule: 'none', because: 'the form of the page below' },
      params: paramsSchema,
      body: form,
      answers: { 303: 'empty' },
      async handle({ params, body }) {
        const order = await find(params.id)
        if (!order) return nothing()
        if (!isToken(order, body.token ?? '')) return problemPage(403, 'This form does not belong to this order.')
        try {
          await work(order)
        } catch (error) {
          if (!(error instanceof HttpError)) throw error
          return problemPage(error.status, 'The devnet does not answer. Nothing was paid; please try again.')
        }
        return new Response(null, {
          status: 303,
          headers: { location: `/onramp/checkout/${order.id}`, 'cache-control': 'no-store' },
        })
      },
    })
  return [
    defineRoute({
      method: 'GET',
      path: PATH,
      summary: 'Checkout page of the sandbox',
      cost: 1,
      project: { rule: 'none', because: 'a person opens it; its address is the secret' },
      params: paramsSchema,
      answers: { 200: { type: 'text/html' } },
      async handle({ params }) {
        const order = await find(params.id)
        return order ? checkoutPage(order) : nothing()
      },
    }),
    act(`${PATH}/confirm`, 'Pays an order with test money', (order) =>
      order.state === 'pending' ? payout.pay(order) : Promise.resolve(),
    ),
    act(`${PATH}/cancel`, 'Closes an order', (order) => closeOrder(db, order.id, now())),
  ]
}
