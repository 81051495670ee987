// Which account of the visitor acts on a chain: that of the key itself, or the smart account that the key commands. The code of smart accounts is loaded where
// the services have some.
import { FrameError } from '../../src/frame/frame-error.js'
import type { FrameConfig } from '../src/embedded/wire.js'
import type { SmartAccount } from './approvals/types.js'
import { familyOf, type Family } from './chains.js'
import { loaded } from './frame-errors.js'
import type { FrameStore } from './store.js'

/** As the protocol names them. */
export type AccountType = 'eoa' | 'smartAccount'

/** The accounts of a wallet on one chain. */
export interface ChainAccounts {
  /** The one that a page gets which names none. */
  readonly address: string
  readonly type: AccountType
  readonly all: readonly { readonly address: string; readonly type: AccountType }[]
  /** Undefined where the chain has none. */
  readonly smart: SmartAccount | undefined
}

export interface Accounts {
  /** Numbers of the EVM chains with smart accounts. */
  readonly networks: readonly number[]
  /** @throws FrameError WALLET_LOCKED when the services name other contracts than before */
  on(chainId: string, origin: string, addresses: Readonly<Record<Family, string>>): Promise<ChainAccounts>
  /** Keeps what a page wants, for this page alone. */
  prefer(origin: string, type: AccountType): Promise<void>
}

export const isAccountType = (type: string | undefined): type is AccountType => type === 'eoa' || type === 'smartAccount'

export function createAccounts({ config, store }: { readonly config: FrameConfig; readonly store: FrameStore }): Accounts {
  const rows = Object.entries(config.smartAccounts).filter(
    ([chainId]) => familyOf(chainId) === 'eip155' && config.chains.includes(chainId),
  )
  const known = new Map<string, Promise<SmartAccount>>()

  async function make(chainId: string, owner: string, row: (typeof rows)[number][1]): Promise<SmartAccount> {
    const { smartAccountOf } = await loaded(import('./smart/account.js'))
    const account = smartAccountOf(chainId, owner, row)
    // The address is pinned, as those of the keys are.
    const key = `smart:${chainId}:${account.owner}` as const
    const kept = await store.get(key)
    if (kept !== undefined && kept !== account.address)
      throw new FrameError('WALLET_LOCKED', 'This is not the account that this device knows')
    if (kept === undefined) await store.set(key, account.address)
    return account
  }

  async function smartOn(chainId: string, owner: string): Promise<SmartAccount | undefined> {
    const row = rows.find(([id]) => id === chainId)?.[1]
    if (!row) return undefined
    const key = `${chainId}:${owner}`
    const making = known.get(key) ?? make(chainId, owner, row)
    known.set(key, making)
    try {
      return await making
    } catch (error) {
      known.delete(key) // the next request tries again
      throw error
    }
  }

  return {
    networks: rows.map(([chainId]) => Number(chainId.slice('eip155:'.length))),
    async on(chainId, origin, addresses) {
      const own = { address: addresses[familyOf(chainId)], type: 'eoa' } as const
      const smart = await smartOn(chainId, own.address)
      if (!smart) return { ...own, all: [own], smart }
      const other = { address: smart.address, type: 'smartAccount' } as const
      const preferred = (await store.get(`prefers:${origin}`)) === 'smartAccount' ? other : own
      return { ...preferred, all: [own, other], smart }
    },
    prefer: (origin, type) => store.set(`prefers:${origin}`, type),
  }
}
