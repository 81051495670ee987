// The smart sessions of the active account: listed by the services, and taken back by a signature.
import { atom, computed, readonlyType, type ReadableAtom } from 'nanostores'
import type { SmartSession } from '../../api/smart-sessions.js'
import { parseAccountId, type AccountId } from '../../vocabulary/caip.js'
import { visibleName } from '../../vocabulary/visible-name.js'
import { isWalletError, walletError } from '../../vocabulary/errors.js'
import type { Account } from '../../vocabulary/events.js'
import { isImageUrl, isWebUrl } from '../../vocabulary/image-url.js'
import type { SmartSessionPermission, SmartSessionStatus } from '../../vocabulary/smart-session.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { queryForAccount } from '../account/account-query.js'
import { createSigning } from '../connections/signing.js'
import type { Core } from '../core.js'
import { createNotices } from '../interface/notices.js'
import { apiOf } from '../lib/api.js'
import { once, type Operation } from '../lib/operation.js'
import { createPagedQuery, type Paged, type PagedQuery } from '../lib/paged-query.js'
import type { QueryState } from '../lib/query.js'
import { abilitiesOf, type Ability } from './abilities.js'
import { createPermissionsSupport } from './permissions-support.js'

/** After this time a new reader asks again, in ms. */
const LIFETIME_MS = 60_000

/** One smart session. Texts are one visible line. */
export interface SmartSessionRow {
  readonly pci: string
  readonly account: AccountId
  readonly status: SmartSessionStatus
  /** Whoever made the session has chosen it. */
  readonly name: string
  /** Safe for `<img src>`. */
  readonly icon: string | undefined
  /** A web url. */
  readonly url: string | undefined
  /** Unix ms, as all moments here. */
  readonly createdAt: number
  readonly expiresAt: number
  readonly revokedAt: number | undefined
  /** Of `createdAt`: months from the year 0 in the visitor's time zone. */
  readonly month: number
  readonly abilities: readonly Ability[]
  readonly permissions: readonly SmartSessionPermission[]
  /** As the services have them: the wallet is asked to revoke these. */
  readonly terms: SmartSession['permissions']
}

/** The sessions that are loaded, by status, the newest first. Those that no wallet has ever granted are left out. */
export interface SmartSessionList {
  readonly sessions: Readonly<Record<SmartSessionStatus, readonly SmartSessionRow[]>>
  readonly more: Paged<unknown>['more']
}

/** The smart sessions of the active account. */
export interface SmartSessions {
  /** The setting `features.smartSessions` is on. Nothing is asked otherwise. */
  readonly isOn: boolean
  /** `pending` and `idle` while `isOn` is false or no EVM account is active. Fails with NO_SERVICES, and as `get`. */
  readonly $list: ReadableAtom<QueryState<SmartSessionList>>
  /** Loads the next page, or again the one that has failed; joins a pending request. */
  loadMore(): void
  /** Asks for the first page again. A failure is in `$list`. */
  refresh(): void
  /**
   * Ends a session: by `wallet_revokePermissions` where the wallet knows permissions, else by a signature of the text of the services. The wallet is asked
   * once. The session leaves the active ones when the services have agreed.
   * @throws WalletError ACCOUNT_CHANGED, NOT_CONNECTED, USER_REJECTED, CHAIN_NOT_SUPPORTED, and as `Signing.sign` and `get`
   */
  readonly revoke: Operation<[SmartSessionRow], void>
}

/** A session as it was answered. `null`: a permission of a kind that is not known here. */
interface Loaded {
  readonly account: AccountId
  readonly session: SmartSession
  readonly permissions: readonly (SmartSessionPermission | null)[]
}

/** A part. The first reader of `$list` starts the request. */
export function createSmartSessions(core: Core): SmartSessions {
  const { $account } = core.publicState
  const { data } = core.config.services
  const isOn = core.config.features.smartSessions === true
  const api = apiOf(core, data)
  const load = () => Promise.all([import('../../api/smart-sessions.js'), import('../../api/permissions.js')]).catch(unreachable)
  /** When sessions were ended here, unix ms by pci: the next answer of the services says it too. */
  const $ended = atom<ReadonlyMap<string, number>>(new Map())
  /** Sessions for which the services did not take what the wallet has signed by its own method. */
  const unsigned = new Set<string>()

  const queryOf = ({ namespace, accountId }: Account): PagedQuery<Loaded> | undefined =>
    namespace !== 'eip155' || !isOn
      ? undefined
      : createPagedQuery<Loaded>(core, {
          key: `smart sessions ${accountId}`,
          lifetimeMs: LIFETIME_MS,
          idOf: ({ session }) => session.pci,
          async fetch(cursor, signal) {
            const [{ getSmartSessions }, { readPermission }] = await load()
            const { sessions, next } = await getSmartSessions(api, { account: accountId, cursor, signal })
            const granted = sessions.filter(({ context }) => context !== null)
            const read = ({ permissions }: SmartSession) => permissions.map((term) => readPermission(term) ?? null)
            return { data: granted.map((session) => ({ account: accountId, session, permissions: read(session) })), next }
          },
        })
  const current = () => {
    const account = $account.get()
    return account && queryOf(account)
  }

  const $list = computed(
    [queryForAccount($account, queryOf), $ended],
    ({ value, ...state }, ended): QueryState<SmartSessionList> => {
      if (!value) return state
      const now = core.deps.now()
      const rows = value.items
        .map((loaded) => rowOf(loaded, { now, endedAt: ended.get(loaded.session.pci) }))
        .sort((one, other) => other.createdAt - one.createdAt)
      const of = (status: SmartSessionStatus) => rows.filter((row) => row.status === status)
      const sessions = { active: of('active'), expired: of('expired'), revoked: of('revoked') }
      return { ...state, value: { sessions, more: value.more } }
    },
  )

  /** What the wallet signs by its own method; undefined where it has none, or answers with no signature. */
  async function askWallet({ account, pci, terms, expiresAt }: SmartSessionRow): Promise<string | undefined> {
    if (unsigned.has(pci) || (await core.use(createPermissionsSupport)(account)) !== true) return undefined
    const [, { readRevokeSignature }] = await load()
    const { address } = parseAccountId(account)
    const params = [{ pci, permissions: terms, expiry: expiresAt / 1000, address }]
    try {
      const asked = core.use(createSigning).ask({ from: account, method: 'wallet_revokePermissions', params })
      return readRevokeSignature(await asked)
    } catch (error) {
      if (isWalletError(error, 'UNSUPPORTED_METHOD') || isWalletError(error, 'INVALID_PARAMS')) return undefined
      throw error
    }
  }

  async function signText({ account, pci }: SmartSessionRow) {
    const [{ revokeText }] = await load()
    const timestamp = Math.floor(core.deps.now() / 1000)
    assertSelected(account)
    const signed = await core.use(createSigning).sign(revokeText({ pci, address: account, timestamp }), 'eip155')
    if (signed.account.accountId !== account) throw walletError('ACCOUNT_CHANGED')
    return { pci, signature: signed.signature, timestamp }
  }

  function assertSelected(account: AccountId): void {
    const selected = $account.get()
    if (!selected) throw walletError('NOT_CONNECTED')
    if (selected.accountId !== account) throw walletError('ACCOUNT_CHANGED')
  }

  return {
    isOn,
    $list: readonlyType($list),
    loadMore: () => void current()?.loadMore(),
    refresh: () => void current()?.refresh(),
    revoke: once(core, async (signal, row: SmartSessionRow) => {
      const { account, pci } = row
      assertSelected(account)
      const [{ revokeSmartSession }] = await load()
      const signature = await askWallet(row)
      signal.throwIfAborted()
      const revocation = signature === undefined ? await signText(row) : { pci, signature }
      signal.throwIfAborted()
      const { success } = await revokeSmartSession(api, { account, revocation, signal }).catch((error: unknown) => {
        if (signature !== undefined) unsigned.add(pci) // the next attempt signs the text
        throw error
      })
      if (!success) throw walletError('CHAIN_NOT_SUPPORTED')
      $ended.set(new Map($ended.get()).set(pci, core.deps.now()))
      core.use(createNotices).show('success', 'smartSessionRevoked')
      void current()?.refresh()
    }),
  }
}

function rowOf(
  { account, session, permissions }: Loaded,
  { now, endedAt }: { readonly now: number; readonly endedAt: number | undefined },
): SmartSessionRow {
  const { pci, project, expiry, createdAt, permissions: terms } = session
  const day = new Date(createdAt * 1000)
  const { iconUrl, url } = project
  const revokedAt = session.revokedAt === null ? endedAt : session.revokedAt * 1000
  return {
    pci,
    account,
    status: revokedAt !== undefined ? 'revoked' : expiry * 1000 <= now ? 'expired' : 'active',
    name: visibleName(project.name) ?? visibleName(project.id) ?? '?',
    icon: iconUrl !== null && isImageUrl(iconUrl) ? iconUrl : undefined,
    url: url !== null && isWebUrl(url) ? url : undefined,
    createdAt: createdAt * 1000,
    expiresAt: expiry * 1000,
    revokedAt,
    month: day.getFullYear() * 12 + day.getMonth(),
    abilities: abilitiesOf(permissions, { from: createdAt, until: expiry }),
    permissions: permissions.filter((permission) => permission !== null),
    terms,
  }
}
