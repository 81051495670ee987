// The page's handle of the keys, which are in a worker.
import * as z from 'zod/mini'
import { KeyError } from './errors.js'
import type { AddedSlot, CreatedWallet, KeyAnswers, KeyInputSent, KeyRequestName, RotatedWallet } from './messages.js'
import { replySchema } from './reply.js'

/** A worker, or a port to one. Workers tell when they fail. */
export interface KeyringPort {
  postMessage(message: unknown): void
  addEventListener(type: string, listener: (event: Event) => void): void
  removeEventListener(type: string, listener: (event: Event) => void): void
  start?(): void
  terminate?(): void
  close?(): void
}

/** Every call rejects with a `KeyError`. When what a change has answered cannot be stored, the keys are ahead of the services: lock them, and unlock again. */
export interface Keyring {
  /** Makes a wallet, and unlocks it. Two slots of different kinds at least. */
  create(input: KeyInputSent<'create'>): Promise<CreatedWallet>
  /** @returns `generation`: kept by this browser, and sent as `generationLeast` the next time, it keeps older vaults away */
  unlock(input: KeyInputSent<'unlock'>): Promise<KeyAnswers['unlock']>
  /** @param input `vault`: as the services have it now, when another device may have changed it */
  addSlot(input: KeyInputSent<'addSlot'>): Promise<AddedSlot>
  /** A new data key for these slots; all others open nothing any more. */
  rotate(input: KeyInputSent<'rotate'>): Promise<RotatedWallet>
  sign(input: KeyInputSent<'sign'>): Promise<Uint8Array | string>
  exportMnemonic(): Promise<string>
  /** @param code a recovery code: it alone opens the file that is answered */
  exportKit(code: string): Promise<string>
  lock(): Promise<void>
  readonly isUnlocked: boolean
  /** Called when the keys are unlocked or locked, by themselves too. @returns ends it */
  onChange(listener: (isUnlocked: boolean) => void): () => void
  /** Ends the worker, and all calls that are open. */
  close(): void
}

interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: KeyError) => void
}

/** @param port a new worker's, which nobody else speaks to */
export function createKeyring(port: KeyringPort): Keyring {
  const pending = new Map<number, Pending>()
  const listeners = new Set<(isUnlocked: boolean) => void>()
  let isUnlocked = false
  let isOver = false
  let lastId = 0

  function setUnlocked(value: boolean): void {
    if (value === isUnlocked) return
    isUnlocked = value
    for (const listener of [...listeners]) listener(value)
  }

  function hear(event: Event): void {
    const parsed = z.safeParse(replySchema, (event as MessageEvent).data)
    if (!parsed.success) return
    const reply = parsed.data
    if ('isUnlocked' in reply) return setUnlocked(reply.isUnlocked)
    const open = pending.get(reply.id)
    pending.delete(reply.id)
    if (reply.ok) open?.resolve(reply.value)
    else open?.reject(new KeyError(reply.code))
  }

  /** A worker that failed may have lost any of what it was asked. */
  function end(): void {
    isOver = true
    port.removeEventListener('message', hear)
    port.removeEventListener('messageerror', end)
    port.removeEventListener('error', end)
    if (port.terminate) port.terminate()
    else port.close?.()
    const open = [...pending.values()]
    pending.clear()
    for (const { reject } of open) reject(new KeyError('FAILED'))
    setUnlocked(false)
  }

  port.addEventListener('message', hear)
  port.addEventListener('messageerror', end)
  port.addEventListener('error', end)
  port.start?.()

  function ask<N extends KeyRequestName>(name: N, input: KeyInputSent<N>): Promise<KeyAnswers[N]> {
    return new Promise((resolve, reject) => {
      if (isOver) return reject(new KeyError('FAILED'))
      const id = ++lastId
      // The worker is this build's own: its answers have the types of the table.
      pending.set(id, { resolve: resolve as (value: unknown) => void, reject })
      try {
        port.postMessage({ id, name, input })
      } catch {
        pending.delete(id)
        reject(new KeyError('BAD_INPUT'))
      }
    })
  }

  return {
    create: (input) => ask('create', input),
    unlock: (input) => ask('unlock', input),
    addSlot: (input) => ask('addSlot', input),
    rotate: (input) => ask('rotate', input),
    sign: (input) => ask('sign', input),
    exportMnemonic: () => ask('exportMnemonic', undefined),
    exportKit: (code) => ask('exportKit', code),
    lock: async () => {
      await ask('lock', undefined)
    },
    get isUnlocked() {
      return isUnlocked
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: end,
  }
}
