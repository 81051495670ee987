// The transactions and NFTs of an account as a person sees them: what happened, what is missing, and long lists with few rows in the document.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { createTransactions } from '../../../src/state/account/transactions.js'
import { createNfts } from '../../../src/state/nfts/nfts.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { cleanUp, mountView, type ViewHarness, type ViewHarnessOptions } from '../../support/view-harness.js'
import { collectible, historyOf, nftOf, nftsOf, OWNER, token, transactionOf } from '../../support/past.js'

beforeEach(() => page.viewport(420, 800))
afterEach(cleanUp)

const connected = (data: NonNullable<ViewHarnessOptions['data']>, options: ViewHarnessOptions = {}): ViewHarnessOptions => ({
  wallets: [createMockWallet({ name: 'Alpha', rdns: 'example.alpha', accounts: [OWNER] })],
  connected: true,
  data,
  rpc: () => '0x0',
  ...options,
  config: { networks: [mainnet], rpcUrls: { 'eip155:1': 'https://node.example' }, ...options.config },
})
const activity = (answer: (url: URL) => unknown, options?: ViewHarnessOptions) =>
  mountView(
    { name: 'Transactions' },
    connected((url) => (url.pathname.endsWith('/history') ? answer(url) : undefined), options),
  )
const nfts = (answer: (url: URL) => unknown, options?: ViewHarnessOptions) =>
  mountView(
    { name: 'Nfts' },
    connected((url) => (url.pathname.endsWith('/nfts') ? answer(url) : undefined), options),
  )
const list = (...data: unknown[]) => ({ data, next: null })
const root = ({ element }: ViewHarness) => element.shadowRoot!
const texts = (modal: ViewHarness, selector: string) =>
  [...root(modal).querySelectorAll(selector)].map((each) => (each.textContent ?? '').replace(/\s+/g, ' ').trim())
const scrollerOf = (modal: ViewHarness) =>
  ((modal.element.getRootNode() as ShadowRoot).host.getRootNode() as ShadowRoot).querySelector('.body')!

describe('Transactions', () => {
  test('are grouped by month, with the year where it is not this one, and each leads to the explorer', async () => {
    const modal = await activity(() =>
      list(
        transactionOf(0),
        transactionOf(2, { minedAt: '2025-06-12T12:00:00Z' }),
        transactionOf(3, { minedAt: '2025-06-11T12:00:00Z' }),
      ),
    )
    await modal.see('June 2025')
    expect(texts(modal, 'h3')).toEqual(['January', 'June 2025'])
    const link = page.getByRole('link', {
      name: /^Sent To 0x3C…\u20604293BC −0\.250 ETH .* View on Etherscan \(opens in a new tab\)$/,
    })
    await expect.element(link.first()).toHaveAttribute('href', `https://etherscan.io/tx/0x${'0'.repeat(64)}`)
    expect(root(modal).querySelectorAll('li')[1]!.querySelector('time')!.dateTime).toBe('2025-06-12T12:00:00.000Z')
    await expect.element(page.getByText('Jun 12')).toBeVisible()
  })

  test.each([
    ['receive', [token('in', '1.23456')], '+1.234 ETH'],
    ['deposit', [token('out', '2')], '+2.000 ETH'],
    ['borrow', [token('in', '2')], '+2.000 ETH'],
    ['claim', [token('in', '2')], '+2.000 ETH'],
    ['withdraw', [token('in', '2')], '−2.000 ETH'],
    ['repay', [token('out', '2')], '−2.000 ETH'],
    ['burn', [token('out', '2')], '−2.000 ETH'],
    ['send', [token('out', '0.00001')], '−<0.001 ETH'],
    ['mint', [collectible('in', 'Drawing')], '+Drawing'],
    ['trade', [token('out', '1', 'DAI'), token('in', '2', 'UNI')], '−1.000 DAI+2.000 UNI'],
  ])('%s shows %j as %s', async (type, transfers, shown) => {
    const modal = await activity(() => list(transactionOf(1, { type, transfers })))
    await expect.poll(() => texts(modal, '.sums bdi').join('')).toBe(shown)
  })

  test('a failed one says so, an unknown kind has a neutral word, and what strangers write is text', async () => {
    const modal = await activity(() =>
      list(
        transactionOf(1, { status: 'failed' }),
        transactionOf(2, { type: '<img src=x onerror=alert(1)>', transfers: [token('in', '1', '<b>ETH</b>')] }),
      ),
    )
    await modal.see('Failed')
    await modal.see('Other transaction')
    await modal.see('+1.000 <b>ETH</b>')
    expect(root(modal).querySelector('li b, li img[src="x"]')).toBeNull()
  })

  test('a token that takes the name of another is told apart, with its contract', async () => {
    const named = (is_verified: boolean) => {
      const plain = token('in', '1', 'ETH', 2_000)
      const address = `eip155:1:0x${(is_verified ? 'e' : '3').repeat(40)}`
      return { ...plain, fungible_info: { ...plain.fungible_info, address, flags: { is_verified } } }
    }
    const modal = await activity(() =>
      list(
        transactionOf(1, { type: 'receive', transfers: [named(true)] }),
        transactionOf(2, { type: 'receive', transfers: [named(false)] }),
      ),
    )
    await modal.see('Unverified token · 0x33…333333')
    expect(texts(modal, 'li').map((text) => /Unverified/.test(text))).toEqual([false, true])
    await modal.settled()
  })

  test('addresses are not broken, and sums stand at the end of their rows, also of two lines from right to left', async () => {
    await page.viewport(360, 800)
    const modal = await activity(
      () => list(transactionOf(1, { type: 'receive', transfers: [token('in', '1234567.5', 'HARBOUR')] }), transactionOf(2)),
      { locale: 'ar' },
    )
    await expect.poll(() => texts(modal, 'li')).toHaveLength(2)
    const linesOf = (element: Element, part = element.textContent) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()!
      const range = document.createRange()
      range.setStart(text, text.nodeValue!.indexOf(part))
      range.setEnd(text, text.nodeValue!.indexOf(part) + part.length)
      return [...range.getClientRects()]
    }
    const parties = [...root(modal).querySelectorAll('.note[translate=no]')]
    const tops = parties.map((party) => new Set(linesOf(party, '0x3C…\u20604293BC').map(({ top }) => Math.round(top))).size)
    expect(tops).toEqual([1, 1])
    const lines = linesOf(root(modal).querySelector('.sums bdi')!)
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line.left).toBeCloseTo(lines[0]!.left, 0)
  })

  test('what is spam is counted', async () => {
    const modal = await activity(() => list(transactionOf(1), transactionOf(2, { transfers: [collectible('in', 'Win', true)] })))
    await modal.see('1 spam transaction hidden')
    expect(texts(modal, 'li')).toHaveLength(1)
  })

  test('one that was just sent stands on top as pending', async () => {
    const modal = await activity(() => list(transactionOf(1, { type: 'receive', transfers: [token('in', '1')] })), {
      rpc: () => null,
    })
    await modal.see('Received')
    modal.core
      .use(createTransactions)
      .add({ hash: `0x${'a'.repeat(64)}`, chainId: 'eip155:1', account: `eip155:1:${OWNER}`, kind: 'send' })
    await modal.see('Pending')
    expect(texts(modal, 'li .label')).toEqual(['Sent', 'Received'])
  })

  test('nothing yet, a failure with a way out, and services that are not there are told apart', async () => {
    const empty = await activity(() => list())
    await empty.see('Nothing here yet')
    cleanUp()
    let isDown = true
    const failed = await activity(() => (isDown ? new Response('', { status: 400 }) : list(transactionOf(1))))
    await failed.see('Could not load activity')
    expect(failed.announced()).toBe('failed')
    isDown = false
    await failed.click('Try again')
    await failed.see('Sent')
    cleanUp()
    const { data: _, ...without } = connected(() => undefined)
    const none = await mountView({ name: 'Transactions' }, without)
    await none.see('There’s no activity for this account here')
  })

  test('a page that does not come keeps the rows, and can be asked for again', async () => {
    let isDown = true
    const modal = await activity(({ searchParams }) => {
      if (!searchParams.get('cursor')) return historyOf(10, { next: 'more' })
      return isDown ? new Response('', { status: 400 }) : historyOf(5, { from: 10 })
    })
    scrollerOf(modal).scrollTop = 10_000
    await modal.see('Failed to fetch transactions. Try again in a moment.')
    expect(texts(modal, 'li')).toHaveLength(10)
    isDown = false
    await modal.click('Try again')
    await expect.poll(() => texts(modal, 'li').length).toBe(15)
    expect(modal.announced()).toBe('itemsShown')
  })

  test('thousands are scrolled with few of them in the document, and their places are told', async () => {
    const count = 2_000
    const modal = await activity(({ searchParams }) => {
      const from = Number(searchParams.get('cursor') ?? 0)
      return historyOf(500, { from, next: from + 500 < count ? String(from + 500) : null, stepMs: 3_600_000 })
    })
    const size = () => Number(root(modal).querySelector('li')?.getAttribute('aria-setsize') ?? 0)
    const body = scrollerOf(modal)
    for (let known = 500; known < count; known += 500) {
      await expect.poll(size).toBe(known)
      body.scrollTop = body.scrollHeight
    }
    await expect.poll(size).toBe(count)
    const formats = vi.spyOn(Intl, 'DateTimeFormat')
    for (const part of [0.25, 0.5, 0.75, 1]) {
      body.scrollTop = body.scrollHeight * part
      await new Promise(requestAnimationFrame)
      expect(root(modal).querySelectorAll('li').length).toBeLessThan(100)
    }
    await expect.poll(() => root(modal).querySelector(`[aria-posinset="${count}"]`)).not.toBeNull()
    // The months are named when they come, not in each frame.
    expect(formats).not.toHaveBeenCalled()
    formats.mockRestore()
    // Each month can be reached by its heading, wherever the list is scrolled to.
    expect(texts(modal, 'h3').length).toBeGreaterThan(2)
  })
})

describe('Nfts', () => {
  test('are tiles that lead to the NFT, and Back returns to the tile', async () => {
    const modal = await nfts(() => nftsOf(6))
    await page.getByRole('button', { name: /^Drawing #5/ }).click()
    expect(modal.view()).toMatchObject({ name: 'Nft', nft: { tokenId: '5' } })
    await modal.see('ERC-1155')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => modal.focused()).toContain('Drawing #5')
  })

  test('spam is hidden, counted, and shown on demand', async () => {
    const modal = await nfts(() => nftsOf(9))
    await modal.see('1 probable spam')
    await expect.element(modal.button(/^Drawing #8/)).not.toBeInTheDocument()
    await modal.click('Show')
    await expect.element(modal.button(/^Drawing #8/)).toBeVisible()
    expect(await modal.axe()).toEqual([])
    await modal.click('Hide')
    await expect.element(modal.button(/^Drawing #8/)).not.toBeInTheDocument()
  })

  test('a page that does not come is said, keeps the tiles, and can be asked for again', async () => {
    let isDown = true
    const modal = await nfts(({ searchParams }) => {
      if (!searchParams.has('cursor')) return { ...nftsOf(6), next: 'more' }
      return isDown ? new Response('', { status: 400 }) : nftsOf(2, { from: 6 })
    })
    await modal.see('The next NFTs didn’t load.')
    expect(modal.announced()).toBe('failed')
    expect(texts(modal, '[role=listitem]')).toHaveLength(6)
    isDown = false
    await modal.click('Try again')
    await modal.see('Drawing #7')
    expect(modal.announced()).toBe('itemsShown')
  })

  test('an old list stays where the newest did not load, with a way to ask again', async () => {
    let isDown = false
    const modal = await nfts(() => (isDown ? new Response('', { status: 400 }) : nftsOf(2)))
    await modal.see('Drawing #1')
    isDown = true
    modal.core.use(createNfts).refresh()
    await modal.see('This list may be out of date.')
    expect(texts(modal, '[role=listitem]')).toHaveLength(2)
    isDown = false
    await modal.click('Try again')
    await expect.poll(() => root(modal).querySelector('[data-key=retry]')).toBeNull()
  })

  test('five hundred are few in the document, and only pictures near what is seen are loaded', async () => {
    const modal = await nfts(({ searchParams }) => {
      const from = Number(searchParams.get('cursor') ?? 0)
      return nftsOf(250, { from, next: from === 0 ? '250' : null })
    })
    const pictures = () =>
      [...root(modal).querySelectorAll('wm-token-icon')].filter((each) => each.shadowRoot?.querySelector('img')).length
    await expect.poll(pictures).toBeGreaterThan(2)
    const body = scrollerOf(modal)
    body.scrollTop = body.scrollHeight
    await expect.poll(() => root(modal).querySelector('#nfts [role=listitem]')?.getAttribute('aria-setsize')).toBe('445')
    for (const part of [0, 0.5, 1]) {
      body.scrollTop = body.scrollHeight * part
      await expect.poll(pictures).toBeGreaterThan(2)
      expect(pictures()).toBeLessThan(30)
      expect(root(modal).querySelectorAll('[role=listitem]').length).toBeLessThan(80)
    }
  })

  test('a picture that does not come is a letter, and no picture is asked for at a wrong address', async () => {
    const modal = await nfts(() => list({ ...nftOf(1), image: { url: 'javascript:alert(1)', contentType: null } }))
    await modal.see('Drawing #1')
    const icon = root(modal).querySelector('wm-token-icon')!
    await expect.poll(() => icon.shadowRoot?.querySelector('.monogram')?.textContent).toBe('D')
    expect(icon.shadowRoot?.querySelector('img')).toBeNull()
  })

  test('some that may be missing are said to be, and then nothing is said to be all', async () => {
    const incomplete = (body: object) => Response.json(body, { headers: { 'x-incomplete': '1' } })
    const some = await nfts(() => incomplete(nftsOf(1)))
    await some.see('Drawing #0')
    await some.see('Some NFTs may be missing right now.')
    cleanUp()
    const none = await nfts(() => incomplete(list()))
    await none.see('Some NFTs may be missing right now.')
    expect(page.getByText('No NFTs yet').elements()).toHaveLength(0)
  })

  test('none, and a failure with a way out', async () => {
    const empty = await nfts(() => list())
    await empty.see('No NFTs yet')
    cleanUp()
    let isDown = true
    const failed = await nfts(() => (isDown ? new Response('', { status: 400 }) : nftsOf(1)))
    await failed.see('Could not load NFTs')
    isDown = false
    await failed.click('Try again')
    await failed.see('Drawing #0')
  })
})

describe('Nft', () => {
  test('shows its traits as text, numbers and dates, and none that says nothing', async () => {
    const { traits = [], ...nft } = nftOf(3)
    const strange = [
      { name: '<b>Mood</b>', value: '\u202e<img src=x>', kind: 'text' },
      { name: 'Empty', value: '\u200b', kind: 'text' },
      { name: 'Level', value: 'nine', kind: 'number' },
      { name: 'Long ago', value: '9007199254740991', kind: 'date' },
    ] as const
    const modal = await mountView(
      { name: 'Nft', nft: { ...nft, traits: [...traits, ...strange] } },
      connected(() => undefined),
    )
    const [, list] = root(modal).querySelectorAll('dl')
    const pairs = [...(list?.children ?? [])].map((pair) => [...pair.children].map(({ textContent }) => textContent))
    expect(pairs).toEqual([
      ['Roof', 'Slate'],
      ['Windows', '1,200'],
      ['Property', 'May 1, 2024'],
      ['<b>Mood</b>', '<img src=x>'],
      ['Level', 'nine'],
    ])
  })

  test('has no fact wider than its box, on a small phone with a long number', async () => {
    await page.viewport(320, 800)
    const modal = await mountView(
      { name: 'Nft', nft: { ...nftOf(3), tokenId: '9'.repeat(70) } },
      connected(() => undefined, { locale: 'de' }),
    )
    await modal.see('Token-ID')
    const box = root(modal).querySelector('dl')!.getBoundingClientRect()
    for (const fact of root(modal).querySelectorAll('dl wm-copy-button')) {
      const { left, right } = fact.getBoundingClientRect()
      expect([left >= box.left, right <= box.right]).toEqual([true, true])
    }
    expect(scrollerOf(modal).scrollWidth).toBe(scrollerOf(modal).clientWidth)
  })

  test('shows a long description in part, and all of it as text', async () => {
    const nft = { ...nftOf(3), description: `<img src=x onerror=alert(1)>\u202e${'word '.repeat(100)}\nthe end` }
    const modal = await mountView(
      { name: 'Nft', nft },
      connected(() => undefined),
    )
    const text = () => root(modal).querySelector<HTMLElement>('p[dir=auto]')!
    const folded = text().clientHeight
    expect(text().textContent).toContain('<img src=x onerror=alert(1)> word')
    await modal.click('Read more')
    await expect.poll(() => text().clientHeight).toBeGreaterThan(folded)
    expect(root(modal).querySelector('p img')).toBeNull()
    await expect
      .element(page.getByRole('link', { name: 'View on Etherscan (opens in a new tab)' }))
      .toHaveAttribute('href', `https://etherscan.io/address/${nft.contract}`)
  })
})
