// From a request to what is signed: what happens while the visitor reads. A chain and a keyring that a test moves on.
import { keccak256, parseTransaction, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { Decision } from '../../../frame/approvals/stack.js'
import type { Approval } from '../../../frame/approvals/types.js'
import type { Keyring } from '../../../frame/keys/keyring.js'
import { NodeError, type Nodes } from '../../../frame/nodes.js'
import type { FrameParts } from '../../../frame/parts.js'
import { phraseOf } from '../../../frame/phrase.js'
import { createApprove } from '../../../frame/rpc/approve.js'
import { createSender } from '../../../frame/rpc/send.js'
import { createStore } from '../../../frame/store.js'
import type { FrameConfig } from '../../../src/embedded/wire.js'
import { APP, USER_ID } from './support.js'

const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
const TO = '0x00000000000000000000000000000000000000aa'
const chainId = 'eip155:1'

/** @param knownContracts as the services tell it */
function world(knownContracts: FrameConfig['knownContracts'] = {}) {
  const chain = { nonce: 0, sent: [] as Hex[], refuses: '' }
  const shown: Approval[] = []
  const states: string[] = []
  const person: { decide(approval: Approval): void | false | Promise<void> } = { decide: () => {} }
  const answers: Record<string, () => unknown> = {
    eth_chainId: () => '0x1',
    eth_getBlockByNumber: () => ({ baseFeePerGas: '0x1', gasLimit: '0x1c9c380', number: '0x1' }),
    eth_gasPrice: () => '0x1',
    eth_maxPriorityFeePerGas: () => '0x1',
    eth_getTransactionCount: () => `0x${chain.nonce.toString(16)}`,
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_estimateGas: () => '0x5208',
    eth_getCode: () => '0x',
    eth_getTransactionByHash: () => null,
  }
  const nodes: Nodes = {
    async read(_, { method, params }) {
      if (method === 'eth_sendRawTransaction') {
        if (chain.refuses) throw new NodeError(-32000, chain.refuses)
        const [raw] = params as [Hex]
        chain.sent.push(raw)
        return keccak256(raw)
      }
      const answer = answers[method]
      if (!answer) throw new NodeError(-32601, 'not here')
      return answer()
    },
  }
  const store = createStore()
  // As the worker signs; what it is asked to sign is what is looked at here.
  const keyring = {
    sign: async ({ payload }: { payload: { type: string; transaction: Parameters<typeof account.signTransaction>[0] } }) =>
      account.signTransaction(payload.transaction),
  } as unknown as Keyring
  const parts = {
    api: { now: Date.now },
    config: { knownContracts, chainNames: {} },
    chains: { known: [chainId] },
    accounts: {
      networks: [],
      on: async () => ({ address: account.address, type: 'eoa', all: [{ address: account.address, type: 'eoa' }] }),
    },
    nodes,
    store,
    wallet: {
      ready: async () => ({ walletId: 'w', mode: 'assisted', addresses: { eip155: account.address, solana: '', bip122: '' } }),
      unlock: async () => keyring,
    },
  } as unknown as FrameParts
  const show = async (approval: Approval): Promise<Decision> => {
    shown.push(approval)
    if ((await person.decide(approval)) === false) return { outcome: 'rejected' }
    return { outcome: 'approved', approval, done: () => void states.push('done'), failed: async (code) => void states.push(code) }
  }
  const approve = createApprove({ parts, sender: createSender({ nodes, store, now: Date.now }), show })
  const controller = new AbortController()
  const send = (more: Record<string, unknown> = {}) =>
    approve(
      {
        method: 'eth_sendTransaction',
        params: [{ from: account.address, to: TO, value: '0x1', ...more }],
        chainId,
        user: { userId: USER_ID, email: null, provider: 'email' },
      },
      { origin: APP, signal: controller.signal, pending: () => {} },
    ) as Promise<Hex>
  return { chain, shown, states, person, send, controller, store }
}
const nonces = (sent: readonly Hex[]) => sent.map((raw) => parseTransaction(raw).nonce ?? 0)

test('what is sent is what was shown, and the page gets the hash of these bytes', async () => {
  const { chain, shown, states, send } = world()
  const hash = await send()
  expect(hash).toBe(keccak256(chain.sent[0]!))
  const { sign } = shown[0]!
  const { nonce: _, ...told } = parseTransaction(chain.sent[0]!)
  expect(sign).toMatchObject({
    type: 'evmTransaction',
    transaction: { value: told.value, gas: told.gas, maxFeePerGas: told.maxFeePerGas },
  })
  expect(states).toEqual(['done'])
})

test('an approval shows the phrase of the visitor, which a page cannot know', async () => {
  // attack 78
  const { shown, send, store } = world()
  await send()
  await store.set('phrase', 'amber \u202efox')
  await send({ value: '0x2' })
  const phrases = shown.map(({ head }) => head.find(({ label }) => label === 'row.phrase')?.value)
  expect(phrases).toEqual([undefined, { type: 'text', text: 'amber ⟦U+202E⟧fox' }])
  for (const odd of [7, '', 'x'.repeat(41)]) {
    await store.set('phrase', odd)
    expect(await phraseOf(store)).toBeUndefined()
  }
})

test('a contract that the operator trusts is called by its name, and may get coins; the same one elsewhere is not', async () => {
  const name = 'Our router'
  const refund = { value: '0x5', data: '0x12210e8a' } // refundETH()
  const isNamed = ({ rows }: Approval) => rows.some(({ value }) => value.type === 'address' && value.name === name)
  const about = async (knownContracts?: FrameConfig['knownContracts']) => {
    const { shown, send } = world(knownContracts)
    await send(refund)
    return shown[0]!
  }
  const trusted = await about({ [`eip155:1:${TO}`]: name })
  expect([trusted.risk, isNamed(trusted)]).toEqual(['normal', true])
  for (const other of [await about(), await about({ [`eip155:10:${TO}`]: name })]) {
    expect([other.risk, isNamed(other)]).toEqual(['risky', false])
    expect(other.warnings).toContainEqual({ key: 'warn.unlistedWrapper', level: 'danger' })
  }
})

test('a number that another tab has used while the visitor read is shown again with the next one', async () => {
  // attack 70
  const { chain, shown, person, send } = world()
  person.decide = () => {
    if (shown.length === 1) chain.nonce = 1
  }
  await send()
  expect(shown).toHaveLength(2)
  expect(nonces(chain.sent)).toEqual([1])
})

test('a page that names the number means it: it is not asked twice while the number is free', async () => {
  // attack 70
  const { chain, shown, send } = world()
  await send({ nonce: '0x3' })
  expect(shown).toHaveLength(1)
  expect(nonces(chain.sent)).toEqual([3])
})

test('several at once have one number each, although the node does not know of those before', async () => {
  const { chain, send } = world()
  await Promise.all([send({ value: '0x1' }), send({ value: '0x2' }), send({ value: '0x3' })])
  expect(nonces(chain.sent)).toEqual([0, 1, 2])
})

test('one that is rejected leaves its number to the next', async () => {
  const { chain, person, send } = world()
  person.decide = ({ sign }) => (sign.type === 'evmTransaction' && sign.transaction.value === 1n ? false : undefined)
  const [first, second] = await Promise.allSettled([send({ value: '0x1' }), send({ value: '0x2' })])
  expect(first).toMatchObject({ status: 'rejected', reason: { code: 'USER_REJECTED', rpcCode: 4001 } })
  expect(second.status).toBe('fulfilled')
  expect(nonces(chain.sent)).toEqual([0])
})

test('a page that gives up while the visitor reads gets nothing signed', async () => {
  const { chain, person, controller, states, send } = world()
  person.decide = () => controller.abort()
  await expect(send()).rejects.toMatchObject({ code: 'ABORTED' })
  expect(chain.sent).toEqual([])
  expect(states).toEqual(['ABORTED'])
})

test('what the chain refuses is told to the page and to the visitor', async () => {
  const { chain, states, send } = world()
  chain.refuses = 'insufficient funds'
  await expect(send()).rejects.toMatchObject({ code: 'FAILED', message: 'insufficient funds', rpcCode: -32000 })
  expect(states).toEqual(['FAILED'])
})
