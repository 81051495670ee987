// Solana history and balances by the public routes, over the devnet.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBalances } from '../../../../src/api/balances.js'
import { getHistory, historySchema, type Transaction } from '../../../../src/api/history.js'
import { transferSol } from '../../../devnet/solana/instructions.js'
import { signerOf } from '../../../devnet/solana/keys.js'
import { SOLANA_ACCOUNTS, SOLANA_CHAIN_ID as chainId } from '../../../devnet/solana/manifest.js'
import { writeTransaction } from '../../../devnet/solana/transaction.js'
import type { SolanaDevnet } from '../../../devnet/solana.js'
import { checkEach } from '../../../../test/support/rows.js'
import { solanaMissing, startSeededSolana } from '../../support/solana.js'
import { startData } from '../support/world.js'

type Data = Awaited<ReturnType<typeof startData>>
const [ada, ben, cleo, dora] = SOLANA_ACCOUNTS.map(({ address }) => address) as [string, string, string, string]

/** operation, and for each transfer direction, amount and symbol. */
const told = ({ metadata, transfers }: Transaction) =>
  [
    metadata.status === 'failed' ? 'failed' : metadata.operationType,
    ...transfers.map((one) => `${one.direction} ${one.quantity.numeric} ${one.fungible_info?.symbol ?? '?'}`),
  ].join(', ')

describe.skipIf(solanaMissing !== undefined)(`on the devnet${solanaMissing ? ` (${solanaMissing})` : ''}`, () => {
  let devnet: SolanaDevnet
  let data: Data
  let calls: string[] = []
  beforeAll(async () => {
    devnet = await startSeededSolana()
    const fetch: typeof globalThis.fetch = (input, init) => {
      if (typeof init?.body === 'string') calls.push((JSON.parse(init.body) as { method: string }).method)
      return globalThis.fetch(input, init)
    }
    data = await startData({ chains: { [chainId]: [devnet.url] }, fetch })
  })
  afterAll(async () => {
    await data.stop()
    await devnet.stop()
  })

  const rpc = async (method: string, ...params: unknown[]) => {
    const response = await fetch(devnet.url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return ((await response.json()) as { result: unknown }).result
  }
  const pay = async (from: number, to: string, amount: bigint) => {
    const signer = signerOf(SOLANA_ACCOUNTS[from]?.seed ?? '')
    const { value } = (await rpc('getLatestBlockhash')) as { value: { blockhash: string } }
    const wire = writeTransaction([transferSol(signer.address, to, amount)], [signer], value.blockhash)
    return (await rpc('sendTransaction', Buffer.from(wire).toString('base64'), { encoding: 'base64' })) as string
  }
  const history = (account: string) => getHistory(data.api, { account, chainId })

  test('tells what an account did, newest first', () =>
    checkEach(
      [
        [
          ada,
          [
            'receive, in 0.1 SOL',
            'receive, in 25 GRAIN',
            'send, out 7 SALT',
            'send, out 120 TUSD',
            'receive, in 0.25 SOL',
            'send, out 1.5 SOL',
            'mint, in 77 SALT',
            'mint, in 1000 GRAIN',
            'mint, in 5000 TUSD',
            'receive, in 100 SOL',
          ],
        ],
        [
          ben,
          [
            'send, out 25 GRAIN',
            'trade, in 40 TUSD, out 0.2 SOL',
            'trade, out 40 TUSD, in 0.2 SOL',
            'burn, out 1 GRAIN',
            'approve, self 0 GRAIN',
            'receive, in 120 TUSD',
            'send, out 0.25 SOL',
            'receive, in 1.5 SOL',
            'mint, in 1000 GRAIN',
            'mint, in 5000 TUSD',
            'receive, in 100 SOL',
          ],
        ],
        [
          cleo,
          [
            'send, out 0.1 SOL',
            'failed, self 0 SOL',
            'trade, out 40 TUSD, in 0.2 SOL',
            'trade, in 40 TUSD, out 0.2 SOL',
            'receive, in 7 SALT',
            'mint, in 5000 TUSD',
            'receive, in 100 SOL',
          ],
        ],
      ],
      'tells what %s did, newest first',
      async (account, lines) => {
        const { data: rows, next } = await history(account)
        expect(rows.map(told)).toEqual(lines)
        expect(next).toBeUndefined()
        const times = rows.map(({ metadata }) => Date.parse(metadata.minedAt))
        expect(times).toEqual([...times].sort((a, b) => b - a))
      },
    ))

  test('the raw answer has the shape of every other history', async () => {
    const { status, body, headers } = await data.get(`/v1/account/${chainId}:${ben}/history?currency=usd&st=wm&sv=html-1.0.0`)
    expect([status, headers.get('x-provider'), headers.get('x-incomplete')]).toEqual([200, 'signatures', null])
    expect(historySchema.safeParse(body).success).toBe(true)
    const sent = body.data.find(({ metadata }: Transaction) => metadata.operationType === 'send')
    expect(sent).toEqual({
      id: `${chainId}:${sent.metadata.hash}`,
      metadata: {
        operationType: 'send',
        hash: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/) as string,
        minedAt: expect.any(String) as string,
        sentFrom: ben,
        sentTo: ada,
        status: 'confirmed',
        nonce: 0,
        application: null,
        chain: chainId,
      },
      transfers: [
        {
          fungible_info: {
            name: 'Grain',
            symbol: 'GRAIN',
            icon: { url: expect.stringMatching(/\/public\/getTokenImage\/GRAIN$/) as string },
            address: expect.stringMatching(`^${chainId}:[1-9A-HJ-NP-Za-km-z]{32,44}$`) as string,
            flags: { is_verified: true },
          },
          nft_info: null,
          direction: 'out',
          quantity: { numeric: '25' },
        },
      ],
    })
  })

  test('balances name and price the tokens of both programs without any settings', async () => {
    const { balances: found } = await getBalances(data.api, { address: ada, chainId })
    const lines = found.map(({ symbol, name, amount, price }) => [symbol, name, amount, price])
    expect(lines).toEqual([
      ['SOL', 'Solana', 100_000_000_000n, 150],
      ['TUSD', 'Test Dollar', 4_880_000_000n, 1],
      ['GRAIN', 'Grain', 1_025_000_000_000n, 0.5],
      ['SALT', 'Salt', 7000n, 0.02],
    ])
  })

  test('what is new is read alone, and stands at the head of both sides', async () => {
    await history(dora)
    const hash = await pay(0, dora, 1_000_000n)
    calls = []
    const [row] = (await history(dora)).data
    expect(row?.metadata).toMatchObject({ hash, sentFrom: ada, sentTo: dora })
    expect(calls.filter((method) => method === 'getTransaction')).toHaveLength(1)
    expect(told((await history(ada)).data[0] as Transaction)).toBe('send, out 0.001 SOL')
  })

  test('cursors lead through all rows once, and only for the list that they are of', async () => {
    const sent: string[] = []
    for (let index = 0; index < 90; index++) sent.push(await pay(3, ada, BigInt(index + 1)))
    const first = await history(dora)
    const second = await getHistory(data.api, { account: dora, chainId, cursor: first.next })
    const hashes = [...first.data, ...second.data].map(({ metadata }) => metadata.hash)
    expect(first.data).toHaveLength(50)
    expect(second.next).toBeUndefined()
    expect(hashes.slice(0, 90)).toEqual(sent.reverse())
    expect(new Set(hashes).size).toBe(hashes.length)
    for (const path of [`${ada}/history?chainId=${chainId}`, `${dora}/history?`]) {
      const { status, body } = await data.get(`/v1/account/${path}&cursor=${first.next}`)
      expect([status, body.reasons[0].field]).toEqual([400, 'cursor'])
    }
  })

  test('a devnet that was reset is read anew', async () => {
    const before = (await history(dora)).data.length
    devnet.reset()
    expect((await history(dora)).data.length).toBeLessThan(before)
    expect((await history(ada)).data).toHaveLength(10)
  })

  test('refuses a wrong question with its field', () =>
    checkEach(
      [
        [`${ada}/history?chainId=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`, 'chainId'],
        [`${ada}0/history?chainId=${chainId}`, 'address'],
        [`0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/history?chainId=${chainId}`, 'address'],
        [`0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/history`, 'address'],
        [`${ada}/history?chainId=${chainId}&cursor=e30.AAAA`, 'cursor'],
      ],
      'refuses %s',
      async (path, field) => {
        const { status, body } = await data.get(`/v1/account/${path}`)
        expect([status, body.reasons[0].field]).toEqual([400, field])
      },
    ))
})
