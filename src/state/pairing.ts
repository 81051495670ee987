// Connecting over the relay: one pairing at a time, its code or link, its renewal, and what is stored when the wallet approves (specification §4).
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { PAIRING_MARGIN_MS, PAIRING_TTL_MS } from '../constants.js'
import { LINK_FEATURES, browseHref, choiceHref, linkBase, linkTarget, pairingHref, type LinkPlatform } from '../deeplink.js'
import type { RelaySession } from '../connectors/connector.js'
import { WalletError } from '../errors.js'
import type { Platform, Wallet } from '../wallet.js'
import { createConnection } from './connection.js'
import type { Core } from './core.js'
import { createDevice } from './device.js'
import { asWalletError } from './lib/operation.js'
import { removeLinkChoice, storeLinkChoice, type LinkChoice } from './link-choice.js'
import { createNotices } from './notices.js'
import { relayOptions } from './relay-options.js'
import { createRecents } from './recents.js'
import { createWallets } from './wallets.js'

export type Pairing =
  | { readonly status: 'idle' }
  | { readonly status: 'requesting' }
  /** `expiresAt`: Unix ms. */
  | { readonly status: 'waiting'; readonly uri: string; readonly expiresAt: number }
  /** The wallet said yes; its accounts are being taken over. */
  | { readonly status: 'approving' }
  | { readonly status: 'failed'; readonly error: WalletError }

export interface PairingPart {
  readonly $pairing: ReadableAtom<Pairing>
  /**
   * Shows a pairing for `wallet` (none: for any) until it is approved, refused or cancelled. Joins the live one if that was made ahead, is for the
   * same wallet, or cannot be replaced (Telegram, Safari on iOS); else a new one begins. Resolves at the end and never rejects: look at `$pairing`.
   */
  start(wallet?: Wallet): Promise<void>
  /** Makes a pairing ahead, so that a link can be opened within the click. Nothing where one lives, or no relay is configured. */
  prefetch(): void
  /** A new code for what is shown. A wallet that has taken the one before may still approve that. */
  renew(): void
  /** The person turned away. On Telegram and Safari on iOS a live code is kept for the next wallet; `force` (the modal closes) ends that too. */
  cancel(options?: { readonly force?: boolean | undefined }): void
  /** The ways to reach `wallet` from here, best first. */
  platforms(wallet?: Wallet): readonly Platform[]
  /** Undefined while no code lives, or when the wallet has no link for that platform. */
  href(wallet: Wallet, platform: Platform): string | undefined
  /** Opens the link at once, inside the click. False: there is none yet. */
  openLink(wallet: Wallet, platform: Platform): boolean
}

/** One proposal, from the request to its end. */
interface Run {
  readonly controller: AbortController
  readonly ended: Promise<void>
  /** For whom; undefined: for any wallet. */
  wallet: Wallet | undefined
  /** Somebody looks at it: it renews itself, and its failure is told. */
  isShown: boolean
  isApproved: boolean
  uri?: string
  expiresAt?: number
  /** Links that were opened with its uri, oldest first. */
  readonly opened: { readonly wallet: Wallet; readonly choice: LinkChoice }[]
}

const idle: Pairing = { status: 'idle' }

export function createPairing(core: Core): PairingPart {
  const { config, deps } = core
  const connection = core.use(createConnection)
  const { hints, isMobile, keepsPairing } = core.use(createDevice)
  const wallets = core.use(createWallets)
  const notices = core.use(createNotices)
  const $pairing = atom<Pairing>(idle)
  let current: Run | undefined
  /** Their codes are not shown any more, but a wallet may have taken one: each is heard until its own end. The first approval of all counts. */
  const older = new Set<Run>()
  let expiry: ReturnType<typeof setTimeout> | undefined

  /** Specification §4: "counts as expired when 10 s or less remain". */
  const isLive = (run: Run | undefined): run is Run & { uri: string } =>
    run?.uri !== undefined && !run.isApproved && (run.expiresAt ?? 0) - deps.now() > PAIRING_MARGIN_MS
  const isUsable = (run: Run | undefined): run is Run =>
    run !== undefined && (run.isApproved || run.uri === undefined || isLive(run))

  function begin(wallet: Wallet | undefined, isShown: boolean): void {
    const ended = Promise.resolve().then(() => pair(run))
    const run: Run = { controller: new AbortController(), wallet, isShown, isApproved: false, opened: [], ended }
    current = run
    $pairing.set({ status: 'requesting' })
  }

  /** Ends all of them that are not to be kept. */
  function end(isKept: (run: Run) => boolean = () => false): void {
    for (const run of [...older, ...(current ? [current] : [])]) {
      if (isKept(run)) continue
      older.delete(run)
      if (run === current) leave()
      run.controller.abort(new WalletError('ABORTED'))
    }
  }

  function leave(): void {
    clearTimeout(expiry)
    current = undefined
  }

  /** What nobody can have taken ends at once. */
  function retire(): void {
    const run = current
    leave()
    if (run?.uri !== undefined && (run.isShown || run.opened.length > 0)) older.add(run)
    else run?.controller.abort(new WalletError('ABORTED'))
  }

  function settle(state: Pairing): void {
    leave()
    $pairing.set(state)
  }

  async function pair(run: Run): Promise<void> {
    const { signal } = run.controller
    const isCurrent = () => current === run && !core.signal.aborted
    const isHeard = () => isCurrent() || (older.has(run) && !core.signal.aborted)
    try {
      const options = relayOptions(core, signal)
      const port = await deps.connectors()
      signal.throwIfAborted()
      const session = await port.pair({ ...options, onUri: (uri) => isCurrent() && receive(run, uri) })
      if (!isHeard()) {
        // Approved after the person turned away: nobody here holds this session.
        return void session.disconnect().catch((error: unknown) => deps.log.warn('an unwanted session did not end', error))
      }
      await finish(run, session)
      if (isCurrent()) settle(idle)
    } catch (thrown) {
      if (isHeard()) fail(run, asWalletError(thrown))
    }
  }

  /** Specification §4: "stores the deep link and recent wallet and sends CONNECT_SUCCESS". */
  async function finish(run: Run, session: RelaySession): Promise<void> {
    end((other) => other === run)
    older.delete(run)
    clearTimeout(expiry)
    current = run
    run.isApproved = true
    $pairing.set({ status: 'approving' })
    const { wallet, choice } = approvedBy(run, session.wallet.name)
    await connection.adopt(session, () => {
      // Before anybody hears "connected": whoever does may send a request, which reads the stored link.
      if (choice) storeLinkChoice(core, choice)
      else removeLinkChoice(core)
      if (wallet) core.use(createRecents).remember(wallet)
    })
    const method = choice ? 'mobile' : 'qrcode'
    core.emit('event', { name: 'CONNECT_SUCCESS', method, wallet: wallet?.name ?? session.wallet.name })
  }

  /**
   * Not always the one that was looked at last: on a phone the links of several wallets may have been opened with one code, and a code may be
   * scanned by any. What the wallet calls itself decides where it is known; if not, the link that was opened last.
   */
  function approvedBy(
    { wallet, opened }: Run,
    name: string,
  ): { readonly wallet?: Wallet | undefined; readonly choice?: LinkChoice } {
    const isIt = (one: Wallet | undefined) => one?.name.toLowerCase() === name.toLowerCase()
    const latestFirst = [...opened].reverse()
    const linked = latestFirst.find((link) => isIt(link.wallet))
    if (linked) return linked
    if (isIt(wallet)) return { wallet }
    const known = wallets.find(name)
    return known ? { wallet: known } : (latestFirst[0] ?? { wallet })
  }

  function fail(run: Run, error: WalletError): void {
    // One that is not shown any more ends unseen, unless a person said no: then nobody waits for the new one either.
    if (older.delete(run) && error.code !== 'USER_REJECTED') return
    // The relay's clock may run a little ahead of ours.
    if (error.code === 'PAIRING_EXPIRED' && run.isShown && run.uri !== undefined) return renewOf(run)
    if (error.code === 'ABORTED' || !run.isShown) return settle(idle)
    if (error.code === 'USER_REJECTED') end()
    settle({ status: 'failed', error })
    const { code, message } = error
    core.emit('event', code === 'USER_REJECTED' ? { name: code, message } : { name: 'CONNECT_ERROR', code, message })
  }

  function receive(run: Run, uri: string): void {
    if (run.uri !== undefined || run.isApproved) return
    run.uri = uri
    run.expiresAt = deps.now() + PAIRING_TTL_MS
    $pairing.set({ status: 'waiting', uri, expiresAt: run.expiresAt })
    expiry = setTimeout(() => {
      if (current !== run) return
      retire()
      if (run.isShown) renewOf(run)
      else $pairing.set(idle)
    }, PAIRING_TTL_MS - PAIRING_MARGIN_MS)
  }

  function renewOf(run: Run): void {
    begin(run.wallet, true)
    notices.announce('codeRenewed')
  }

  const browseOf = (wallet: Wallet): string | undefined => {
    if (!isMobile || wallet.installed.length > 0 || !deps.window) return undefined
    const { href } = deps.window.location
    return config.namespaces.map((namespace) => browseHref(wallet, namespace, href, hints)).find((link) => link !== undefined)
  }
  const linkOptions = { hints, preferUniversal: config.preferUniversalLinks }

  const hrefOf = (wallet: Wallet, platform: Platform): string | undefined => {
    if (!isLink(platform)) return undefined
    const { entry } = wallet
    const browse = platform === 'mobile' ? browseOf(wallet) : undefined
    return browse ?? (entry && isLive(current) ? pairingHref(entry, platform, current.uri, linkOptions) : undefined)
  }

  core.onEnd(() => end())

  return {
    $pairing: readonlyType($pairing),
    async start(wallet) {
      if (core.signal.aborted) return
      const isJoined =
        isUsable(current) && (keepsPairing || current.isApproved || !current.isShown || current.wallet?.id === wallet?.id)
      if (!isJoined || !current) {
        end((run) => run.wallet?.id === wallet?.id)
        retire()
        begin(wallet, true)
      } else if (!current.isApproved) Object.assign(current, { wallet, isShown: true })
      // A renewal replaces the run; what is shown ends with the last of them.
      for (let run = current; run; run = current === run ? undefined : current) await run.ended
    },
    prefetch() {
      if (core.signal.aborted || !config.services.relay || isUsable(current)) return
      retire()
      begin(undefined, false)
    },
    renew() {
      if (core.signal.aborted || current?.isApproved) return
      const wallet = current?.wallet
      retire()
      begin(wallet, true)
    },
    cancel({ force = false } = {}) {
      if (current?.isApproved) return // the wallet has agreed: that is to be disconnected, it cannot be taken back
      if (keepsPairing && !force && isLive(current)) {
        current.isShown = false
        return
      }
      end()
      settle(idle)
    },
    platforms(wallet) {
      const code = isMobile ? 'mobile' : 'qrcode'
      if (!wallet) return [code]
      const { entry, installed } = wallet
      const platforms: Platform[] = []
      if (installed.length > 0) platforms.push('browser')
      if ((entry && choiceHref(entry, 'mobile', linkOptions)) || browseOf(wallet)) platforms.push(code)
      if (entry && choiceHref(entry, 'webapp', linkOptions)) platforms.push('webapp')
      if (linkBase(entry?.desktop_link) && !isMobile) platforms.push('desktop')
      if (platforms.length > 0) {
        // Beside a code for a wallet on a phone: where to get one's own.
        const stores = [entry?.chrome_store, entry?.app_store, entry?.play_store, entry?.homepage]
        if (installed.length === 0 && !isMobile && stores.some(Boolean)) platforms.push('unsupported')
        return platforms
      }
      const isExtension = wallet.rdns !== undefined || (entry?.injected?.length ?? 0) > 0 || Boolean(entry?.chrome_store)
      return [isExtension || isMobile ? 'unsupported' : 'qrcode']
    },
    href: hrefOf,
    openLink(wallet, platform) {
      const href = hrefOf(wallet, platform)
      if (href === undefined || !deps.window) return false
      const base =
        platform === 'mobile' && wallet.entry && !browseOf(wallet) ? choiceHref(wallet.entry, platform, linkOptions) : undefined
      if (base) current?.opened.push({ wallet, choice: { href: base, name: wallet.name } })
      deps.window.open(href, linkTarget(href, hints, platform), LINK_FEATURES)
      return true
    },
  }
}

function isLink(platform: Platform): platform is LinkPlatform {
  return platform === 'mobile' || platform === 'webapp' || platform === 'desktop'
}
