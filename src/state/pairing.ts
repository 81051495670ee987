// Connecting over the relay: one pairing at a time, its code or link, its renewal, and what is stored when the wallet approves (specification §4).
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { PAIRING_MARGIN_MS, PAIRING_TTL_MS } from '../constants.js'
import { WalletError } from '../errors.js'
import type { Platform, Wallet } from '../wallet.js'
import { createConnection } from './connection.js'
import type { Core } from './core.js'
import {
  browseLink,
  linkBase,
  linkTarget,
  mobileBase,
  pairingLink,
  removeLinkChoice,
  storeLinkChoice,
  type LinkChoice,
} from './deep-links.js'
import { createDevice } from './device.js'
import { asWalletError } from './lib/operation.js'
import { createNotices } from './notices.js'
import { relayOptions } from './relay-options.js'
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
  /** A new code for what is shown. */
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

interface Run {
  readonly controller: AbortController
  readonly ended: Promise<void>
  /** Undefined until somebody is shown it. */
  shownFor?: { readonly wallet: Wallet | undefined } | undefined
  uri?: string
  expiresAt?: number
  isApproved: boolean
}

export function createPairing(core: Core): PairingPart {
  const { config, deps } = core
  const connection = core.use(createConnection)
  const device = core.use(createDevice)
  const wallets = core.use(createWallets)
  const notices = core.use(createNotices)
  const keepsCode = device.isTelegram || device.isSafariIos
  const $pairing = atom<Pairing>({ status: 'idle' })
  let current: Run | undefined
  let linking: LinkChoice | undefined
  let renewal: ReturnType<typeof setTimeout> | undefined

  /** Specification §4: "counts as expired when 10 s or less remain". */
  const isLive = (run: Run | undefined): run is Run & { uri: string; expiresAt: number } =>
    run?.uri !== undefined && run.expiresAt !== undefined && run.expiresAt - deps.now() > PAIRING_MARGIN_MS
  const isUsable = (run: Run | undefined): run is Run =>
    run !== undefined && (run.isApproved || run.uri === undefined || isLive(run))

  function begin(shownFor: Run['shownFor']): Run {
    end()
    const controller = new AbortController()
    const run: Run = { controller, shownFor, isApproved: false, ended: Promise.resolve().then(() => pair(run)) }
    current = run
    $pairing.set({ status: 'requesting' })
    return run
  }

  function end(): void {
    clearTimeout(renewal)
    const run = current
    current = undefined
    run?.controller.abort(new WalletError('ABORTED'))
  }

  async function pair(run: Run): Promise<void> {
    const { signal } = run.controller
    const isCurrent = () => current === run && !core.signal.aborted
    try {
      const options = relayOptions(core, signal)
      const port = await deps.connectors()
      signal.throwIfAborted()
      const session = await port.pair({ ...options, onUri: (uri) => isCurrent() && receive(run, uri) })
      if (!isCurrent()) return void session.disconnect().catch(() => {}) // approved after the person turned away: nobody holds this session
      clearTimeout(renewal)
      run.isApproved = true
      $pairing.set({ status: 'approving' })
      const choice = linking
      const wallet = run.shownFor?.wallet ?? wallets.find(session.wallet.name)
      // Before the stores say "connected": whoever hears that may send a request, which reads the stored link.
      if (choice) storeLinkChoice(core, choice)
      else removeLinkChoice(core)
      await connection.adopt(session)
      if (wallet) wallets.remember(wallet)
      core.emit('event', {
        name: 'CONNECT_SUCCESS',
        method: choice ? 'mobile' : 'qrcode',
        wallet: wallet?.name ?? session.wallet.name,
      })
      if (isCurrent()) settle({ status: 'idle' })
    } catch (thrown) {
      if (!isCurrent()) return
      const error = asWalletError(thrown)
      // The relay's own clock may run a little ahead of ours.
      if (error.code === 'PAIRING_EXPIRED' && run.shownFor) return renew(run)
      settle(error.code === 'ABORTED' || !run.shownFor ? { status: 'idle' } : { status: 'failed', error })
      if (run.shownFor && error.code !== 'ABORTED') report(error)
    }
  }

  function settle(state: Pairing): void {
    clearTimeout(renewal)
    current = undefined
    linking = undefined
    $pairing.set(state)
  }

  function report(error: WalletError): void {
    if (error.code === 'USER_REJECTED') core.emit('event', { name: 'USER_REJECTED', message: error.message })
    else core.emit('event', { name: 'CONNECT_ERROR', code: error.code, message: error.message })
  }

  function receive(run: Run, uri: string): void {
    run.uri = uri
    run.expiresAt = deps.now() + PAIRING_TTL_MS
    $pairing.set({ status: 'waiting', uri, expiresAt: run.expiresAt })
    renewal = setTimeout(() => expire(run), PAIRING_TTL_MS - PAIRING_MARGIN_MS)
  }

  function expire(run: Run): void {
    if (current !== run || run.isApproved) return
    if (run.shownFor) return renew(run)
    end()
    $pairing.set({ status: 'idle' })
  }

  function renew(run: Run): void {
    begin(run.shownFor)
    notices.announce('codeRenewed')
  }

  const urlOf = (wallet: Wallet, platform: Platform): { readonly href: string; readonly base?: string } | undefined => {
    const { entry } = wallet
    const browse =
      platform === 'mobile' && wallet.installed.length === 0
        ? browseLink(wallet.id, config.namespaces, deps.window?.location.href, device)
        : undefined
    if (browse) return { href: browse }
    const base =
      platform === 'mobile'
        ? mobileBase(entry, config.preferUniversalLinks)
        : platform === 'desktop'
          ? linkBase(entry?.desktop_link)
          : platform === 'webapp'
            ? linkBase(entry?.webapp_link)
            : undefined
    return base && isLive(current) && !current.isApproved ? { href: pairingLink(base, current.uri, device), base } : undefined
  }

  core.signal.addEventListener('abort', end, { once: true })

  return {
    $pairing: readonlyType($pairing),
    async start(wallet) {
      if (core.signal.aborted) return
      const isJoined =
        isUsable(current) && (keepsCode || current.isApproved || !current.shownFor || current.shownFor.wallet?.id === wallet?.id)
      if (isJoined && current) {
        if (!current.isApproved) current.shownFor = { wallet }
      } else begin({ wallet })
      // Renewals replace the run; what is shown ends with the last of them.
      for (let run = current; run; run = current === run ? undefined : current) await run.ended
    },
    prefetch() {
      if (core.signal.aborted || !config.services.relay || isUsable(current)) return
      begin(undefined)
    },
    renew() {
      if (!current?.isApproved) begin(current?.shownFor ?? { wallet: undefined })
    },
    cancel({ force = false } = {}) {
      linking = undefined
      if (current?.isApproved) return // the wallet has agreed: half a connection cannot be taken back, only ended
      if (current && keepsCode && !force && isLive(current)) {
        current.shownFor = undefined
        return
      }
      end()
      $pairing.set({ status: 'idle' })
    },
    platforms(wallet) {
      if (!wallet) return ['qrcode']
      const { entry, installed } = wallet
      const hasBrowse =
        device.isMobile && browseLink(wallet.id, config.namespaces, deps.window?.location.href, device) !== undefined
      const hasMobile = mobileBase(entry, config.preferUniversalLinks) !== undefined || hasBrowse
      const platforms: Platform[] = []
      if (installed.length > 0) platforms.push('browser')
      if (hasMobile) platforms.push(device.isMobile ? 'mobile' : 'qrcode')
      if (linkBase(entry?.webapp_link)) platforms.push('webapp')
      if (linkBase(entry?.desktop_link) && !device.isMobile) platforms.push('desktop')
      if (platforms.length > 0) return platforms
      const isExtension = wallet.rdns !== undefined || (entry?.injected?.length ?? 0) > 0 || Boolean(entry?.chrome_store)
      return [isExtension ? 'unsupported' : 'qrcode']
    },
    href: (wallet, platform) => urlOf(wallet, platform)?.href,
    openLink(wallet, platform) {
      const url = urlOf(wallet, platform)
      if (!url || !deps.window) return false
      if (url.base && platform === 'mobile') linking = { href: url.base, name: wallet.name }
      const target = platform === 'mobile' ? linkTarget(url.href, device) : '_blank'
      deps.window.open(url.href, target, 'noreferrer noopener')
      return true
    },
  }
}
