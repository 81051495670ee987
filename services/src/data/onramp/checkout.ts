// The routes of the sandbox's checkout. Both the order's id and the token in its form are unguessable: a foreign page has neither.
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { readText } from '../../body.js'
import { HttpError } from '../../errors.js'
import type { Route } from '../../route.js'
import type { DataContext } from '../context.js'
import { closeOrder, findOrder, isToken, type Order } from './orders.js'
import { checkoutPage, problemPage } from './page.js'
import type { Payout } from './payout.js'

const FORM_BYTES = 4096
const formSchema = z.object({ token: z.string() })
const PATH = '/onramp/checkout/:id'

export function checkoutRoutes({ db, now }: DataContext, payout: Payout): readonly Route[] {
  const find = async (c: Context) => {
    const id = c.req.param('id') ?? ''
    return /^o_[0-9a-f]{40}$/.test(id) ? findOrder(db, id) : undefined
  }
  const nothing = () => problemPage(404, 'There is no such order.')

  const act = (path: string, summary: string, work: (order: Order) => Promise<unknown>): Route => ({
    method: 'POST',
    path,
    cost: 2,
    access: 'open', // the form of the page below
    doc: { summary, status: 303, body: formSchema, bodyType: 'application/x-www-form-urlencoded' },
    async answer(c) {
      const order = await find(c)
      if (!order) return nothing()
      if (!isToken(order, await readToken(c))) return problemPage(403, 'This form does not belong to this order.')
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
    {
      method: 'GET',
      path: PATH,
      cost: 1,
      access: 'open', // a person opens it; its address is the secret
      doc: { summary: 'Checkout page of the sandbox', contentType: 'text/html' },
      async answer(c) {
        const order = await find(c)
        return order ? checkoutPage(order) : nothing()
      },
    },
    act(`${PATH}/confirm`, 'Pays an order with test money', (order) =>
      order.state === 'pending' ? payout.pay(order) : Promise.resolve(),
    ),
    act(`${PATH}/cancel`, 'Closes an order', (order) => closeOrder(db, order.id, now())),
  ]
}

async function readToken(c: Context): Promise<string> {
  return new URLSearchParams(await readText(c.req.raw, FORM_BYTES)).get('token') ?? ''
}
