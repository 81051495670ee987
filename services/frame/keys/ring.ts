// The wallet that is unlocked, with all that may be done with it. Lives in the worker: neither the entropy nor the data key nor a private key leaves it.
import { type Bytes, fromBase64url, isEqual, wipe } from './bytes.js'
import { type Accounts, deriveAccounts } from './derivation.js'
import { KeyError } from './errors.js'
import type {
  AddedSlot,
  AddSlotInput,
  CreatedWallet,
  CreateInput,
  NewSlotInput,
  RotatedWallet,
  RotateInput,
  SignInput,
  UnlockInput,
} from './messages.js'
import { randomSecret } from './random.js'
import { clientHalfOfCode, newRecoveryCode } from './recovery-code.js'
import { makeKit, requireAddresses } from './recovery-kit.js'
import { sign } from './sign/sign.js'
import { DEK_BYTES, HALF_BYTES, makeSlot, openSlot, rotateSlot } from './slots.js'
import type { SlotKind, WalletName } from './types.js'
import { openVault, requireKnown, sealVault, slotPrint, SLOTS_MOST, type Vault } from './vault.js'
import { ENTROPY_BYTES, mnemonicBytes } from './words.js'

interface Unlocked {
  readonly wallet: WalletName
  readonly dek: Bytes
  readonly vault: Vault
  readonly accounts: Accounts
}

interface OpenedHalf {
  readonly client: Bytes
  /** Whether it was made here, and its owner has still to get it. */
  readonly isNew: boolean
  readonly recoveryCode?: string
}

/** The client half of a new slot: a passkey's comes from outside, a code's from the code, all others from chance. */
async function clientHalfFor({ kind, clientHalf }: NewSlotInput): Promise<OpenedHalf> {
  if ((kind === 'passkey') !== (clientHalf !== undefined)) throw new KeyError('BAD_INPUT')
  if (clientHalf) return { client: clientHalf, isNew: false }
  if (kind !== 'code') return { client: await randomSecret(HALF_BYTES), isNew: true }
  const recoveryCode = await newRecoveryCode()
  return { client: await clientHalfOfCode(recoveryCode), isNew: false, recoveryCode }
}

/** Two kinds at least: what loses one way into the wallet seldom loses another. */
function requireTwoKinds(slots: readonly { readonly slotId: string; readonly kind: SlotKind }[]): void {
  if (new Set(slots.map(({ slotId }) => slotId)).size < slots.length || slots.length > SLOTS_MOST) throw new KeyError('BAD_INPUT')
  if (new Set(slots.map(({ kind }) => kind)).size < 2) throw new KeyError('TOO_FEW_SLOTS')
}

/** Calls must not run at the same time: see `serveKeyring`. */
export class Ring {
  #unlocked: Unlocked | undefined

  get isUnlocked(): boolean {
    return this.#unlocked !== undefined
  }

  /** Forgets the keys. */
  lock(): void {
    if (!this.#unlocked) return
    const { dek, vault, accounts } = this.#unlocked
    this.#unlocked = undefined
    wipe(dek, vault.entropy, accounts.eip155, accounts.solana, accounts.bip122)
  }

  /** Makes a wallet and unlocks it. */
  async create({ userId, walletId, slots: asked }: CreateInput): Promise<CreatedWallet> {
    this.lock()
    requireTwoKinds(asked)
    // A second code would never be shown.
    if (asked.filter(({ kind }) => kind === 'code').length > 1) throw new KeyError('BAD_INPUT')
    const wallet = { userId, walletId }
    const entropy = await randomSecret(ENTROPY_BYTES)
    const secrets: Bytes[] = [entropy]
    try {
      const dek = await randomSecret(DEK_BYTES)
      secrets.push(dek)
      const accounts = await deriveAccounts(entropy)
      secrets.push(accounts.eip155, accounts.solana, accounts.bip122)
      const made = []
      for (const each of asked) made.push(await this.#makeSlot(wallet, each, accounts, dek))
      const slots = made.map(({ slot }) => slot)
      const vault = { entropy, generation: 1, prints: await Promise.all(slots.map(slotPrint)) }
      const sealed = await sealVault(vault, dek, wallet)
      this.#unlocked = { wallet, dek, vault, accounts }
      const clientHalves = Object.fromEntries(
        made.flatMap(({ slot, clientHalf }) => (clientHalf ? [[slot.slotId, clientHalf]] : [])),
      )
      const code = made.find(({ recoveryCode }) => recoveryCode !== undefined)?.recoveryCode
      return {
        vault: sealed,
        slots,
        addresses: accounts.addresses,
        clientHalves,
        ...(code === undefined ? {} : { recoveryCode: code }),
      }
    } catch (error) {
      wipe(...secrets)
      throw error
    }
  }

  async #makeSlot(wallet: WalletName, asked: NewSlotInput, accounts: Accounts, dek: Bytes): Promise<Omit<AddedSlot, 'vault'>> {
    const { client, isNew, recoveryCode } = await clientHalfFor(asked)
    const { slotId, kind } = asked
    let server: Bytes | undefined
    try {
      server = fromBase64url(asked.serverHalf, HALF_BYTES)
      const slot = await makeSlot({ ...wallet, slotId, kind }, { client, server }, accounts.addresses, dek)
      const clientHalf = isNew ? client.slice() : undefined
      return { slot, ...(clientHalf ? { clientHalf } : {}), ...(recoveryCode === undefined ? {} : { recoveryCode }) }
    } finally {
      wipe(client, server)
    }
  }

  /** Nothing is unlocked when this fails. */
  async unlock(input: UnlockInput): Promise<{ readonly generation: number }> {
    this.lock()
    const { userId, walletId, slot, clientHalf, serverHalf, expected, generationLeast } = input
    const wallet = { userId, walletId }
    const secrets: Bytes[] = [clientHalf]
    try {
      const server = fromBase64url(serverHalf, HALF_BYTES)
      secrets.push(server)
      const dek = await openSlot(wallet, slot, { client: clientHalf, server }, expected)
      secrets.push(dek)
      // The slot has opened: a vault that does not open with it is not the one that belongs to it.
      const vault = await openVault(input.vault, dek, wallet).catch(() => {
        throw new KeyError('TAMPERED')
      })
      secrets.push(vault.entropy)
      await requireKnown(vault, slot)
      if (generationLeast !== undefined && vault.generation < generationLeast) throw new KeyError('TAMPERED')
      const accounts = await deriveAccounts(vault.entropy)
      secrets.push(accounts.eip155, accounts.solana, accounts.bip122)
      requireAddresses(accounts.addresses, expected)
      this.#unlocked = { wallet, dek, vault, accounts }
      wipe(server, clientHalf)
      return { generation: vault.generation }
    } catch (error) {
      wipe(...secrets)
      throw error
    }
  }

  #require(): Unlocked {
    if (!this.#unlocked) throw new KeyError('LOCKED')
    return this.#unlocked
  }

  /** With what another device has changed meanwhile, where the services say so. */
  async #refreshed(sealed: UnlockInput['vault'] | undefined): Promise<Unlocked> {
    const own = this.#require()
    if (!sealed) return own
    const vault = await openVault(sealed, own.dek, own.wallet)
    const isSame = isEqual(vault.entropy, own.vault.entropy)
    wipe(vault.entropy)
    if (!isSame || vault.generation < own.vault.generation) throw new KeyError('TAMPERED')
    return { ...own, vault: { ...vault, entropy: own.vault.entropy } }
  }

  async addSlot({ vault: newest, ...asked }: AddSlotInput): Promise<AddedSlot> {
    const { wallet, dek, vault: old, accounts } = await this.#refreshed(newest)
    if (old.prints.length >= SLOTS_MOST) throw new KeyError('BAD_INPUT')
    const made = await this.#makeSlot(wallet, asked, accounts, dek)
    const vault = { ...old, generation: old.generation + 1, prints: [...old.prints, await slotPrint(made.slot)] }
    const sealed = await sealVault(vault, dek, wallet)
    this.#unlocked = { wallet, dek, vault, accounts }
    return { vault: sealed, ...made }
  }

  /** A new data key, for these slots alone. Who had the old one, and all slots that are left out, open nothing that is written from now on. */
  async rotate({ keep, vault: newest }: RotateInput): Promise<RotatedWallet> {
    const { wallet, dek: oldDek, vault: old, accounts } = await this.#refreshed(newest)
    requireTwoKinds(keep)
    for (const slot of keep) await requireKnown(old, slot)
    const dek = await randomSecret(DEK_BYTES)
    const slots = await Promise.all(keep.map((slot) => rotateSlot(wallet, slot, dek)))
    const vault = { ...old, generation: old.generation + 1, prints: await Promise.all(keep.map(slotPrint)) }
    const sealed = await sealVault(vault, dek, wallet)
    this.#unlocked = { wallet, dek, vault, accounts }
    wipe(oldDek)
    return { vault: sealed, slots }
  }

  async sign({ account, payload }: SignInput): Promise<Uint8Array | string> {
    return sign(account, payload, this.#require().accounts)
  }

  /** The 24 words. */
  async exportMnemonic(): Promise<string> {
    const words = await mnemonicBytes(this.#require().vault.entropy)
    const text = new TextDecoder().decode(words)
    wipe(words)
    return text
  }

  async exportKit(code: string): Promise<string> {
    const { wallet, vault, accounts } = this.#require()
    return makeKit(wallet, vault.entropy, accounts.addresses, code)
  }
}
