// Checked by the compiler alone (`npm run check`): a row says all that its view needs, and a view is asked for with what its row says.
import { route } from '../../src/elements/all-routes.js'
import type { View } from '../../src/index.js'
import type { Network } from '../../src/vocabulary/network.js'
import type { Wallet } from '../../src/vocabulary/wallet.js'

declare const wallet: Wallet
declare const network: Network
const row = { tag: 'wm-trial-view', load: () => Promise.resolve(), title: () => '' } as const

route({ ...row, needs: {} })
route({ ...row, needs: { connection: true } })
route<{ readonly wallet: Wallet; readonly subject?: string | undefined }>({ ...row, needs: { wallet: true } })
// @ts-expect-error -- a row says what the view needs, be it nothing
route({ ...row })
// @ts-expect-error -- the wallet is a required parameter
route<{ readonly wallet: Wallet }>({ ...row, needs: {} })
// @ts-expect-error -- the view has no such parameter
route<{ readonly wallet: Wallet }>({ ...row, needs: { wallet: true, network: true } })
// @ts-expect-error -- the view is shown without it, too
route<{ readonly subject?: string | undefined }>({ ...row, needs: { subject: true } })
// @ts-expect-error -- a view has a heading
route({ tag: 'wm-trial-view', needs: {} })
// @ts-expect-error -- no text of the catalogue has this key
route({ ...row, needs: {}, title: (t) => t('account.nothing') })
// @ts-expect-error -- its parameter is a wallet
route<{ readonly wallet: Wallet }>({ ...row, needs: { wallet: true }, title: (_, { network }) => network.name })

export const views: View[] = [
  { name: 'Connect' },
  { name: 'Connect', namespace: 'solana' },
  { name: 'Account' },
  { name: 'Downloads', wallet },
  { name: 'SwitchNetwork', network },
  // @ts-expect-error -- no such view
  { name: 'Nothing' },
  // @ts-expect-error -- which wallet?
  { name: 'Downloads' },
  // @ts-expect-error -- a network, not a wallet
  { name: 'SwitchNetwork', network: wallet },
]
