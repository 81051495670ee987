// The page's handle and the worker's end, behind a port: what is answered, when the keys are forgotten, and what never leaves.
import { base58, base64, base64urlnopad, hex } from '@scure/base'
import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterEach, expect, test, vi } from 'vitest'
import { fromBase64url, includesBytes, utf8, type Bytes } from '../../../frame/keys/bytes.js'
import { accountsOfSeed } from '../../../frame/keys/derivation.js'
import { createKeyring, type Keyring } from '../../../frame/keys/keyring.js'
import type { CreatedWallet, KeyInputSent, NewSlotInput } from '../../../frame/keys/messages.js'
import { clientHalfOfCode, newRecoveryCode } from '../../../frame/keys/recovery-code.js'
import { IDLE_MS, serveKeyring } from '../../../frame/keys/serve.js'
import { openSlot } from '../../../frame/keys/slots.js'
import { bytes, reserved, serve, userId, walletId, type Served } from './support.js'

const open: Served[] = []
afterEach(() => {
  for (const served of open.splice(0)) served.stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
function served(options?: Parameters<typeof serve>[0]): Served {
  const made = serve(options)
  open.push(made)
  return made
}
const wallet = { userId, walletId }
const hello = { account: 'eip155', payload: { type: 'eip191', message: 'hello' } } as const
const locked = { code: 'LOCKED' }

/** What unlocks by the device slot. */
function inputOf(made: CreatedWallet, [device]: readonly NewSlotInput[]): KeyInputSent<'unlock'> {
  const { slotId, serverHalf } = device!
  return {
    ...wallet,
    vault: made.vault,
    slot: made.slots[0]!,
    serverHalf,
    clientHalf: made.clientHalves[slotId]!,
    expected: made.addresses,
  }
}
async function unlocked(keyring: Keyring): Promise<{ made: CreatedWallet; input: KeyInputSent<'unlock'> }> {
  const slots = [reserved('device'), reserved('assisted')]
  const made = await keyring.create({ ...wallet, slots })
  return { made, input: inputOf(made, slots) }
}

test('a wallet is made, locked, and unlocked by each of its slots', async () => {
  const { keyring } = served()
  const slots = [reserved('device'), reserved('code'), reserved('assisted'), reserved('passkey')]
  const made = await keyring.create({ ...wallet, slots })
  expect(keyring.isUnlocked).toBe(true)
  expect(Object.keys(made.clientHalves)).toEqual([slots[0]!.slotId, slots[2]!.slotId])
  const words = await keyring.exportMnemonic()
  await keyring.lock()
  expect(keyring.isUnlocked).toBe(false)
  for (const [at, slot] of made.slots.entries()) {
    const { serverHalf, clientHalf, slotId, kind } = slots[at]!
    const half = kind === 'code' ? await clientHalfOfCode(made.recoveryCode!) : (clientHalf ?? made.clientHalves[slotId]!)
    await keyring.unlock({ ...wallet, vault: made.vault, slot, serverHalf, clientHalf: half, expected: made.addresses })
    expect(await keyring.exportMnemonic()).toBe(words)
  }
})

test('locked, nothing can be done', async () => {
  const { keyring } = served()
  const calls = [() => keyring.sign(hello), () => keyring.exportMnemonic(), () => keyring.addSlot(reserved('device'))]
  const { made } = await unlocked(keyring)
  await keyring.lock()
  for (const call of [
    ...calls,
    () => keyring.rotate({ keep: made.slots }),
    async () => keyring.exportKit(await newRecoveryCode()),
  ])
    await expect(call()).rejects.toMatchObject(locked)
})

test('an unlock that fails leaves the keys locked, also those of a wallet that was open', async () => {
  const { keyring } = served()
  const { input } = await unlocked(keyring)
  await expect(keyring.unlock({ ...input, clientHalf: bytes(32) })).rejects.toMatchObject({ code: 'WRONG_KEY' })
  expect(keyring.isUnlocked).toBe(false)
  await expect(keyring.sign(hello)).rejects.toMatchObject(locked)
})

test('without use for five minutes, the keys are forgotten; with use, they are not', async () => {
  expect(IDLE_MS).toBe(5 * 60_000)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const { keyring } = served()
  await unlocked(keyring)
  for (let time = 0; time < 6; time++) {
    vi.advanceTimersByTime(IDLE_MS - 1)
    await keyring.sign(hello)
  }
  const changed = vi.fn()
  keyring.onChange(changed)
  vi.advanceTimersByTime(IDLE_MS + 1)
  vi.useRealTimers()
  await vi.waitFor(() => expect(changed).toHaveBeenCalledWith(false))
  expect(keyring.isUnlocked).toBe(false)
  await expect(keyring.sign(hello)).rejects.toMatchObject(locked)
})

test('a machine that slept wakes with the keys forgotten, and so does one whose clock was turned back', async () => {
  for (const jump of [IDLE_MS, -3_600_000]) {
    let now = 1e12
    const { keyring } = served({ now: () => now })
    await unlocked(keyring)
    now += jump / 2
    if (jump > 0) await keyring.sign(hello)
    now += jump
    await expect(keyring.sign(hello)).rejects.toMatchObject(locked)
    expect(keyring.isUnlocked).toBe(false)
  }
})

test('refused requests keep nothing awake', async () => {
  let now = 1e12
  const { keyring } = served({ now: () => now })
  await unlocked(keyring)
  now += IDLE_MS - 1
  await expect(keyring.sign({ account: 'solana', payload: hello.payload })).rejects.toMatchObject({ code: 'BAD_INPUT' })
  now += 1
  await expect(keyring.sign(hello)).rejects.toMatchObject(locked)
})

test('a lock waits for what is under way: nothing is written with keys that are wiped', async () => {
  const { keyring } = served()
  const { made, input } = await unlocked(keyring)
  const [{ vault, slots }] = await Promise.all([keyring.rotate({ keep: made.slots }), keyring.lock()])
  await keyring.unlock({ ...input, vault, slot: slots[0]! })
  expect(keyring.isUnlocked).toBe(true)
})

test('a message that is not of the table is refused, or not heard', async () => {
  const { port1, port2 } = new MessageChannel()
  const stop = serveKeyring(port1)
  const replies: unknown[] = []
  port2.addEventListener('message', ({ data }: MessageEvent) => void replies.push(data))
  port2.start()
  const unheard = [null, 1, 'create', [], {}, { id: 1 }, { id: 0, name: 'lock' }, { id: 1.5, name: 'lock' }, { id: 1, name: 'toString', input: undefined }, { id: 1, name: '__proto__' }, { id: 1, name: 'lock', more: 1 }] // oxfmt-ignore
  for (const message of unheard) port2.postMessage(message)
  const create = { ...wallet, slots: [reserved('device'), reserved('code')] }
  const bad: [string, unknown][] = [
    ['lock', 1],
    ['exportMnemonic', {}],
    ['exportKit', undefined],
    ['exportKit', 'x'.repeat(201)],
    ['create', undefined],
    ['create', { ...create, more: 1 }],
    ['create', { ...create, userId: 'a:b'.repeat(8) }],
    ['create', { ...create, walletId: 'short' }],
    ['create', { ...create, slots: [] }],
    ['create', { ...create, slots: Array.from({ length: 9 }, (_, at) => reserved('device', `nr${at}`)) }],
    ['create', { ...create, slots: [{ ...create.slots[0], kind: 'kit' }, create.slots[1]] }],
    ['create', { ...create, slots: [{ ...create.slots[0], serverHalf: 'A'.repeat(42) }, create.slots[1]] }],
    ['create', { ...create, slots: [{ ...create.slots[0], kind: 'passkey', clientHalf: bytes(31) }, create.slots[1]] }],
    ['sign', { account: 'cosmos', payload: hello.payload }],
    ['sign', { account: 'eip155', payload: { type: 'digest', digest: bytes(32) } }],
    ['rotate', { keep: [] }],
  ]
  for (const [at, [name, input]] of bad.entries()) port2.postMessage({ id: at + 1, name, input })
  await vi.waitFor(() => expect(replies).toHaveLength(bad.length))
  expect(replies).toEqual(bad.map((_, at) => ({ id: at + 1, ok: false, code: 'BAD_INPUT' })))
  stop()
  port1.close()
})

test('more than 64 requests at once are more than anybody means; a lock is always heard', async () => {
  const { keyring } = served()
  const made = unlocked(keyring)
  const signed = Array.from({ length: 70 }, () => keyring.sign(hello))
  const lock = keyring.lock()
  const failed = (await Promise.allSettled(signed)).filter((each) => each.status === 'rejected')
  expect(failed.map(({ reason }) => (reason as { code: string }).code)).toEqual(Array.from({ length: 7 }, () => 'FAILED'))
  await Promise.all([made, lock])
  expect(keyring.isUnlocked).toBe(false)
})

test('a worker that fails ends every call, and the keys count as locked', async () => {
  class FakeWorker extends EventTarget {
    terminated = 0
    postMessage() {}
    terminate() {
      this.terminated += 1
    }
  }
  for (const type of ['error', 'messageerror']) {
    const worker = new FakeWorker()
    const keyring = createKeyring(worker)
    worker.dispatchEvent(new MessageEvent('message', { data: { isUnlocked: true } }))
    worker.dispatchEvent(new MessageEvent('message', { data: { id: 7, ok: true, value: 1 } }))
    worker.dispatchEvent(new MessageEvent('message', { data: 'nonsense' }))
    expect(keyring.isUnlocked).toBe(true)
    const calls = [keyring.sign(hello), keyring.exportMnemonic()]
    worker.dispatchEvent(new Event(type))
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'FAILED' })
    expect(keyring.isUnlocked).toBe(false)
    expect(worker.terminated).toBe(1)
    await expect(keyring.lock()).rejects.toMatchObject({ code: 'FAILED' })
  }
})

test('what cannot be sent is refused', async () => {
  const { keyring } = served()
  const typedData = { types: {}, primaryType: 'X', domain: {}, message: { call: () => undefined } }
  await expect(keyring.sign({ account: 'eip155', payload: { type: 'eip712', typedData } })).rejects.toMatchObject({
    code: 'BAD_INPUT',
  })
})

/** Whether a message has the bytes in it, plainly or as a text of any usual alphabet. */
function has(message: unknown, secret: Uint8Array): boolean {
  if (message instanceof Uint8Array) return includesBytes(message, secret)
  if (typeof message === 'string') {
    const inOther = [base64, base64urlnopad, hex, base58].some((alphabet) => {
      try {
        return includesBytes(alphabet.decode(alphabet === hex ? message.replace(/^0x/, '') : message), secret)
      } catch {
        return false
      }
    })
    return inOther || message.toLowerCase().includes(hex.encode(secret)) || includesBytes(utf8(message), secret)
  }
  if (typeof message !== 'object' || message === null) return false
  return Object.entries(message).some(([name, value]) => has(name, secret) || has(value, secret))
}

test('no entropy, data key, seed, private key or word leaves the worker, until the words are asked for', async () => {
  const { keyring, sent } = served()
  const slots = [reserved('device'), reserved('code'), reserved('passkey'), reserved('assisted')]
  const made = await keyring.create({ ...wallet, slots })
  await keyring.lock()
  const input = inputOf(made, slots)
  await keyring.unlock(input)
  const added = await keyring.addSlot(reserved('device', 'second'))
  const rotated = await keyring.rotate({ keep: [...made.slots.slice(0, 3), added.slot] })
  await keyring.exportKit(await newRecoveryCode())
  await keyring.sign(hello)
  await keyring.sign({ account: 'solana', payload: { type: 'solanaMessage', message: utf8('hello') } })
  await keyring.sign({ account: 'bip122', payload: { type: 'bip322', message: 'hello' } })
  const refused = [keyring.unlock({ ...input, expected: { ...input.expected, solana: '1'.repeat(32) } }), keyring.sign(hello)]
  expect((await Promise.allSettled(refused)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await keyring.unlock({ ...input, vault: rotated.vault, slot: rotated.slots[0]! })
  const before = sent.length
  const words = await keyring.exportMnemonic()
  expect(before).toBeGreaterThan(15)

  const seed = new Uint8Array(mnemonicToSeedSync(words))
  const { eip155, solana, bip122 } = accountsOfSeed(seed)
  const halves = { client: new Uint8Array(input.clientHalf), server: fromBase64url(input.serverHalf) }
  const [first, second] = [await openSlot(wallet, made.slots[0]!, halves, made.addresses), await openSlot(wallet, rotated.slots[0]!, halves, made.addresses)] // oxfmt-ignore
  const secrets: Readonly<Record<string, Uint8Array>> = {
    entropy: mnemonicToEntropy(words, wordlist),
    'data key': first,
    'new data key': second,
    seed: seed.slice(0, 32),
    eip155,
    solana,
    bip122,
    words: utf8(words.split(' ').slice(0, 4).join(' ')),
  }
  for (const [name, secret] of Object.entries(secrets))
    for (const message of sent.slice(0, before)) expect(has(message, secret), name).toBe(false)
  // The search finds what is there.
  expect(has(sent.slice(before), secrets['words']!)).toBe(true)
  for (const text of [hex.encode(eip155), `0x${hex.encode(eip155).toUpperCase()}`, base64.encode(eip155), base58.encode(eip155)])
    expect(has([{ deep: text }], eip155)).toBe(true)
  expect(has({ deep: new Uint8Array([1, ...solana]) }, solana)).toBe(true)
})

test('what was worked with is overwritten: after a lock, and after an unlock that fails', async () => {
  const secrets: Bytes[] = []
  const { importKey, digest } = crypto.subtle
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation(((...args: Parameters<SubtleCrypto['importKey']>) => {
    // A raw point is public.
    if (args[1] instanceof Uint8Array && args[1][0] !== 4) secrets.push(args[1] as Bytes)
    return importKey.apply(crypto.subtle, args)
  }) as SubtleCrypto['importKey'])
  vi.spyOn(crypto.subtle, 'digest').mockImplementation((...args: Parameters<SubtleCrypto['digest']>) => {
    // The checksum of the words is over the entropy.
    if (args[1].byteLength === 32) secrets.push(args[1] as Bytes)
    return digest.apply(crypto.subtle, args)
  })
  const left = () => secrets.filter((secret) => secret.some((byte) => byte !== 0)).length
  const { keyring } = served()
  const slots = [reserved('device'), reserved('code'), reserved('passkey')]
  const made = await keyring.create({ ...wallet, slots })
  expect(secrets.length).toBeGreaterThan(10)
  expect(left()).toBeGreaterThan(1)
  await keyring.exportKit(await newRecoveryCode())
  const rotated = await keyring.rotate({ keep: made.slots })
  await keyring.lock()
  expect(left()).toBe(0)
  const input = { ...inputOf(made, slots), vault: rotated.vault, slot: rotated.slots[0]! }
  await keyring.unlock(input)
  expect(left()).toBeGreaterThan(1)
  const other = { ...input.expected, eip155: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' } as const
  await expect(keyring.unlock({ ...input, expected: other })).rejects.toMatchObject({ code: 'ADDRESS_MISMATCH' })
  expect(left()).toBe(0)
  await expect(keyring.unlock({ ...input, vault: made.vault })).rejects.toMatchObject({ code: 'TAMPERED' })
  await expect(keyring.unlock({ ...input, generationLeast: 3 })).rejects.toMatchObject({ code: 'TAMPERED' })
  await expect(keyring.unlock({ ...input, clientHalf: bytes(32) })).rejects.toMatchObject({ code: 'WRONG_KEY' })
  expect(left()).toBe(0)
})

test('halves of slots that came in and went out are overwritten at the worker’s end', async () => {
  const inside = new EventTarget()
  /** As it was sent, and what is left of it at the end that sent it. */
  const replies: { readonly sent: unknown; readonly left: unknown }[] = []
  const stop = serveKeyring({
    postMessage: (left) => replies.push({ sent: structuredClone(left), left }),
    addEventListener: (type, listener) => inside.addEventListener(type, listener as EventListener),
    removeEventListener: (type, listener) => inside.removeEventListener(type, listener as EventListener),
  })
  let id = 0
  const ask = async (name: string, input: unknown) => {
    id += 1
    inside.dispatchEvent(new MessageEvent('message', { data: { id, name, input } }))
    return vi.waitFor(() => {
      const found = replies.find(({ sent }) => (sent as { id?: number }).id === id)
      if (!found) throw new Error('no answer yet')
      return found as { sent: { ok: boolean; value: CreatedWallet }; left: { value: CreatedWallet } }
    })
  }
  const isWiped = (half: Uint8Array | undefined) => half?.length === 32 && half.every((byte) => byte === 0)

  const slots = [reserved('device'), reserved('passkey'), reserved('assisted')]
  const { sent, left } = await ask('create', { ...wallet, slots })
  const halves = Object.values(left.value.clientHalves)
  expect(halves).toHaveLength(2)
  expect(halves.every(isWiped)).toBe(true)
  expect(Object.values(sent.value.clientHalves).some(isWiped)).toBe(false)
  expect(isWiped(slots[1]!.clientHalf as Uint8Array)).toBe(true)

  // Also where nothing comes of it.
  const added = reserved('passkey', 'second')
  expect((await ask('addSlot', { ...added, serverHalf: '_'.repeat(43) })).sent.ok).toBe(false)
  expect(isWiped(added.clientHalf as Uint8Array)).toBe(true)
  const input = inputOf(sent.value, slots)
  expect((await ask('unlock', { ...input, serverHalf: '_'.repeat(43) })).sent.ok).toBe(false)
  expect(isWiped(input.clientHalf)).toBe(true)
  stop()
})
