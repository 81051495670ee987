// What the store keeps of the accounts of this browser: it is asked to take sign-ins, and to end those of wallets that are disconnected. For `sign-in.ts`.
import type { SignedMessage } from '../../connectors/connector.js'
import type { SignIn } from '../../siwx/sign-in.js'
import { accountIdOf } from '../../vocabulary/account.js'
import { type AccountId, isAccountId, type Namespace, parseAccountId } from '../../vocabulary/caip.js'
import type { Account } from '../../vocabulary/events.js'
import type { Core } from '../core.js'
import { createPersisted } from '../lib/persisted.js'
import { schemaOf } from '../lib/schema.js'
import { createNetworks } from '../networks/networks.js'
import { type Connection, type ConnectionChange, createConnection } from './connection.js'
import { createSignInStore } from './sign-in-store.js'

/** How many accounts are remembered. */
const NOTED_MAX = 500

/** What `createKeptSignIns` makes. */
export interface KeptSignIns {
  /** The store has a sign-in of this account, as far as this browser knows. */
  has(account: AccountId): boolean
  note(account: AccountId): void
  /** The sign-ins of an account, with what came with the approval of its wallet. @throws WalletError as `SignInStore.ask` */
  list(account: Account): Promise<readonly SignIn[]>
  /** Has the store take sign-ins. Whatever it answers, they are ended with their wallet. @throws WalletError as `SignInStore.ask` */
  add(signIns: readonly SignIn[]): Promise<void>
  /** See `SignIns.take`. */
  take(signed: readonly SignedMessage[]): () => void
  /** Ends the sign-ins of accounts, once the store has answered `add`. Never rejects: what the store does not end is logged. */
  end(accounts: readonly AccountId[]): Promise<void>
  /** See `SignIns.signOut`. */
  signOut(namespace?: Namespace): Promise<void>
}

/** A part. Ends the sign-ins of wallets that the visitor disconnects, or that end their session, unless `siwx.signOutOnDisconnect` is false. */
export function createKeptSignIns(core: Core): KeptSignIns {
  const { config, deps } = core
  const connection = core.use(createConnection)
  const networks = core.use(createNetworks)
  const store = core.use(createSignInStore)
  const isEndedWithWallet = config.siwx?.signOutOnDisconnect !== false
  /** The accounts that the store may have a sign-in of, also of earlier page loads. */
  const noted = createPersisted<readonly AccountId[]>(core, 'signed-in', schemaOf(parseAccounts), [])
  /** Sign-ins are being ended. Never rejects; nor do the two below. */
  let leaving: Promise<unknown> = Promise.resolve()
  /** What came with an approval is being kept. */
  let taking: Promise<unknown> = Promise.resolve()
  /** The store is asked to take something. */
  let adding: Promise<unknown> = Promise.resolve()

  const note = (added: readonly AccountId[]) =>
    noted.set([...noted.get().filter((id) => !added.includes(id)), ...added].slice(-NOTED_MAX))

  function add(signIns: readonly SignIn[]): Promise<void> {
    if (signIns.length === 0) return Promise.resolve()
    note(signIns.map(idOf)) // the store may have it also where its answer does not come
    const added = store.ask((kept) => kept.add(...signIns))
    adding = Promise.allSettled([adding, added])
    return added
  }

  /** The sign-ins in what a phone wallet has signed. What cannot be read is left out, and the rest is kept. */
  async function read(signed: readonly SignedMessage[]): Promise<readonly SignIn[]> {
    const { toSignIn } = await store.code()
    return signed.flatMap((each) => {
      try {
        const signIn = toSignIn(each)
        return networks.find(signIn.data.chainId) ? [signIn] : []
      } catch (error) {
        deps.log.warn('what came with the approval cannot be read', error)
        return []
      }
    })
  }

  async function end(ended: readonly AccountId[]): Promise<void> {
    noted.set(noted.get().filter((id) => !ended.includes(id)))
    await Promise.all([taking, adding])
    const deletions = ended.map((id) => {
      const { chainId, address } = parseAccountId(id)
      return store.ask((kept) => kept.delete(chainId, address))
    })
    for (const outcome of await Promise.allSettled(deletions))
      if (outcome.status === 'rejected') deps.log.error('a sign-in did not end', outcome.reason)
  }

  /** Ends the sign-ins of the accounts for which `isMeant` is true, except of those that a connection has. */
  function endUnheld(isMeant: (id: AccountId) => boolean): void {
    const isHeld = (id: AccountId) => connection.$connections.get().some((each) => has(each, id))
    const ended = noted.get().filter((id) => isMeant(id) && !isHeld(id))
    if (ended.length > 0) leaving = Promise.all([leaving, end(ended)])
  }

  function onConnectionChange(change: ConnectionChange): void {
    if (change.type !== 'ended' || !isEndedWithWallet) return
    const { connection: ended, by } = change
    // A wallet that locks is still the visitor's; a session that the wallet has ended is not.
    if (by === 'user' || (by === 'wallet' && ended.transport === 'relay')) endUnheld((id) => has(ended, id))
  }
  core.onEnd(connection.onChange(onConnectionChange))

  return {
    has: (account) => noted.get().includes(account),
    note: (account) => note([account]),
    async list({ chainId, address }) {
      await taking
      return store.ask((kept) => kept.list(chainId, address))
    },
    add,
    take(signed) {
      const reading = read(signed).catch((error: unknown) => {
        deps.log.warn('what came with the approval cannot be read', error)
        return []
      })
      const kept = reading.then(add).catch((error: unknown) => deps.log.warn('what came with the approval was refused', error))
      taking = Promise.allSettled([taking, kept])
      return () =>
        void reading.then((all) => {
          const ids = all.map(idOf)
          endUnheld((id) => ids.includes(id))
        })
    },
    end,
    async signOut(namespace) {
      if (isEndedWithWallet) endUnheld((id) => namespace === undefined || parseAccountId(id).namespace === namespace)
      await leaving
    },
  }
}

const idOf = ({ data }: SignIn) => accountIdOf({ chain: data.chainId, address: data.address })

/** Whether a connection has an account, on whatever network. */
function has({ namespace, grant }: Connection, id: AccountId): boolean {
  const account = parseAccountId(id)
  return namespace === account.namespace && grant.accounts.some(({ address }) => address === account.address)
}

function parseAccounts(value: unknown): readonly AccountId[] | undefined {
  return Array.isArray(value) ? value.slice(-NOTED_MAX).filter((entry): entry is AccountId => isAccountId(entry)) : undefined
}
