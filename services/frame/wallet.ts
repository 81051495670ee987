// The wallet of the one who is signed in: made at the first login, opened by this device's slot, got back on a new device. Keys stay in the keyring's worker.
import * as z from 'zod/mini'
import {
  addressesSchema,
  boxSchema,
  idSchema,
  type FrameConfig,
  type WireUser,
  type WireWallet,
} from '../src/embedded/wire-answers.js'
import { ApiError } from './api.js'
import type { Device } from './device.js'
import { FrameError } from '../../src/frame/frame-error.js'
import { coded, loaded } from './frame-errors.js'
import { encode } from './encoding.js'
import type { Keyring } from './keys/keyring.js'
import type { Addresses } from './keys/types.js'
import type { Lock } from './locks.js'
import type { Authenticators } from './passkeys/webauthn.js'
import type { Opened } from './recovery.js'
import type { Screens } from './screens.js'
import type { FrameSession } from './session.js'
import type { FrameStore } from './store.js'

export interface WalletOptions {
  readonly session: FrameSession
  /** The keys' worker: begun at the first call, and anew when it has failed. */
  readonly keyring: () => Keyring
  readonly device: Device
  readonly store: FrameStore
  readonly lock: Lock
  readonly screens: Screens
  readonly recovery: FrameConfig['recovery']
  /** Default: those of the browser. */
  readonly authenticators?: Authenticators | undefined
  /** How this device is called in the list of devices. */
  readonly label: string
}

/** A wallet as far as it can be shown. `recovery`: this device cannot open it yet, and why. */
export interface ReadyWallet {
  readonly walletId: string
  readonly addresses: Addresses
  readonly mode: WireWallet['mode']
  readonly recovery?: { readonly mode: 'assisted' | 'sealed'; readonly heldUntil?: number | undefined } | undefined
}

export interface FrameWallet {
  /**
   * The wallet of this user: made if there is none, got back if this device is new to it.
   * @param isNeeded whether something waits for the keys; default: no. Who has once wanted another way than a passkey is asked for it only then.
   * @throws FrameError WALLET_LOCKED: what the services say of the wallet is not what this device knows
   */
  ready(user: WireUser, signal: AbortSignal, isNeeded?: boolean): Promise<ReadyWallet>
  /**
   * The keyring, opened for this user.
   * @throws FrameError RECOVERY_HELD, WALLET_LOCKED, USER_REJECTED
   */
  unlock(user: WireUser, signal: AbortSignal): Promise<Keyring>
  lock(): Promise<void>
}

const wrappedSchema = z.object({
  iv: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
  data: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
})
/** What this device keeps of a wallet. The addresses are pinned: a server that shows others later is refused. */
const keptSchema = z.object({
  walletId: idSchema,
  addresses: addressesSchema,
  device: z.optional(z.object({ slotId: idSchema, half: wrappedSchema })),
  /** Of the newest vault that this device has seen: an older one is refused. */
  generation: z.optional(z.int()),
  /** A half for the recovery service, which alone can open the box, and which it does not have yet. */
  unsent: z.optional(z.object({ slotId: idSchema, box: boxSchema })),
})
type Kept = z.infer<typeof keptSchema>

/** Bytes of a wallet's id. */
const ID_BYTES = 16

export function createWallet(options: WalletOptions): FrameWallet {
  const { session, device, store, lock, screens } = options
  /** Whose keys are in the keyring. */
  let openFor: { readonly userId: string; readonly keyring: Keyring } | undefined
  let opening: { readonly userId: string; readonly keyring: Promise<Keyring> } | undefined
  /** Grows with each lock: what was begun before is not left open after it. */
  let locks = 0

  const keptOf = async (userId: string): Promise<Kept | undefined> => {
    const found = keptSchema.safeParse(await store.get(`wallet:${userId}`))
    return found.success ? found.data : undefined
  }
  const nameOf = (userId: string, walletId: string) => `wm/device/1:${userId}:${walletId}`

  async function keep(
    userId: string,
    { walletId, addresses }: Pick<WireWallet, 'walletId' | 'addresses'>,
    slotId: string,
    half: Uint8Array<ArrayBuffer>,
    unsent?: Kept['unsent'],
  ) {
    const wrapped = await device.wrap(half, nameOf(userId, walletId)).finally(() => half.fill(0))
    const kept: Kept = { walletId, addresses, device: { slotId, half: wrapped }, ...(unsent ? { unsent } : {}) }
    await store.set(`wallet:${userId}`, kept)
  }

  async function create(userId: string, signal: AbortSignal): Promise<WireWallet> {
    const isAssisted = options.recovery === 'assisted'
    const { slots } = await session.call(
      '/api/slots/reserve',
      { kinds: ['device', isAssisted ? 'assisted' : 'code'] },
      { signal },
    )
    const walletId = encode(crypto.getRandomValues(new Uint8Array(ID_BYTES)))
    const keyring = options.keyring()
    const made = await keyring.create({ userId, walletId, slots })
    try {
      const halfOf = (slotId: string) => new Uint8Array(made.clientHalves[slotId] ?? missing('a client half'))
      const assisted = slots.find(({ kind }) => kind === 'assisted')
      const unsent = assisted && (await boxFor(userId, walletId, assisted.slotId, halfOf(assisted.slotId), signal))
      // Before the wallet is there: one whose code nobody has written down would be lost with this device.
      if (!isAssisted) await screens.showCode(made.recoveryCode ?? missing('a recovery code'), signal)
      const wallet = await session.call(
        '/api/wallet/create',
        {
          walletId,
          vault: made.vault,
          addresses: made.addresses,
          slots: made.slots.map((slot) => ({ ...slot, label: slot.kind === 'device' ? options.label : '' })),
        },
        { signal },
      )
      if (wallet.walletId !== walletId || !isSame(wallet.addresses, made.addresses)) throw swapped()
      const own = slots.find(({ kind }) => kind === 'device') ?? missing('a device slot')
      await keep(userId, wallet, own.slotId, halfOf(own.slotId), unsent)
      openFor = { userId, keyring }
      if (unsent) await sendHalf(userId, signal)
      return wallet
    } catch (error) {
      await keyring.lock()
      throw error
    } finally {
      for (const half of Object.values(made.clientHalves)) half.fill(0)
    }
  }

  async function boxFor(
    userId: string,
    walletId: string,
    slotId: string,
    half: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<NonNullable<Kept['unsent']>> {
    const { recoveryAad, sealFor } = await loaded(import('./keys/page-keys.js'))
    const { publicKey } = await session.call('/api/recovery/key', {}, { signal })
    return { slotId, box: await sealFor(publicKey, half, recoveryAad(userId, walletId, slotId)).finally(() => half.fill(0)) }
  }

  /** Hands the recovery service its half, if it does not have it: a page may be left, or the network go, right after the wallet was made. */
  async function sendHalf(userId: string, signal: AbortSignal): Promise<void> {
    const kept = await keptOf(userId)
    if (!kept?.unsent) return
    await session.call('/api/recovery/store', kept.unsent, { signal }).catch((error: unknown) => {
      // It has it: the answer to an earlier try was lost.
      if (!(error instanceof ApiError) || error.status !== 409) throw error
    })
    const { unsent: _, ...rest } = kept
    await store.set(`wallet:${userId}`, rest)
  }

  /** By this device's own slot. False when it has none that still opens. */
  async function openHere(userId: string, kept: Kept, signal: AbortSignal): Promise<boolean> {
    const { walletId, addresses } = kept
    if (!kept.device) return false
    let released
    try {
      released = await session.call('/api/slots/release', { slotId: kept.device.slotId }, { signal })
    } catch (error) {
      if (!(error instanceof ApiError) || error.field !== 'slot') throw error
      // Removed from the list of devices: its half opens nothing any more. The addresses stay pinned.
      await store.set(`wallet:${userId}`, { walletId, addresses } satisfies Kept)
      return false
    }
    const clientHalf = await device.unwrap(kept.device.half, nameOf(userId, walletId)).catch(() => undefined)
    if (!clientHalf) return false // the browser has lost the key that wraps it
    const { vault, slot } = released
    const { serverHalf } = released
    const generationLeast = kept.generation === undefined ? {} : { generationLeast: kept.generation }
    const keyring = options.keyring()
    const input = { userId, walletId, vault, slot, serverHalf, clientHalf, expected: addresses as Addresses, ...generationLeast }
    const { generation } = await keyring.unlock(input).finally(() => clientHalf.fill(0))
    if (generation !== kept.generation) await store.set(`wallet:${userId}`, { ...kept, generation } satisfies Kept)
    openFor = { userId, keyring }
    return true
  }

  /** Makes this device one of the wallet's own, once it is open. */
  async function addDevice(keyring: Keyring, userId: string, wallet: WireWallet, signal: AbortSignal): Promise<void> {
    const { slots } = await session.call('/api/slots/reserve', { kinds: ['device'] }, { signal })
    const reserved = slots[0] ?? missing('a slot')
    const added = await keyring.addSlot(reserved)
    const given = added.clientHalf ?? missing('a client half')
    const half = new Uint8Array(given)
    try {
      await session.call('/api/slots/add', { slot: { ...added.slot, label: options.label }, vault: added.vault }, { signal })
      await keep(userId, wallet, reserved.slotId, half)
    } finally {
      for (const each of [given, half]) each.fill(0)
    }
  }

  /** @throws FrameError RECOVERY_HELD, WALLET_LOCKED, USER_REJECTED */
  async function openAnew(userId: string, wallet: WireWallet, signal: AbortSignal, isNeeded: boolean): Promise<void> {
    const keyring = options.keyring()
    const open = async (opened: Opened) => {
      const { walletId, addresses } = wallet
      const unlocking = keyring.unlock({ userId, walletId, ...opened, expected: addresses as Addresses })
      await unlocking.finally(() => opened.clientHalf.fill(0))
    }
    const anew = { session, screens, userId, wallet, open, signal }
    // A device is new once: neither is loaded at other visits.
    const byPasskey =
      wallet.slots.some(({ kind }) => kind === 'passkey') && (await loaded(import('./passkeys/passkey-unlock.js')))
    const isOpen = byPasskey && (await byPasskey.openByPasskey(anew, { ...options, isNeeded }))
    if (!isOpen) await (await loaded(import('./recovery.js'))).getBack(anew)
    openFor = { userId, keyring }
    await addDevice(keyring, userId, wallet, signal)
  }

  async function open(user: WireUser, signal: AbortSignal): Promise<Keyring> {
    const wallet = user.wallet ?? missing('a wallet')
    const kept = await keptOf(user.userId)
    if (kept) checkPinned(kept, wallet)
    if (!kept || !(await openHere(user.userId, kept, signal))) await openAnew(user.userId, wallet, signal, true)
    return openFor?.keyring ?? missing('an open wallet')
  }

  const openTo = (userId: string): Keyring | undefined =>
    openFor?.userId === userId && openFor.keyring.isUnlocked ? openFor.keyring : undefined

  /** Keeps what `act` opens from staying open, when it was locked meanwhile, as by a sign-out. */
  async function unlessLocked<T>(act: () => Promise<T>): Promise<T> {
    const before = locks
    const done = await act()
    if (locks === before) return done
    await lockNow()
    throw coded('NOT_CONNECTED')
  }

  const lockNow = async () => {
    locks += 1
    const open = openFor
    openFor = undefined
    await open?.keyring.lock()
  }

  return {
    lock: lockNow,
    async unlock(user, signal) {
      const isOpen = openTo(user.userId)
      if (isOpen) return isOpen
      // Several requests at once open it once.
      if (opening?.userId !== user.userId) {
        const keyring = lock(`wallet:${user.userId}`, () => unlessLocked(() => open(user, signal)))
        const mine = { userId: user.userId, keyring }
        opening = mine
        const end = () => void (opening === mine && (opening = undefined))
        keyring.then(end, end)
      }
      return opening.keyring
    },
    async ready(user, signal, isNeeded = false) {
      const { userId } = user
      const prepare = async (): Promise<ReadyWallet> => {
        const kept = await keptOf(userId)
        const wallet = user.wallet ?? (await createOnce(userId, kept, signal))
        const { walletId, addresses, mode } = wallet
        const shown = { walletId, mode, addresses: addresses as Addresses }
        if (kept) checkPinned(kept, wallet)
        await sendHalf(userId, signal)
        // Known here: opened when something is to be signed. Keys that nobody needs yet stay closed.
        if (kept?.device || openTo(userId)) return shown
        if (mode === 'sealed') return { ...shown, recovery: { mode } }
        try {
          await openAnew(userId, wallet, signal, isNeeded)
          return shown
        } catch (error) {
          if (!(error instanceof FrameError) || (error.code !== 'RECOVERY_HELD' && error.code !== 'WALLET_LOCKED')) throw error
          return { ...shown, recovery: { mode, heldUntil: error.heldUntil } }
        }
      }
      return lock(`wallet:${userId}`, () => unlessLocked(prepare))
    },
  }

  /** Another tab, or another device, may make the wallet at the same time: then that one counts. */
  async function createOnce(userId: string, kept: Kept | undefined, signal: AbortSignal): Promise<WireWallet> {
    const latest = await session.call('/api/user', {}, { signal })
    if (latest.wallet) return latest.wallet
    // Services that have lost a wallet do not get another one made in its place.
    if (kept) throw swapped()
    try {
      return await create(userId, signal)
    } catch (error) {
      if (!(error instanceof ApiError) || error.field !== 'wallet') throw error
      const { wallet } = await session.call('/api/user', {}, { signal })
      if (!wallet) throw error
      return wallet
    }
  }
}

function isSame(one: WireWallet['addresses'], other: WireWallet['addresses']): boolean {
  return one.eip155 === other.eip155 && one.solana === other.solana && one.bip122 === other.bip122
}

/** @throws FrameError WALLET_LOCKED */
function checkPinned(kept: Kept, wallet: WireWallet): void {
  if (kept.walletId !== wallet.walletId || !isSame(kept.addresses, wallet.addresses)) throw swapped()
}

function swapped(): FrameError {
  return new FrameError('WALLET_LOCKED', 'This is not the wallet that this device knows')
}

/** The services have answered what fits the schema and not the question. */
function missing(what: string): never {
  throw new FrameError('SERVICES_UNAVAILABLE', `The services gave no ${what}`)
}
