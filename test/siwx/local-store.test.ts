// The store of sign-ins in a browser: what it takes, what it gives back, and what another hand in the storage can do.
import { describe, expect, test } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { createLocalStore } from '../../src/siwx/local-store.js'
import { writeMessage } from '../../src/siwx/message.js'
import { toSignIn } from '../../src/siwx/sign-in.js'
import { createBrokenStorage, createMemoryStorage } from '../support/core.js'

const START = Date.UTC(2026, 5, 1)
const [ada, bob] = ['ab', 'cd'].map((byte) => privateKeyToAccount(`0x${byte.repeat(32)}`)) as [Signer, Signer]
type Signer = ReturnType<typeof privateKeyToAccount>

function setUp(storage: ReturnType<typeof createMemoryStorage> | undefined = createMemoryStorage()) {
  const clock = { now: START }
  const open = (domain = 'app.example') => createLocalStore({ domain, storage, now: () => clock.now })
  const store = open()
  const signIn = async (
    signer: Signer,
    nonce: string,
    more: { chainId?: `eip155:${number}`; domain?: string; ms?: number } = {},
  ) => {
    const { chainId = 'eip155:1', domain = 'app.example', ms = 3_600_000 } = more
    const message = writeMessage({
      domain,
      address: signer.address,
      uri: 'https://app.example/',
      version: '1',
      chainId,
      nonce,
      issuedAt: new Date(clock.now).toISOString(),
      expirationTime: new Date(clock.now + ms).toISOString(),
    })
    return toSignIn({ message, signature: await signer.signMessage({ message }) })
  }
  return { clock, open, store, signIn, storage }
}

describe('a sign-in', () => {
  test('is kept over page loads until it expires', async () => {
    const { clock, open, store, signIn } = setUp()
    const made = await signIn(ada, await store.getNonce())
    await store.add(made)
    expect(await open().list('eip155:1', ada.address)).toEqual([made])
    expect(await open().list('eip155:1', ada.address.toLowerCase())).toEqual([made])
    expect(await open().list('eip155:10', ada.address)).toEqual([])
    expect(await open().list('eip155:1', bob.address)).toEqual([])
    clock.now += 3_600_000
    expect(await open().list('eip155:1', ada.address)).toEqual([])
  })

  test('replaces the one of its account and chain, and no other', async () => {
    const { clock, store, signIn } = setUp()
    await store.add(await signIn(ada, await store.getNonce()))
    const onOther = await signIn(ada, await store.getNonce(), { chainId: 'eip155:10' })
    await store.add(onOther)
    const ofBob = await signIn(bob, await store.getNonce())
    await store.add(ofBob)
    clock.now += 1000
    const again = await signIn(ada, await store.getNonce())
    await store.add(again)
    expect(await store.list('eip155:1', ada.address)).toEqual([again])
    await store.delete('eip155:1', ada.address)
    expect(await store.list('eip155:1', ada.address)).toEqual([])
    expect(await store.list('eip155:10', ada.address), 'its other chain').toEqual([onOther])
    expect(await store.list('eip155:1', bob.address), 'another account of the chain').toEqual([ofBob])
  })

  test('is one of several that were signed at once', async () => {
    const { store, signIn } = setUp()
    const nonce = await store.getNonce()
    const both = [await signIn(ada, nonce), await signIn(ada, nonce, { chainId: 'eip155:10' })]
    await store.add(...both)
    expect(await store.list('eip155:10', ada.address)).toEqual([both[1]])
    await store.set([both[0]!])
    expect(await store.list('eip155:10', ada.address)).toEqual([])
    expect(await store.list('eip155:1', ada.address)).toEqual([both[0]])
  })

  const refused: Readonly<Record<string, (given: ReturnType<typeof setUp>) => Promise<unknown>>> = {
    'with a nonce of another page': async ({ store, signIn }) => store.add(await signIn(ada, 'abcdefgh12345678')),
    'with a nonce that was used': async ({ store, signIn }) => {
      const nonce = await store.getNonce()
      await store.add(await signIn(bob, nonce))
      await store.add(await signIn(ada, nonce))
    },
    'with a nonce that is too old': async ({ store, signIn, clock }) => {
      const made = await signIn(ada, await store.getNonce())
      clock.now += 600_000
      await store.add(made)
    },
    'for another domain': async ({ store, signIn }) =>
      store.add(await signIn(ada, await store.getNonce(), { domain: 'evil.example' })),
    'signed by another account': async ({ store, signIn }) => {
      const made = await signIn(ada, await store.getNonce())
      await store.add({ ...made, signature: await bob.signMessage({ message: made.message }) })
    },
    'beside one that is good': async ({ store, signIn }) => {
      const nonce = await store.getNonce()
      const good = await signIn(ada, nonce, { chainId: 'eip155:10' })
      const bad = await signIn(ada, nonce)
      await store.add(good, { ...bad, signature: good.signature })
    },
  }
  for (const [what, act] of Object.entries(refused)) {
    test(`is refused ${what}`, async () => {
      const given = setUp()
      await expect(act(given)).rejects.toMatchObject({ code: 'SIGN_IN_INVALID' })
      for (const chain of ['eip155:1', 'eip155:10'] as const)
        expect(await given.open().list(chain, ada.address), 'nothing half-written').toEqual([])
    })
  }
})

/** A storage that can be full: it then has what it had, and takes nothing. */
function fillable() {
  const isFull = { now: false }
  const inner = createMemoryStorage()
  const storage: typeof inner = {
    ...inner,
    setItem(key, value) {
      if (isFull.now) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      inner.setItem(key, value)
    },
  }
  return { ...setUp(storage), storage, isFull }
}

describe('the storage', () => {
  for (const [what, text] of [
    ['no JSON', '{'],
    ['another shape', '{"a":1}'],
    ['entries of another shape', '[1,null,{"message":3},{"message":"hello","signature":"0x00"}]'],
  ] as const) {
    test(`may hold ${what}`, async () => {
      const { store, signIn } = setUp(createMemoryStorage({ siwx: text }))
      expect(await store.list('eip155:1', ada.address)).toEqual([])
      const made = await signIn(ada, await store.getNonce())
      await store.add(made)
      expect(await store.list('eip155:1', ada.address)).toEqual([made])
    })
  }

  test('may be forbidden: the sign-ins then live as long as the page', async () => {
    const { store, signIn } = setUp(createBrokenStorage())
    const made = await signIn(ada, await store.getNonce())
    await store.add(made)
    expect(await store.list('eip155:1', ada.address)).toEqual([made])
    await store.delete('eip155:1', ada.address)
    expect(await store.list('eip155:1', ada.address)).toEqual([])
  })

  test('may be full: what is added and deleted then holds as long as the page, or until another tab writes', async () => {
    const { store, signIn, storage, isFull } = fillable()
    const [first, other] = [await signIn(ada, await store.getNonce()), await signIn(bob, await store.getNonce())]
    await store.add(first)
    await store.add(other)
    const before = storage.getItem('siwx')
    isFull.now = true
    const onOther = await signIn(ada, await store.getNonce(), { chainId: 'eip155:10' })
    await store.add(onOther)
    expect(await store.list('eip155:10', ada.address)).toEqual([onOther])
    await store.delete('eip155:1', ada.address)
    expect(await store.list('eip155:1', ada.address)).toEqual([])
    expect(await store.list('eip155:1', bob.address), 'the others').toEqual([other])
    expect(storage.getItem('siwx')).toBe(before)

    isFull.now = false
    storage.setItem('siwx', JSON.stringify([first].map(({ message, signature }) => ({ message, signature }))))
    expect(await store.list('eip155:1', ada.address), 'of another tab').toEqual([first])
    expect(await store.list('eip155:1', bob.address)).toEqual([])
    await store.add(await signIn(bob, await store.getNonce()))
    expect(JSON.parse(storage.getItem('siwx') ?? '')).toHaveLength(2)
  })

  test('keeps the newest sixteen', async () => {
    const { store, signIn, storage } = setUp()
    for (let chain = 1; chain <= 18; chain++)
      await store.add(await signIn(ada, await store.getNonce(), { chainId: `eip155:${chain}` }))
    expect(JSON.parse(storage?.getItem('siwx') ?? '')).toHaveLength(16)
    expect(await store.list('eip155:18', ada.address)).toHaveLength(1)
    expect(await store.list('eip155:1', ada.address)).toEqual([])
  })
})
