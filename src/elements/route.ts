// The type of a row of the table of views, for those who write one.
import type { Route } from './routes.js'

/** Types a row: `route<{ readonly wallet: Wallet }>({ …, needs: { wallet: true } })`. Without a type argument the view has no parameters. */
export const route = <Parameters = unknown>(row: Route<Parameters>) => row
