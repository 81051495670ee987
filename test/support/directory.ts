// A wallet list service on the loopback that answers `GET /getWallets` as ours does, and can be made slow or broken.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WalletEntry } from '../../src/vocabulary/wallet.js'

export interface TestDirectory {
  readonly url: string
  /** Query of every call, oldest first. */
  readonly calls: readonly URLSearchParams[]
  /** Every further call fails with this status. */
  fail(status: number | undefined): void
  /** Further calls wait until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}

export const entry = (id: string, more: Partial<WalletEntry> = {}): WalletEntry => ({
  id,
  name: `Wallet ${id}`,
  chains: ['eip155:1'],
  mobile_link: `${id}://`,
  ...more,
})

export async function startDirectory(wallets: readonly WalletEntry[]): Promise<TestDirectory> {
  const calls: URLSearchParams[] = []
  let status: number | undefined
  let held: (() => void)[] | undefined

  const answer = (query: URLSearchParams, response: ServerResponse) => {
    response.setHeader('content-type', 'application/json')
    if (status) {
      response.statusCode = status
      return response.end('{}')
    }
    const [include, exclude] = [listOf(query.get('include')), listOf(query.get('exclude'))]
    const search = query.get('search')?.toLowerCase()
    const found = wallets.filter(
      (wallet) =>
        (!include || include.includes(wallet.id)) &&
        !exclude?.includes(wallet.id) &&
        (!search || wallet.name.toLowerCase().includes(search)) &&
        (!query.get('badge_type') || wallet.badge_type === query.get('badge_type')),
    )
    const entries = Number(query.get('entries'))
    const page = Number(query.get('page') ?? 1)
    response.end(JSON.stringify({ count: found.length, data: found.slice((page - 1) * entries, page * entries) }))
  }
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    calls.push(searchParams)
    if (held) held.push(() => answer(searchParams, response))
    else answer(searchParams, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has this kind of address
    calls,
    fail: (next) => void (status = next),
    hold() {
      held = []
      return () => {
        const waiting = held ?? []
        held = undefined
        for (const go of waiting) go()
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function listOf(value: string | null): readonly string[] | undefined {
  return value ? value.split(',') : undefined
}
