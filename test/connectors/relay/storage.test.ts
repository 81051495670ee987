// A relay client where nothing can be kept, or what is kept never answers: it works, and forgets.
import { afterEach, describe, expect, test } from 'vitest'
import type { RelayStorage } from '../../../src/connectors/relay/shared-storage.js'
import { withoutLocalStorage } from '../../../src/connectors/relay/load-library.js'
import { createMemoryStorage } from '../../../src/connectors/relay/storage.js'
import { nextSession, sign, useRelay } from '../../support/relay-page.js'

const { createPage, paired } = useRelay()
const refuse = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
const hang = () => new Promise<never>(() => {})
const storageOf = (act: () => Promise<never>): RelayStorage => ({
  getKeys: act,
  getEntries: act,
  getItem: act,
  setItem: act,
  removeItem: act,
})

describe('storage that', () => {
  test.each([
    ['throws', refuse],
    ['throws at once', (): Promise<never> => { throw new DOMException('Blocked', 'SecurityError') }], // oxfmt-ignore
    ['never answers', hang],
  ])('%s does not keep a wallet from connecting, signing and ending', async (_, act) => {
    const { connector, session, wallet, page } = await paired({}, createPage({ storage: storageOf(act) }))
    await expect(sign(connector, 'hello')).resolves.toMatch(/^0x/)
    await session.disconnect()
    await nextSession(wallet).toBe(0)
    await expect(page.relay.restore({ ...page.options, topic: session.topic })).resolves.toBeUndefined()
  })

  test('is memory hands out copies', async () => {
    const storage = createMemoryStorage()
    const list = ['a']
    await storage.setItem('list', list)
    list.push('b')
    await expect(storage.getItem('list')).resolves.toEqual(['a'])
    await expect(storage.getEntries()).resolves.toEqual([['list', ['a']]])
    await storage.removeItem('list')
    await expect(storage.getKeys()).resolves.toEqual([])
  })
})

describe('a library that reads localStorage when it is imported', () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  afterEach(() => {
    if (own) Object.defineProperty(globalThis, 'localStorage', own)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  })

  test('finds none where reading it throws, and the page has it back as it was', async () => {
    const forbidden = {
      configurable: true,
      get: () => {
        throw new DOMException('Blocked', 'SecurityError')
      },
    }
    Object.defineProperty(globalThis, 'localStorage', forbidden)
    await expect(withoutLocalStorage(() => Promise.resolve(globalThis.localStorage))).resolves.toBeUndefined()
    expect(() => globalThis.localStorage).toThrow('Blocked')
    await expect(withoutLocalStorage(() => Promise.reject(new Error('no chunk')))).rejects.toThrow('no chunk')
    expect(() => globalThis.localStorage).toThrow('Blocked')
  })

  test('finds the one that there is elsewhere', async () => {
    const storage = {}
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage })
    await expect(withoutLocalStorage(() => Promise.resolve(globalThis.localStorage))).resolves.toBe(storage)
  })
})
