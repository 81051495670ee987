// Connecting over the relay: one pairing at a time, its uri as QR code or link, its renewal, and what is stored when the wallet approves
// (specification §4).
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { PAIRING_MARGIN_MS, PAIRING_TTL_MS } from '../../vocabulary/constants.js'
import {
  LINK_FEATURES,
  browseHrefFor,
  choiceHref,
  linkBase,
  linkTarget,
  pairingHref,
  type LinkPlatform,
} from '../../vocabulary/device/deeplink.js'
import type { RelaySession } from '../../connectors/connector.js'
import { walletError, type WalletError } from '../../vocabulary/errors.js'
import type { Platform, Wallet } from '../../vocabulary/wallet.js'
import { createAppSwitch } from './app-switch.js'
import { askedFor } from './asked-for.js'
import { createConnection } from './connection.js'
import type { Core } from '../core.js'
import { createDevice } from '../interface/device.js'
import { asWalletError } from '../lib/operation.js'
import { removeDeeplinkChoice, storeDeeplinkChoice, type DeeplinkChoice } from './deeplink-choice.js'
import { createNotices } from '../interface/notices.js'
import { loadSignIns, requestSignIn } from './one-click.js'
import { relayOptions } from './relay-options.js'
import { createRecents } from '../wallets/recents.js'
import { createWallets } from '../wallets/wallets.js'

/** State of the pairing that is shown. The visitor sees the uri of `waiting` as a QR code, or opens it as a link. */
export type Pairing =
  | { readonly status: 'idle' }
  | { readonly status: 'requesting' }
  /** `expiresAt`: Unix ms. */
  | { readonly status: 'waiting'; readonly uri: string; readonly expiresAt: number }
  /** The wallet has approved; its accounts are being read. */
  | { readonly status: 'approving' }
  | { readonly status: 'failed'; readonly error: WalletError }

/** What `createPairing` makes: the pairing that is shown, and the links to wallet apps. */
export interface PairingPart {
  readonly $pairing: ReadableAtom<Pairing>
  /**
   * Shows a pairing for `wallet` (by default for any wallet) until it is approved, refused or cancelled. Joins the live pairing if that was
   * prefetched, is for the same wallet, is approved already, or cannot be replaced (Telegram, Safari on iOS); else starts a new one. Resolves at the
   * end and never rejects: the failure is in `$pairing`.
   */
  start(wallet?: Wallet): Promise<void>
  /** Requests a pairing ahead, so that a link can be opened within the click. Does nothing while there is a live one, or without a relay. */
  prefetch(): void
  /** Starts to load the code that a pairing needs. Asks no relay; does nothing without one. Never throws: `start` loads again what has failed. */
  preload(): void
  /** Shows a new uri. A wallet that has scanned or opened the one before may still approve that. */
  renew(): void
  /**
   * The visitor has left the pairing: aborts it, unless it is approved. On Telegram and Safari on iOS a live uri is kept for the next wallet;
   * `force` (the modal closes) ends that too.
   */
  cancel(options?: { readonly force?: boolean | undefined }): void
  /** The ways to reach `wallet` on this device, best first; never empty. */
  platforms(wallet?: Wallet): readonly Platform[]
  /**
   * Whether `wallet` connects by opening this page in its own browser, without a pairing: on a phone, where it is not installed, for the ecosystem that was
   * asked for (`askedFor`), else for the first one of the page that it serves.
   */
  browses(wallet: Wallet): boolean
  /** The link to open; undefined without a live uri, or when the wallet has no link for that platform. */
  href(wallet: Wallet, platform: Platform): string | undefined
  /** Opens the link at once, within the click that asked for it. False when there is no link yet. */
  openLink(wallet: Wallet, platform: Platform): boolean
}

/** One pairing, from the request to its end. */
interface Run {
  /** Aborts the pairing. */
  readonly controller: AbortController
  /** Resolves when the pairing has ended in any way. */
  readonly ended: Promise<void>
  /** The wallet it is for; undefined: whichever scans it. */
  wallet: Wallet | undefined
  /** It is on the screen: it is renewed when it expires, and its failure is shown. */
  isShown: boolean
  isApproved: boolean
  /** Undefined until the relay has answered. */
  uri?: string
  /** Unix ms. */
  expiresAt?: number
  /** Links that were opened with its uri, oldest first. */
  readonly opened: { readonly wallet: Wallet; readonly choice: DeeplinkChoice }[]
}

const idle: Pairing = { status: 'idle' }

/** A part. Aborts its pairings when the instance ends. */
export function createPairing(core: Core): PairingPart {
  const { config, deps } = core
  const connection = core.use(createConnection)
  const { hints, isMobile, keepsPairing } = core.use(createDevice)
  const wallets = core.use(createWallets)
  const notices = core.use(createNotices)
  const appSwitch = core.use(createAppSwitch)
  const $pairing = atom<Pairing>(idle)
  let current: Run | undefined
  /** Pairings whose uri is not shown any more, but which a wallet may still approve. The first approval of all ends the others. */
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

  /** Aborts all pairings except those for which `isKept` is true. */
  function end(isKept: (run: Run) => boolean = () => false): void {
    for (const run of [...older, ...(current ? [current] : [])]) {
      if (isKept(run)) continue
      older.delete(run)
      if (run === current) leave()
      run.controller.abort(walletError('ABORTED'))
    }
  }

  function leave(): void {
    clearTimeout(expiry)
    current = undefined
  }

  /** Takes the current pairing off the screen. One whose uri was shown or opened goes to `older`; any other is aborted. */
  function retire(): void {
    const run = current
    leave()
    if (run?.uri !== undefined && (run.isShown || run.opened.length > 0)) older.add(run)
    else run?.controller.abort(walletError('ABORTED'))
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
      const [port, signIns] = await Promise.all([deps.connectors(), loadSignIns(core)])
      signal.throwIfAborted()
      const session = await port.pair({
        ...options,
        authenticate: signIns && (() => requestSignIn(core, signIns, signal)),
        onUri: (uri) => isCurrent() && receive(run, uri),
      })
      if (!isHeard()) {
        // Approved after the visitor had left: end the session.
        return void session.disconnect().catch((error: unknown) => deps.log.warn('an unwanted session did not end', error))
      }
      const endSignIns = session.signed && signIns?.take(session.signed) // whoever asks who has signed in waits for it
      try {
        await finish(run, session)
      } catch (error) {
        endSignIns?.()
        throw error
      }
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
      // Before `connected` is emitted: a listener may send a request, which reads the stored link.
      if (choice) storeDeeplinkChoice(core, choice)
      else removeDeeplinkChoice(core)
      if (wallet) core.use(createRecents).remember(wallet)
    })
    const method = choice ? 'mobile' : 'qrcode'
    core.emit('event', { name: 'CONNECT_SUCCESS', method, wallet: wallet?.name ?? session.wallet.name })
  }

  /**
   * The wallet that has approved, with its link if that was opened. On a phone the links of several wallets may have been opened with one uri, and any
   * wallet may scan a QR code: so the wallet is found by the name that the session gives; if no wallet has it, the last opened link decides.
   */
  function approvedBy(
    { wallet, opened }: Run,
    name: string,
  ): { readonly wallet?: Wallet | undefined; readonly choice?: DeeplinkChoice } {
    const hasName = (one: Wallet | undefined) => one?.name.toLowerCase() === name.toLowerCase()
    const latestFirst = [...opened].reverse()
    const linked = latestFirst.find((link) => hasName(link.wallet))
    if (linked) return linked
    if (hasName(wallet)) return { wallet }
    const known = wallets.find(name)
    return known ? { wallet: known } : (latestFirst[0] ?? { wallet })
  }

  function fail(run: Run, error: WalletError): void {
    if (run.opened.length > 0) appSwitch.forget() // the wallet has no request any more
    // The failure of an older pairing is not shown, unless the visitor has rejected it in the wallet: that ends the current one too.
    if (older.delete(run) && error.code !== 'USER_REJECTED') return
    // The relay's clock may be ahead of this one, so that its pairing expires before the timer of `receive`.
    if (error.code === 'PAIRING_EXPIRED' && run.isShown && run.uri !== undefined) return startRenewal(run)
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
      if (run.isShown) startRenewal(run)
      else $pairing.set(idle)
    }, PAIRING_TTL_MS - PAIRING_MARGIN_MS)
  }

  function startRenewal(run: Run): void {
    begin(run.wallet, true)
    notices.announce('codeRenewed')
  }

  const browseOf = (wallet: Wallet): string | undefined => {
    if (!isMobile || wallet.installed.length > 0 || !deps.window) return undefined
    const { namespace } = askedFor(core)
    return browseHrefFor(wallet, namespace ? [namespace] : config.namespaces, deps.window.location.href, hints)
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
        appSwitch.forget()
        begin(wallet, true)
      } else if (!current.isApproved) Object.assign(current, { wallet, isShown: true })
      // A renewal replaces the run: wait for the last of them.
      for (let run = current; run; run = current === run ? undefined : current) await run.ended
    },
    prefetch() {
      if (core.signal.aborted || !config.services.relay || isUsable(current)) return
      retire()
      begin(undefined, false)
    },
    preload() {
      if (!config.services.relay) return
      deps.afterOpen().then(
        ({ preloadRelay }) => preloadRelay(deps.namespaces, config.namespaces),
        () => undefined,
      )
    },
    renew() {
      if (core.signal.aborted || current?.isApproved) return
      const wallet = current?.wallet
      retire()
      begin(wallet, true)
    },
    cancel({ force = false } = {}) {
      appSwitch.forget()
      if (current?.isApproved) return // an approved session can only be disconnected
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
        // Beside the QR code: where to download the wallet.
        const stores = [entry?.chrome_store, entry?.app_store, entry?.play_store, entry?.homepage]
        if (installed.length === 0 && !isMobile && stores.some(Boolean)) platforms.push('unsupported')
        return platforms
      }
      const isExtension = wallet.rdns !== undefined || (entry?.injected?.length ?? 0) > 0 || Boolean(entry?.chrome_store)
      return [isExtension || isMobile ? 'unsupported' : 'qrcode']
    },
    browses: (wallet) => browseOf(wallet) !== undefined,
    href: hrefOf,
    openLink(wallet, platform) {
      const href = hrefOf(wallet, platform)
      if (href === undefined || !deps.window) return false
      const base =
        platform === 'mobile' && wallet.entry && !browseOf(wallet) ? choiceHref(wallet.entry, platform, linkOptions) : undefined
      if (base) current?.opened.push({ wallet, choice: { href: base, name: wallet.name } })
      appSwitch.note(wallet.id, platform === 'desktop')
      deps.window.open(href, linkTarget(href, hints, platform), LINK_FEATURES)
      return true
    },
  }
}

function isLink(platform: Platform): platform is LinkPlatform {
  return platform === 'mobile' || platform === 'webapp' || platform === 'desktop'
}
