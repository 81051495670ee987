// Lists that are loaded page by page: in order, without doubles, with nothing of an older list in a newer one.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { walletError } from '../../../src/vocabulary/errors.js'
import { createPagedQuery, type Paged, type PagedQueryOptions, type PageOf } from '../../../src/state/lib/paged-query.js'
import type { QueryState } from '../../../src/state/lib/query.js'
import { createTestCore } from '../../support/core.js'
import { createTestWindow } from '../../support/window.js'

const LIFETIME_MS = 10_000
interface Item {
  readonly id: string
  readonly text?: string
}
type Page = PageOf<Item>

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const page = (ids: string, next?: string, text?: string): Page => ({
  data: Array.from(ids).map((id) => ({ id, ...(text ? { text } : {}) })),
  next,
})

/** A service whose answers are set by cursor; `''` is the first page. */
function setup(pages: Record<string, () => Page | Promise<Page>>, options: Partial<PagedQueryOptions<Item>> = {}) {
  const window = createTestWindow()
  const { core, clock } = createTestCore({ window: window.window })
  const asked: string[] = []
  const signals: AbortSignal[] = []
  const make = () =>
    createPagedQuery<Item>(core, {
      key: 'list',
      lifetimeMs: LIFETIME_MS,
      idOf: ({ id }) => id,
      fetch: async (cursor = '', signal) => {
        asked.push(cursor)
        signals.push(signal)
        return await (pages[cursor] ?? expect.fail(`no page ${cursor}`))()
      },
      ...options,
    })
  const query = make()
  const states: QueryState<Paged<Item>>[] = []
  const read = () => query.$state.subscribe((state) => void states.push(state))
  const ids = () =>
    states
      .at(-1)
      ?.value?.items.map(({ id }) => id)
      .join('')
  return {
    core,
    clock,
    window,
    asked,
    signals,
    query,
    make,
    pages,
    read,
    states,
    ids,
    last: () => states.at(-1),
    more: () => states.at(-1)?.value?.more,
  }
}
const fail = () => Promise.reject(walletError('HTTP_STATUS', { details: { status: 404 } }))

describe('pages', () => {
  test('come one after the other, to the end', async () => {
    const { query, read, clock, asked, ids, more } = setup({
      '': () => page('ab', '2'),
      2: () => page('cd', '3'),
      3: () => page('e'),
    })
    read()
    await clock.tickAsync(0)
    expect([ids(), more(), asked]).toEqual(['ab', 'ready', ['']])
    await query.loadMore()
    await query.loadMore()
    expect([ids(), more()]).toEqual(['abcde', 'end'])
    await query.loadMore()
    expect(asked).toEqual(['', '2', '3'])
  })

  test('two calls for more are one request', async () => {
    const { query, read, clock, asked, ids, more } = setup({ '': () => page('ab', '2'), 2: () => page('cd') })
    read()
    await clock.tickAsync(0)
    const both = [query.loadMore(), query.loadMore()]
    expect(more()).toBe('fetching')
    await Promise.all(both)
    expect([asked, ids()]).toEqual([['', '2'], 'abcd'])
  })

  test('nothing more is asked for before the first has come', async () => {
    const { query, read, asked } = setup({ '': () => new Promise<Page>(() => undefined) })
    read()
    await query.loadMore()
    expect(asked).toEqual([''])
  })

  test('what two pages have in common is there once, as the first of them had it', async () => {
    const { query, read, clock, ids, last } = setup({ '': () => page('aab', '2'), 2: () => page('bc', undefined, 'later') })
    read()
    await clock.tickAsync(0)
    await query.loadMore()
    expect(ids()).toBe('abc')
    expect(last()?.value?.items.map(({ text }) => text)).toEqual([undefined, undefined, 'later'])
  })

  test.each([
    ['the cursor that it was asked with', page('cd', '2')],
    ['nothing new', page('ab', '3')],
    ['nothing', page('', '3')],
  ])('a service that answers with %s is not asked for ever', async (_, page2) => {
    let count = 0
    const further = Object.fromEntries(Array.from({ length: 20 }, (_item, at) => [at + 3, () => page('', String(at + 4))]))
    const { query, read, clock, more, asked } = setup({ '': () => page('ab', '2'), 2: () => page2, ...further })
    read()
    await clock.tickAsync(0)
    while (more() === 'ready' && count++ < 20) await query.loadMore()
    expect(more()).toBe('end')
    expect(asked.length).toBeLessThan(8)
  })

  test('cost no more the longer the list is, nor does a new first page', async () => {
    const [PAGES, SIZE] = [40, 10]
    let count = 0
    const idOf = ({ id }: Item) => (count++, id)
    const pageAt = (at: number): Page => ({
      data: Array.from({ length: SIZE }, (_, index) => ({ id: `${at * SIZE + index}` })),
      next: at < PAGES - 1 ? String(at + 1) : undefined,
    })
    const pages = Object.fromEntries(Array.from({ length: PAGES }, (_, at) => [at || '', () => pageAt(at)]))
    const { query, read, clock, last } = setup(pages, { idOf })
    read()
    await clock.tickAsync(0)
    while (last()?.value?.more === 'ready') {
      count = 0
      await query.loadMore()
      expect(count).toBe(SIZE)
    }
    expect(last()?.value?.items).toHaveLength(PAGES * SIZE)
    count = 0
    await query.refresh()
    expect(count).toBe(SIZE)
  })

  test('says when a page had gaps, until all of them have none', async () => {
    let isIncomplete = true
    const { query, read, clock, last } = setup({ '': () => ({ ...page('a'), isIncomplete }) })
    read()
    await clock.tickAsync(0)
    expect(last()?.value?.isIncomplete).toBe(true)
    isIncomplete = false
    await query.refresh()
    expect(last()?.value?.isIncomplete).toBe(false)
  })
})

describe('a new first page', () => {
  const known = (first: () => Page) => {
    const made = setup({ '': first, 2: () => page('cd', '3'), 3: () => page('ef'), x: () => page('wv') })
    return made
  }

  test('puts what is new in front, and keeps the pages that follow', async () => {
    let first = page('ab', '2')
    const { query, read, clock, ids, more, asked } = known(() => first)
    read()
    await clock.tickAsync(0)
    await query.loadMore()
    first = page('zyab', 'x')
    await query.refresh()
    expect([ids(), more()]).toEqual(['zyabcd', 'ready'])
    await query.loadMore()
    expect([ids(), asked.at(-1)]).toEqual(['zyabcdef', '3'])
  })

  test('leaves no gap when only its end is known', async () => {
    let first = page('abc', '2')
    const { query, read, clock, ids, asked } = setup({ '': () => first, 2: () => page('d') })
    read()
    await clock.tickAsync(0)
    first = page('zya', 'x') // b and c are on its second page now
    await query.refresh()
    expect(ids()).toBe('zyabc')
    await query.loadMore()
    expect([ids(), asked.at(-1)]).toEqual(['zyabcd', '2'])
  })

  test.each(['bza', 'baz'])('in another order (%s) has nothing twice', async (ids2) => {
    let first = page('ab', '2')
    const { query, read, clock, ids } = known(() => first)
    read()
    await clock.tickAsync(0)
    await query.loadMore()
    first = page(ids2, '2')
    await query.refresh()
    expect(ids()).toBe(`${ids2}cd`)
  })

  test('takes away what is no longer there', async () => {
    let first = page('abc', '2')
    const { query, read, clock, ids } = known(() => first)
    read()
    await clock.tickAsync(0)
    await query.loadMore()
    first = page('ac', '2')
    await query.refresh()
    expect(ids()).toBe('acd')
    first = page('a')
    await query.refresh()
    expect(ids()).toBe('a') // it is the whole list
  })

  test('that knows nothing of the list begins it anew', async () => {
    let first = page('ab', '2')
    const { query, read, clock, ids, asked, more } = known(() => first)
    read()
    await clock.tickAsync(0)
    await query.loadMore()
    first = page('zy', 'x')
    await query.refresh()
    expect([ids(), more()]).toEqual(['zy', 'ready'])
    await query.loadMore()
    expect([ids(), asked.at(-1)]).toEqual(['zywv', 'x'])
  })

  test('does not let in a page of the list before it', async () => {
    let first = page('ab', '2')
    let answer: (page: Page) => void = () => undefined
    const { query, read, clock, ids, signals, pages } = setup({ '': () => first })
    pages['2'] = () => new Promise<Page>((resolve) => (answer = resolve))
    read()
    await clock.tickAsync(0)
    void query.loadMore()
    await clock.tickAsync(0)
    first = page('zy')
    await query.refresh()
    answer(page('cd'))
    await clock.tickAsync(0)
    expect([ids(), signals[1]?.aborted]).toEqual(['zy', true])
  })

  test('that says the same leaves the same list, item by item', async () => {
    const { query, read, clock, last } = setup({ '': () => page('ab', '2', 'same') })
    read()
    await clock.tickAsync(0)
    const before = last()?.value?.items
    await query.refresh()
    expect(last()?.value?.items).toBe(before)
  })

  test('comes by itself while somebody reads and the tab is seen, if it is wanted', async () => {
    const { read, clock, asked, window } = setup({ '': () => page('a') }, { polls: true })
    const stop = read()
    await clock.tickAsync(2 * LIFETIME_MS + 1)
    expect(asked).toHaveLength(3)
    window.go('hidden')
    await clock.tickAsync(5 * LIFETIME_MS)
    expect(asked).toHaveLength(3)
    window.go('visible')
    await clock.tickAsync(1)
    expect(asked).toHaveLength(4)
    stop()
    await clock.tickAsync(5 * LIFETIME_MS)
    expect(asked).toHaveLength(4)
  })
})

describe('a new first page that leads to the same', () => {
  const polled = (second: () => Page | Promise<Page>) => setup({ '': () => page('ab', '2'), 2: second }, { polls: true })

  test('leaves the page that is asked for after it alone', async () => {
    let answer = (_page: Page) => {}
    const { query, read, clock, ids, asked, more } = polled(() => new Promise((resolve) => (answer = resolve)))
    read()
    await clock.tickAsync(0)
    void query.loadMore()
    await clock.tickAsync(LIFETIME_MS * 2)
    expect([asked.filter((cursor) => cursor === '').length, more()]).toEqual([3, 'fetching'])
    answer(page('cd'))
    await clock.tickAsync(0)
    expect([ids(), more(), asked.filter((cursor) => cursor === '2')]).toEqual(['abcd', 'end', ['2']])
  })

  test('leaves the failure of the page after it, too', async () => {
    const { query, read, clock, more } = polled(fail)
    read()
    await clock.tickAsync(0)
    await query.loadMore()
    await clock.tickAsync(LIFETIME_MS * 2)
    expect(more()).toBe('failed')
  })
})

describe('a first page with gaps', () => {
  test('takes nothing away', async () => {
    let first: Page = page('abc')
    const { query, read, clock, ids, last } = setup({ '': () => first })
    read()
    await clock.tickAsync(0)
    first = { ...page(''), isIncomplete: true }
    await query.refresh()
    expect([ids(), last()?.value?.isIncomplete]).toEqual(['abc', true])
    first = { ...page('xb'), isIncomplete: true }
    await query.refresh()
    expect(ids()).toBe('xbac')
    first = page('xb')
    await query.refresh()
    expect([ids(), last()?.value?.isIncomplete]).toEqual(['xb', false])
  })
})

describe('pages with nothing new', () => {
  test('do not end the list, until there are five of them', async () => {
    const barren = Object.fromEntries([4, 5, 6, 7, 8].map((at) => [at, () => page('c', String(at + 1))]))
    const { query, read, clock, ids, more } = setup({
      '': () => page('ab', '2'),
      2: () => page('', '3'),
      3: () => page('c', '4'),
      ...barren,
    })
    read()
    await clock.tickAsync(0)
    await query.loadMore()
    expect(more()).toBe('ready')
    await query.loadMore()
    expect([ids(), more()]).toEqual(['abc', 'ready'])
    for (let count = 0; count < 5; count++) {
      expect(more()).toBe('ready')
      await query.loadMore()
    }
    expect([ids(), more()]).toEqual(['abc', 'end'])
  })

  test('that lead in a circle are its end', async () => {
    const { query, read, clock, more } = setup({ '': () => page('ab', '2'), 2: () => page('c', '3'), 3: () => page('d', '2') })
    read()
    await clock.tickAsync(0)
    await query.loadMore()
    await query.loadMore()
    expect(more()).toBe('end')
  })
})

describe('failures', () => {
  test('of the first page are shown, and a refresh asks again', async () => {
    const failed = vi.fn()
    let first: () => Page | Promise<Page> = fail
    const { query, read, clock, last, ids } = setup({ '': () => first() }, { onFailure: failed })
    read()
    await clock.tickAsync(0)
    expect(last()).toMatchObject({ status: 'error', error: { code: 'HTTP_STATUS' } })
    expect(last()?.value).toBeUndefined()
    expect(failed).toHaveBeenCalledExactlyOnceWith(undefined)
    first = () => page('ab')
    await query.refresh()
    expect([last()?.status, ids()]).toEqual(['success', 'ab'])
  })

  test('of a later page keep what is there, and the same page is asked for again', async () => {
    const failed = vi.fn()
    let second: () => Page | Promise<Page> = fail
    const { query, read, clock, asked, ids, more } = setup(
      { '': () => page('ab', '2'), 2: () => second() },
      { onFailure: failed },
    )
    read()
    await clock.tickAsync(0)
    await query.loadMore()
    expect([ids(), more()]).toEqual(['ab', 'failed'])
    expect(failed).toHaveBeenCalledExactlyOnceWith('2')
    await clock.tickAsync(60_000)
    expect(asked).toEqual(['', '2'])
    second = () => page('cd')
    await query.loadMore()
    expect([ids(), more()]).toEqual(['abcd', 'end'])
  })

  test('of a later page are not asked for again when the tab comes back', async () => {
    const failing = () => Promise.reject(walletError('HTTP_STATUS', { details: { status: 400 } }))
    const { query, read, clock, window, asked } = setup({ '': () => page('ab', '2'), 2: failing })
    read()
    await clock.tickAsync(0)
    await query.loadMore().catch(() => undefined)
    window.go('hidden')
    await clock.tickAsync(2 * LIFETIME_MS)
    window.go('visible')
    await clock.tickAsync(1_000)
    expect(asked.filter((cursor) => cursor === '2')).toHaveLength(1)
  })

  test('are tried three times where that may help, and a load counts once', async () => {
    const [failed, loads] = [vi.fn(), vi.fn()]
    const { query, read, clock, asked, more } = setup(
      { '': () => page('ab', '2'), 2: () => Promise.reject(walletError('NETWORK_ERROR')) },
      { onFailure: failed, onMore: loads },
    )
    read()
    await clock.tickAsync(0)
    void query.loadMore()
    await clock.tickAsync(10_000)
    expect([asked, more()]).toEqual([['', '2', '2', '2'], 'failed'])
    expect(failed).toHaveBeenCalledOnce()
    expect(loads).toHaveBeenCalledExactlyOnceWith('2')
  })

  test('of a refresh keep all pages', async () => {
    let first: () => Page | Promise<Page> = () => page('ab', '2')
    const { query, read, clock, last, ids } = setup({ '': () => first(), 2: () => page('cd') })
    read()
    await clock.tickAsync(0)
    await query.loadMore()
    first = fail
    await query.refresh()
    expect([last()?.status, ids()]).toEqual(['error', 'abcd'])
  })
})

describe('offline and unread', () => {
  test('more waits until the tab is online, and says so', async () => {
    const { query, read, clock, window, ids, more } = setup({ '': () => page('ab', '2'), 2: () => page('cd') })
    read()
    await clock.tickAsync(0)
    window.go('offline')
    void query.loadMore()
    await clock.tickAsync(0)
    expect([ids(), more()]).toEqual(['ab', 'paused'])
    window.go('online')
    await clock.tickAsync(0)
    expect([ids(), more()]).toEqual(['abcd', 'end'])
  })

  test('a list that is read again has all its pages, and goes on with the one it waited for', async () => {
    let answer: (page: Page) => void = () => undefined
    const { query, read, clock, ids, asked, pages } = setup({ '': () => page('ab', '2'), 2: () => page('cd', '3') })
    pages['3'] = () => new Promise<Page>((resolve) => (answer = resolve))
    const stop = read()
    await clock.tickAsync(0)
    await query.loadMore()
    void query.loadMore()
    await clock.tickAsync(0)
    stop()
    await clock.tickAsync(LIFETIME_MS / 2)
    answer(page('ef'))
    read()
    await clock.tickAsync(0)
    expect([ids(), asked]).toEqual(['abcdef', ['', '2', '3']])
  })

  test('five minutes after the last reader nothing is kept', async () => {
    const { query, read, clock, ids, asked, make, last } = setup({ '': () => page('ab', '2'), 2: () => page('cd') })
    const stop = read()
    await clock.tickAsync(0)
    await query.loadMore()
    stop()
    expect(make()).toBe(query)
    await clock.tickAsync(302_000) // a store knows a second later that nobody reads it, and there are two
    expect(make()).not.toBe(query)
    read()
    expect(last()?.value).toBeUndefined()
    await clock.tickAsync(0)
    expect([ids(), asked]).toEqual(['ab', ['', '2', '']])
  })

  test('five minutes after a refresh that nobody read nothing is kept', async () => {
    const { core, query, read, clock, asked, make, last } = setup({ '': () => page('ab') }, { lifetimeMs: 60 * 60_000 })
    await query.refresh()
    await clock.tickAsync(299_999)
    expect(make()).toBe(query)
    await clock.tickAsync(1)
    expect(make()).not.toBe(query)
    read()
    expect(last()).toEqual({ status: 'pending', fetchStatus: 'fetching' })
    await clock.tickAsync(0)
    expect(asked).toEqual(['', ''])
    core.destroy()
    await query.refresh()
    expect(asked).toEqual(['', ''])
  })

  test('a cancelled page can be asked for again', async () => {
    let second: () => Page | Promise<Page> = () => new Promise<Page>(() => undefined)
    const { query, read, clock, more, ids } = setup({ '': () => page('ab', '2'), 2: () => second() })
    read()
    await clock.tickAsync(0)
    void query.loadMore()
    await clock.tickAsync(0)
    query.cancel()
    expect(more()).toBe('ready')
    second = () => page('cd')
    await query.loadMore()
    expect(ids()).toBe('abcd')
  })
})
