// Wallets for the tests of the keys, in a ring or behind a port as in the page.
import { randomBytes } from 'node:crypto'
import { createKeyring, type Keyring } from '../../../frame/keys/keyring.js'
import type { NewSlotInput } from '../../../frame/keys/messages.js'
import type { KeyPort } from '../../../frame/keys/reply.js'
import { serveKeyring, type ServeOptions } from '../../../frame/keys/serve.js'
import type { SlotKind } from '../../../frame/keys/types.js'
import { toBase64url } from '../../../frame/keys/bytes.js'

export const userId = 'user_0123456789abcdef'
export const walletId = 'wallet_0123456789abc'
export const otherUser = 'user_fedcba9876543210'

export const bytes = (length: number) => new Uint8Array(randomBytes(length))

/** A slot as the services reserve it; of a passkey, with what an authenticator would say. */
export function reserved(kind: SlotKind, name: string = kind): NewSlotInput {
  const slot = { slotId: `slot_${name}_0123456789`, kind, serverHalf: toBase64url(bytes(32)) }
  return kind === 'passkey' ? { ...slot, clientHalf: bytes(32) } : slot
}

export interface Served {
  readonly keyring: Keyring
  /** All that has left the worker. */
  readonly sent: readonly unknown[]
  stop(): void
}

/** The worker's end in this process, behind a port that is recorded. */
export function serve(options: ServeOptions = {}): Served {
  const { port1, port2 } = new MessageChannel()
  const sent: unknown[] = []
  const recorded: KeyPort = {
    postMessage(message) {
      sent.push(structuredClone(message))
      port1.postMessage(message)
    },
    addEventListener: (type, listener) => port1.addEventListener(type, listener),
    removeEventListener: (type, listener) => port1.removeEventListener(type, listener),
    start: () => port1.start(),
  }
  const stop = serveKeyring(recorded, options)
  const keyring = createKeyring(port2)
  return {
    keyring,
    sent,
    stop() {
      stop()
      keyring.close()
      port1.close()
    },
  }
}
