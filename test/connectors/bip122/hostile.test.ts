// Bitcoin wallets that mean harm or are broken, in every shape: whatever they do stays with their own connector.
import { base64, hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { createConnector } from '../../../src/connectors/bip122/index.js'
import { type BitcoinShape, discover } from '../../../src/connectors/bip122/discover.js'
import type { ConnectorChange, FoundWallet } from '../../../src/connectors/connector.js'
import { WalletError } from '../../../src/vocabulary/errors.js'
import { bitcoin, bitcoinTestnet } from '../../../src/vocabulary/non-evm-networks.js'
import {
  createBitcoinWallet,
  leatherShape,
  type Params,
  satsConnectShape,
  spendingOf,
  standardShape,
  unisatShape,
} from '../../support/bitcoin-wallet.js'
import { world } from '../../support/connector-world.js'
import { codeOf, rejects, throwingGetters, throwsOnEverything, wrongAnswers } from '../../support/hostile.js'
import { plainWindow } from '../../support/plain-window.js'
import { testRows } from '../../support/rows.js'

const chain = bitcoin.caipNetworkId
const networks = [bitcoin, bitcoinTestnet]
const wallet = createBitcoinWallet(3)
const other = createBitcoinWallet(4)
const account = `${chain}:${wallet.payment}` as const

const open = (shape: BitcoinShape['shape'], object: unknown) =>
  createConnector(
    { wallet: { id: 'w', uid: 'w', namespace: 'bip122', name: 'W', source: 'injected' }, provider: { shape, object } },
    world,
  )

/** A wallet of a shape all of whose functions answer alike. */
const alike = {
  unisat: (answer: () => unknown) => ({
    requestAccounts: answer,
    getAccounts: answer,
    getPublicKey: answer,
    getChain: answer,
    signMessage: answer,
    on: answer,
    removeListener: answer,
  }),
  'sats-connect': (answer: () => unknown) => ({ request: answer, addListener: answer }),
  leather: (answer: () => unknown) => ({ request: answer }),
  standard: (answer: () => unknown) => ({
    name: 'W',
    get accounts() {
      const accounts = answer()
      Promise.resolve(accounts).catch(() => undefined) // nobody waits for a property
      return accounts
    },
    chains: ['bitcoin:mainnet'],
    features: {
      'bitcoin:connect': { connect: answer },
      'standard:events': { on: answer },
      'bitcoin:signMessage': { signMessage: answer },
      'bitcoin:signTransaction': { signTransaction: answer },
    },
  }),
} satisfies Record<BitcoinShape['shape'], (answer: () => unknown) => object>

/** A good wallet that answers with `answer` from `signing` on. */
function goodUntilAsked(shape: BitcoinShape['shape'], answer: () => unknown): object {
  const good = { unisat: unisatShape, 'sats-connect': satsConnectShape, leather: leatherShape, standard: standardShape }[shape]
  const { object }: { object: object } = good(wallet)
  if (shape === 'unisat') return { ...object, signMessage: answer, signPsbt: answer, sendBitcoin: answer, pushPsbt: answer }
  if (shape === 'standard') {
    const features = {
      ...(Reflect.get(object, 'features') as object),
      'bitcoin:signMessage': { signMessage: answer },
      'bitcoin:signTransaction': { signTransaction: answer },
      'bitcoin:signAndSendTransaction': { signAndSendTransaction: answer },
    }
    return Object.defineProperty(Object.create(object) as object, 'features', { value: features }) // its accounts are a getter
  }
  const ask = Reflect.get(object, 'request') as (...args: readonly unknown[]) => unknown // both of these shapes have it
  return {
    ...object,
    request: (method: string, params: unknown) => (/^(?:sign|send)/.test(method) ? answer() : ask(method, params)),
  }
}

const shapes = ['unisat', 'sats-connect', 'leather', 'standard'] as const

describe.each(shapes)('a wallet in the shape of %s', (shape) => {
  testRows([
    ...wrongAnswers.map(([name, answer]) => [`answers everything with ${name}`, alike[shape](() => answer)] as const),
    ['throws on every call', alike[shape](rejects)] as const,
    [
      'throws at once',
      alike[shape](() => {
        throw new Error('boom')
      }),
    ] as const,
    ['has getters that throw', throwingGetters('request', 'requestAccounts', 'connect', 'features', 'accounts', 'on')] as const,
    ['is a proxy that throws', throwsOnEverything] as const,
    ['is frozen and empty', Object.freeze({})] as const,
    ['is nothing', undefined] as const,
  ])('that %s is not connected, and can be let go', async (_, object) => {
    const connector = open(shape, object)
    connector.onChange(() => undefined)
    expect(await codeOf(connector.connect({ networks }))).toMatch(/^(?:NO_ACCOUNTS|WALLET_FAILED|UNSUPPORTED_METHOD)$/)
    expect(await codeOf(connector.connect({ networks, silent: true }))).toMatch(
      /^(?:NOT_CONNECTED|WALLET_FAILED|UNSUPPORTED_METHOD)$/,
    )
    expect([await connector.getAccounts(), await connector.isAuthorized()]).toEqual([[], false])
    await connector.disconnect()
    connector.release()
  })

  testRows(wrongAnswers)('that signs with %s fails with a code, and stays connected', async (name, answer) => {
    const connector = open(
      shape,
      goodUntilAsked(shape, () => answer),
    )
    await connector.connect({ networks })
    expect(await codeOf(connector.sign({ account, message: 'x' }))).toBe('WALLET_FAILED')
    const signInputs = [{ address: wallet.payment, index: 0 }]
    for (const broadcast of [false, true]) {
      const params = { psbt: base64.encode(spendingOf(wallet)), signInputs, broadcast }
      // What a wallet throws by itself reaches a page as it is.
      await expect(connector.request(chain, { method: 'signPsbt', params })).rejects.toBeInstanceOf(
        name === 'a proxy that throws' ? Error : WalletError,
      )
    }
    if (shape !== 'standard') {
      const transfer = { from: account, to: other.payment, amount: 1_000n, asset: `${chain}/slip44:0` } as const
      expect(await codeOf(connector.send(transfer))).toBe('WALLET_FAILED')
    }
    expect(await connector.getAccounts()).not.toEqual([])
  })

  test('that never answers is given up, and one beside it connects', async () => {
    const life = new AbortController()
    const connecting = open(
      shape,
      alike[shape](() => new Promise(() => undefined)),
    ).connect({ networks, signal: life.signal })
    life.abort()
    expect(await codeOf(connecting)).toBe('ABORTED')
    expect(await open('unisat', unisatShape(wallet).object).connect({ networks })).toMatchObject({ chain })
  })

  test('that is frozen works', async () => {
    const good = { unisat: unisatShape, 'sats-connect': satsConnectShape, leather: leatherShape, standard: standardShape }[shape]
    expect(await open(shape, Object.freeze(good(wallet).object)).connect({ networks })).toMatchObject({ chain })
  })
})

describe('addresses', () => {
  const bad = [
    createBitcoinWallet(3, true).payment, // of another network
    `${wallet.payment.slice(0, -1)}x`,
    'a'.repeat(1_000_000),
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '<img src=x onerror=alert(1)>',
    '',
  ]
  const addresses = [...bad.map((address) => ({ address, publicKey: 'x' })), null, 7, throwsOnEverything]
  test.each([
    ['sats-connect', { request: async () => ({ result: { addresses: [...addresses, { address: wallet.payment }] } }) }],
    ['leather', { request: async () => ({ result: { addresses: [...addresses, { address: wallet.payment }] } }) }],
    [
      'standard',
      {
        features: {
          'bitcoin:connect': {
            connect: async () => ({
              accounts: [...addresses, { address: wallet.payment, chains: ['bitcoin:mainnet'] }],
            }),
          },
        },
      },
    ],
  ] as const)('of another network and other texts are left out, in the shape of %s', async (shape, object) => {
    const { accounts } = await open(shape, object).connect({ networks: [bitcoin] })
    expect(accounts.map(({ address }) => address)).toEqual([wallet.payment])
  })

  testRows(bad)('that are the only one of a wallet: %.40s', async (address) => {
    const object = { ...unisatShape(wallet).object, requestAccounts: async () => [address] }
    expect(await codeOf(open('unisat', object).connect({ networks: [bitcoin] }))).toBe('NO_ACCOUNTS')
  })

  test('that come twice are one account', async () => {
    const object = { request: async () => ({ result: { addresses: [...wallet.addresses, ...wallet.addresses] } }) }
    expect((await open('sats-connect', object).connect({ networks })).accounts).toHaveLength(2)
  })
})

describe('an account that changes while the wallet signs', () => {
  const heard = (connector: ReturnType<typeof open>) => {
    const changes: ConnectorChange[] = []
    connector.onChange((change) => changes.push(change))
    return changes
  }

  test('is told, and the signature is that of the account that was asked for', async () => {
    const { object, events } = satsConnectShape(wallet)
    let answer: (signature: unknown) => void = () => undefined
    const request = (method: string, params: Params) =>
      method === 'signMessage' ? new Promise((resolve) => (answer = resolve)) : object.request(method, params)
    const connector = open('sats-connect', { ...object, request })
    const changes = heard(connector)
    await connector.connect({ networks })
    const signing = connector.sign({ account, message: 'x' })
    events.emit('accountChange', { addresses: other.addresses })
    const signature = wallet.signMessage(wallet.payment, 'x', 'ecdsa')
    answer({ result: { address: wallet.payment, signature } })
    expect(await signing).toMatchObject({ signature })
    expect(changes).toMatchObject([{ type: 'grant', grant: { accounts: [{ address: other.payment }, {}] } }])
    expect(await codeOf(connector.sign({ account, message: 'x' }))).toBe('UNAUTHORIZED')
  })

  test.each(['sats-connect', 'leather'] as const)('in the shape of %s: a signature by the new one is refused', async (shape) => {
    const signature = wallet.signMessage(wallet.payment, 'x', 'ecdsa')
    const connector = open(
      shape,
      goodUntilAsked(shape, () => ({ result: { address: other.payment, signature } })),
    )
    await connector.connect({ networks })
    expect(await codeOf(connector.sign({ account, message: 'x' }))).toBe('WALLET_FAILED')
  })

  test('in the shape of Unisat, which is told no account: nothing is signed or sent with another', async () => {
    const { object, state } = unisatShape(wallet)
    const asked: string[] = []
    const counted = Object.fromEntries(
      (['signMessage', 'signPsbt', 'sendBitcoin'] as const).map((name) => [name, async () => void asked.push(name)]),
    )
    const connector = open('unisat', { ...object, ...counted })
    await connector.connect({ networks })
    state.address = other.payment // its event has not come yet
    expect(await codeOf(connector.sign({ account, message: 'x' }))).toBe('UNAUTHORIZED')
    const transfer = { from: account, to: other.payment, amount: 1_000n, asset: `${chain}/slip44:0` } as const
    expect(await codeOf(connector.send(transfer))).toBe('UNAUTHORIZED')
    const psbt = base64.encode(spendingOf(wallet))
    expect(await codeOf(connector.request(chain, { method: 'signPsbt', params: { psbt } }))).toBe('UNAUTHORIZED')
    expect(asked).toEqual([])
  })

  test('answers that come in another order: the last one counts', async () => {
    const { object, state, events } = unisatShape(wallet)
    const waiting: ((addresses: string[]) => void)[] = []
    const connector = open('unisat', { ...object, getAccounts: () => new Promise((resolve) => waiting.push(resolve)) })
    const changes = heard(connector)
    await connector.connect({ networks })
    events.emit('accountsChanged', [wallet.ordinals])
    events.emit('accountsChanged', [other.payment])
    state.address = other.payment
    waiting[1]?.([other.payment])
    await expect.poll(() => changes.length).toBe(1)
    waiting[0]?.([wallet.ordinals])
    await new Promise((resolve) => setTimeout(resolve))
    expect(changes).toMatchObject([{ grant: { accounts: [{ address: other.payment }] } }])
  })
})

describe('what is asked without the person', () => {
  test('of Leather: nothing in a page that was loaded again, and what it shared in this one', async () => {
    const asked: string[] = []
    const { object } = leatherShape(wallet, (request) => asked.push(request))
    const connector = open('leather', object)
    expect(await codeOf(connector.connect({ networks, silent: true }))).toBe('NOT_CONNECTED')
    expect(asked).toEqual([])
    await connector.connect({ networks })
    expect(await connector.getAccounts()).toHaveLength(2)
    expect(asked).toEqual(['getAddresses'])
  })

  test('of a wallet from before wallet_getAccount: nothing that could prompt', async () => {
    const { object } = satsConnectShape(wallet, undefined, ['wallet_connect', 'wallet_getAccount'])
    const asked: string[] = []
    const request = (method: string, params: Params) => {
      asked.push(method)
      return object.request(method, params)
    }
    expect(await codeOf(open('sats-connect', { ...object, request }).connect({ networks, silent: true }))).toBe('NOT_CONNECTED')
    expect(asked).toEqual(['wallet_getAccount'])
  })

  test('of Unisat: no key, whose question prompts where the page is not allowed', async () => {
    const { object } = unisatShape(wallet)
    const getPublicKey = () => Promise.reject(new Error('a prompt was shown'))
    const connector = open('unisat', { ...object, getPublicKey })
    expect(await codeOf(connector.connect({ networks, silent: true }))).toBe('NOT_CONNECTED')
  })
})

describe('names and icons', () => {
  const find = (entry: object) => {
    const reports: (readonly FoundWallet[])[] = []
    const life = new AbortController()
    const globals = { btc_providers: [entry], it: satsConnectShape(wallet).object, unisat: unisatShape(wallet).object }
    discover(plainWindow(globals), (found) => reports.push(found), life.signal)
    life.abort()
    return reports.at(-1) ?? []
  }
  test.each([
    ['markup is text', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['an override of the direction is dropped', 'Good\u202Egnihtemos', 'Good gnihtemos'],
    ['a megabyte is cut', 'a'.repeat(1_000), 'a'.repeat(64)],
  ])('%s', (_, name, shown) => {
    expect(find({ id: 'it', name }).map((found) => found.wallet.name)).toEqual([shown, 'Unisat'])
  })
  testRows([
    ['javascript:alert(1)', undefined],
    ['data:text/html,<script>alert(1)</script>', undefined],
    [`data:image/png;base64,${'a'.repeat(1_000_000)}`, undefined],
    ['data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'shown'],
  ])('the icon %.30s', (icon, state) => {
    // A picture with a script is harmless where it is shown: `<img>` runs none.
    const [found] = find({ id: 'it', name: 'It', icon })
    expect(found?.wallet.icon).toBe(state && icon)
  })
  testRows([
    ['a name that is no text', { id: 'it', name: 7 }],
    ['no name', { id: 'it', name: '\u202E\u200B ' }],
    ['a path that leads nowhere', { id: 'it.no.where', name: 'It' }],
    ['a path into what throws', { id: 'constructor.prototype.x', name: 'It' }],
    ['a path of a megabyte', { id: 'a.'.repeat(500_000), name: 'It' }],
    ['getters that throw', throwingGetters('id', 'name', 'icon')],
    ['a proxy that throws', throwsOnEverything],
  ])('an entry with %s is left out, and the one beside it stays', (_, entry) => {
    expect(find(entry).map(({ wallet: { name } }) => name)).toEqual(['Unisat'])
  })
})

describe('what is sent', () => {
  const send = async (transfer: { to?: string; amount?: bigint }) => {
    const connector = open('sats-connect', satsConnectShape(wallet).object)
    await connector.connect({ networks })
    return connector.send({ from: account, to: other.payment, amount: 1_000n, asset: `${chain}/slip44:0`, ...transfer })
  }
  testRows([
    ['nothing', 0n],
    ['less than nothing', -1n],
    ['dust', 293n],
    ['more than there is', 2_100_000_000_000_001n],
    ['more than a number holds', 1n << 256n],
  ])('%s is no amount', async (_, amount) => {
    expect(await codeOf(send({ amount }))).toBe('AMOUNT_INVALID')
    const connector = open('unisat', unisatShape(wallet).object)
    await connector.connect({ networks })
    const params = { recipientAddress: other.payment, amount: String(amount) }
    expect(await codeOf(connector.request(chain, { method: 'sendTransfer', params }))).toBe('AMOUNT_INVALID')
  })
  test.each([
    ['the least that nodes pass on', 294n],
    ['all there is', 2_100_000_000_000_000n],
    ['a number that a float rounds as bitcoins', 1_234_567_890_123_457n],
  ])('%s, in satoshis', async (_, amount) => {
    await send({ amount })
    expect(wallet.sent.at(-1)).toEqual({ to: other.payment, amount })
  })
  testRows([
    ['no address', 'x'],
    ['one with a changed letter', `${other.payment.slice(0, -1)}x`],
    ['one of a test network', createBitcoinWallet(4, true).payment],
    ['one of another ecosystem', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['a version of segwit that nobody can spend from', 'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du'],
  ])('to %s is refused', async (_, to) => {
    expect(await codeOf(send({ to }))).toBe('ADDRESS_INVALID')
  })
  testRows([['1.5'], ['0x10'], ['9'.repeat(79)], [1.5], [null], [{}]])('the text %s is no amount in satoshis', async (amount) => {
    const connector = open('unisat', unisatShape(wallet).object)
    await connector.connect({ networks })
    const params = { recipientAddress: other.payment, amount }
    expect(await codeOf(connector.request(chain, { method: 'sendTransfer', params }))).toBe('INVALID_PARAMS')
  })
})

describe('a PSBT', () => {
  const psbt = spendingOf(wallet)
  const signInputs = [{ address: wallet.payment, index: 0 }]
  testRows(shapes)('goes to %s in its own writing, and comes back in base64', async (shape) => {
    const good = { unisat: unisatShape, 'sats-connect': satsConnectShape, leather: leatherShape, standard: standardShape }[shape]
    const connector = open(shape, good(wallet).object)
    await connector.connect({ networks })
    const sign = (text: string) => connector.request(chain, { method: 'signPsbt', params: { psbt: text, signInputs } })
    const signed = { psbt: base64.encode(wallet.signPsbt(psbt, [0], false).psbt) }
    expect(await sign(base64.encode(psbt))).toEqual(signed)
    expect(await sign(hex.encode(psbt))).toEqual(signed)
  })
  test.each([
    ['hex where base64 is usual', 'sats-connect', (text: string) => ({ result: { psbt: hex.encode(base64.decode(text)) } })],
    ['base64 where hex is usual', 'leather', (text: string) => ({ result: { hex: text } })],
    ['base64 where hex is usual', 'unisat', (text: string) => text],
  ] as const)('that a wallet writes in %s (%s) is understood', async (_, shape, answer) => {
    const signed = base64.encode(wallet.signPsbt(psbt, [0], false).psbt)
    const connector = open(
      shape,
      goodUntilAsked(shape, () => answer(signed)),
    )
    await connector.connect({ networks })
    const params = { psbt: base64.encode(psbt), signInputs }
    expect(await connector.request(chain, { method: 'signPsbt', params })).toEqual({ psbt: signed })
  })
  testRows([
    ['no base64', '!'],
    ['no PSBT', base64.encode(new Uint8Array(80))],
    ['empty', ''],
    ['too long', 'A'.repeat(4_000_004)],
  ])('that is %s is not sent', async (_, text) => {
    const connector = open('unisat', unisatShape(wallet).object)
    await connector.connect({ networks })
    expect(await codeOf(connector.request(chain, { method: 'signPsbt', params: { psbt: text } }))).toBe('INVALID_PARAMS')
  })
  test('of the Wallet Standard needs to be told its inputs, which the standard has no word for all of', async () => {
    const connector = open('standard', standardShape(wallet).object)
    await connector.connect({ networks })
    const params = { psbt: base64.encode(psbt) }
    expect(await codeOf(connector.request(chain, { method: 'signPsbt', params }))).toBe('INVALID_PARAMS')
  })
})
