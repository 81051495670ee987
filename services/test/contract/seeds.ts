// What is there before the contract is tried: a name, three sessions, an order, cursors. Each made through the routes themselves.
import { privateKeyToAccount } from 'viem/accounts'
import { createCursors } from '../../src/data/history/cursor.js'
import { CHAIN, COIN_TYPE, signed } from '../data/names/support.js'
import type { Answer, World } from './world.js'

export interface Seeds {
  readonly world: World
  /** Plain addresses of the devnet's accounts. */
  readonly at: readonly string[]
  /** Registered, of account 3. */
  readonly name: string
  /** Of account 4: one that is active, one that waits for its context, one that will be revoked. */
  readonly sessions: { readonly active: string; readonly waiting: string; readonly doomed: string }
  readonly terms: object
  /** Path of the checkout page of an order, and the token in its form; another order to pay. */
  readonly orders: readonly { readonly path: string; readonly token: string }[]
  /** Signed ones, of account 0 on the devnet. */
  readonly cursors: { readonly history: string; readonly nfts: string }
}

/** The app that the sessions are given to. */
export const APP = privateKeyToAccount(`0x${'5e'.repeat(32)}`)
export const APP_KEY = { type: 'secp256k1', publicKey: APP.publicKey }
export const GAME = `0x${'11'.repeat(20)}`

export async function sow(world: World): Promise<Seeds> {
  const at = world.devnet.accounts.map(({ address }) => address)
  const name = 'contract.wallet.example'
  ok(await world.ask({ path: '/v1/profile/account', body: await register(world, 3, name) }))
  const terms = {
    expiry: world.seconds() + 7200,
    signer: { type: 'keys', data: { keys: [APP_KEY] } },
    permissions: [
      { type: 'contract-call', data: { address: GAME, abi: [], functions: [{ functionName: 'increment' }] } },
      { type: 'native-token-recurring-allowance', data: { allowance: '0x64', start: world.seconds() - 10, period: 3600 } },
    ],
    policies: [],
  }
  const path = `/v1/sessions/${CHAIN}:${at[4] ?? ''}`
  const create = async () => ok(await world.ask({ path: `${path}?v=2`, body: terms })).body.pci as string
  const sessions = { active: await create(), waiting: await create(), doomed: await create() }
  ok(await world.ask({ path: `${path}/activate`, body: { ...terms, pci: sessions.active, context: `0x${'cd'.repeat(32)}` } }))
  const orders = [await order(world, at[5] ?? ''), await order(world, at[5] ?? ''), await order(world, at[5] ?? '')]
  const owner = (at[0] ?? '').toLowerCase()
  const cursors = createCursors(world.db)
  return {
    world,
    at,
    name,
    sessions,
    terms,
    orders,
    cursors: {
      history: await cursors.write(`history ${owner} ${CHAIN}`, { t: Date.now() * 2, c: '', b: 0, i: 0, h: '' }),
      nfts: await cursors.write(`nfts ${owner} ${CHAIN}`, { c: '', k: '', i: '0' }),
    },
  }
}

/** The body of a registration, signed by the account with this index. */
export async function register(world: World, index: number, name: string, at = Date.now()) {
  return bodyOf(await signed(world.account(index), { name }, at))
}

export function bodyOf({ address, message, signature }: Awaited<ReturnType<typeof signed>>) {
  return { coin_type: COIN_TYPE, address, message, signature }
}

async function order(world: World, address: string) {
  const body = { destinationWallets: [{ address, assets: ['ETH'] }], partnerUserId: address, presetFiatAmount: 50 }
  const path = new URL(ok(await world.ask({ path: '/v1/generators/onrampurl', body })).body.url as string).pathname
  const page = ok(await world.ask({ path })).text
  return { path, token: /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '' }
}

function ok(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`)
  return answer
}
