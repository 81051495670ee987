// What the walks of failures share: a stack whose services can be killed, an account that is connected to it, and a tab that is closed and opened again.
import type { BrowserContext } from '@playwright/test'
import type { RestartableStack } from './restartable-stack.js'
import { sendingOn } from './sending.js'
import { test as walk } from './walk.js'
import type { WalletInHand } from './wallet-in-hand.js'

export const UNREACHED = 'We couldn’t reach the server. Check your internet, then try again.'

/** The views of sending, and all of the dapp, with the wallet that is connected to it. */
export type Tab = ReturnType<typeof sendingOn> & { readonly wallet: WalletInHand }

interface FailingFixtures {
  /** Opens the dapp and connects its wallet. */
  readonly connect: () => Promise<Tab>
  /** Closes a tab, as a person who is in a hurry does, and comes back in another one. */
  readonly reopen: (tab: Tab, meanwhile: () => Promise<void>) => Promise<Tab>
}

export const test = walk.extend<FailingFixtures>({
  urls: async ({ restartable }, use) => use(restartable),
  connect: async ({ page, urls, wallet, records }, use) => {
    records.expectProblems(/ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/)
    records.expectProblems(
      /a (?:transaction|purchase) could not be asked for|The server could not be reached|WebSocket connection to 'ws:\/\/127\.0\.0\.1/,
    )
    await use(async () => {
      const sending = sendingOn(page)
      await sending.goto(urls.dapp)
      await wallet.connect()
      return { ...sending, wallet }
    })
  },
  reopen: async ({ context, urls }, use) => {
    await use(async ({ page, wallet }, meanwhile) => {
      await page.close()
      await meanwhile()
      const sending = sendingOn(await context.newPage())
      await sending.goto(urls.dapp)
      return { ...sending, wallet: await wallet.inTab(sending.page) }
    })
  },
})

/** Every node of the chain is away, those behind the services included. */
export async function nodesAway(context: BrowserContext, stack: RestartableStack): Promise<() => Promise<void>> {
  const services = new URL(stack.services).origin
  const isNode = (url: URL) => url.origin === new URL(stack.evm).origin || (url.origin === services && url.pathname === '/v1')
  await context.route(isNode, (route) => route.abort('connectionrefused'))
  return () => context.unroute(isNode)
}
