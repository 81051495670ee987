// The life of a session: asked for, activated, listed, revoked by its owner; and what is refused.
import {
  concatHex,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  hexToString,
  http,
  keccak256,
  parseAbi,
  publicActions,
  serializeErc6492Signature,
  zeroHash,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { revokeText } from '../../../../src/api/smart-sessions.js'
import { devnetChain } from '../../../../test/support/devnet-chain.js'
import contracts from './contracts/OwnedWallet.json' with { type: 'json' }
import { useSeededDevnet } from '../../support/devnet.js'
import { engine } from '../../support/engines.js'
import { checkEach } from '../../../../test/support/rows.js'
import { startServices } from '../../support/services.js'
import {
  CHAIN,
  NOW_S,
  SECRET,
  other,
  owner,
  appKey,
  accountOf,
  permissions,
  request,
  move,
  execute,
  operation,
  signed,
  fieldOf,
  useSessions,
} from './support.js'

const devnet = useSeededDevnet({ past: false })

const { post, list, create, active, send, services, db, clock } = useSessions(engine, devnet)

describe('life', () => {
  test('created, listed, activated, read, revoked, revoked again', async () => {
    const address = privateKeyToAccount(generatePrivateKey()).address
    const { pci, key } = await create({}, address)
    expect(key.publicKey).toMatch(/^0x04[0-9a-f]{128}$/)
    expect(await list(address.toLowerCase())).toEqual([
      {
        project: { id: 'p1', name: 'p1', url: null, iconUrl: null },
        pci,
        expiry: NOW_S + 7200,
        createdAt: NOW_S,
        permissions: JSON.parse(JSON.stringify(Object.values(permissions))),
        policies: [],
        context: null,
        revokedAt: null,
      },
    ])
    const context = async () => (await fetch(`${services().url}/v1/sessions/${accountOf(address)}/getcontext?pci=${pci}`)).json()
    expect(await context()).toEqual({ context: null })
    const signer = { type: 'keys', data: { keys: [key, appKey] } }
    const activation = { ...request(), signer, pci, context: '0xabcd' }
    expect((await post(`${accountOf(address)}/activate`, activation)).status).toBe(200)
    expect(await context()).toEqual({ context: '0xabcd' })
    expect(await fieldOf(await post(`${accountOf(address)}/activate`, { ...activation, context: '0xffff' }))).toEqual([
      400,
      'pci',
    ])
  })

  test('activated twice alike, because an answer was lost, it is active; a revoked one stays so', async () => {
    const account = accountOf(owner.address)
    const { pci, key } = await create()
    const signer = { type: 'keys', data: { keys: [key, appKey] } }
    const activate = () => post(`${account}/activate`, { ...request(), signer, pci, context: '0xabcd' })
    expect([(await activate()).status, (await activate()).status]).toEqual([200, 200])
    await post(`${account}/revoke`, { pci, signature: await owner.signMessage({ message: pci }) })
    expect(await fieldOf(await activate())).toEqual([400, 'pci'])
  })

  test('the first version of the wire gets the key as hex of its text', async () => {
    const response = await post(accountOf(owner.address), request())
    const { key } = (await response.json()) as { key: { publicKey: Hex } }
    expect(hexToString(key.publicKey)).toMatch(/^0x04[0-9a-f]{128}$/)
  })

  test('activation needs the keys that were asked for, and no more than the terms', async () => {
    const { pci, key } = await create()
    const activation = { ...request(), signer: { type: 'keys', data: { keys: [key, appKey] } }, pci, context: '0xabcd' }
    const activate = async (changes: object) =>
      fieldOf(await post(`${accountOf(owner.address)}/activate`, { ...activation, ...changes }))
    expect(await activate({ expiry: NOW_S + 9999 })).toEqual([400, 'expiry'])
    expect(await activate({ expiry: NOW_S })).toEqual([400, 'expiry'])
    const { native } = permissions
    const wider = [
      { ...native, data: { ...native.data, allowance: '0x65' } },
      { ...native, data: { ...native.data, period: 3599 } },
      { ...native, data: { ...native.data, start: NOW_S - 11 } },
      { ...permissions.token, data: { ...permissions.token.data, token: other } },
      { ...permissions.move, data: { ...permissions.move.data, functions: [{ functionName: 'quit' }] } },
    ]
    for (const one of wider) expect(await activate({ permissions: [one] })).toEqual([400, 'permissions'])
    expect(await activate({ permissions: [native, native] })).toEqual([400, 'permissions'])
    expect(await activate({ policies: [{ type: 'else', data: {} }] })).toEqual([400, 'policies'])
    expect(await activate({ signer: { type: 'keys', data: { keys: [key] } } })).toEqual([400, 'signer'])
    expect(await fieldOf(await post(`${accountOf(other)}/activate`, activation))).toEqual([404, 'pci'])
  })

  test('what nobody activated, and what is long over, goes away with the clean-up', async () => {
    const address = privateKeyToAccount(generatePrivateKey()).address
    await create({}, address)
    const kept = await active({}, address)
    clock.now += 25 * 3600
    await services().parts?.jobs.run('sessions clean-up')
    expect((await list(address)).map(({ pci }) => pci)).toEqual([kept.pci])
    clock.now += 31 * 24 * 3600
    await services().parts?.jobs.run('sessions clean-up')
    expect(await list(address)).toEqual([])
    clock.now = NOW_S
  })

  test('keys are sealed: neither the database nor another secret opens them', async () => {
    const { pci } = await active()
    const rows = await db().query<{ cosigner_key: string }>('select cosigner_key from sessions where pci = $1', [pci])
    expect(rows[0]?.cosigner_key).toMatch(/^v1\./)
    expect(rows[0]?.cosigner_key).not.toMatch(/[0-9a-f]{64}/)
    const stranger = await startServices({
      db: db(),
      evmUrl: devnet().url,
      now: () => clock.now * 1000,
      config: { secretKey: 'fedcba9876543210'.repeat(4) },
    })
    const userOp = await signed(operation(execute(move(1n))))
    expect((await send(pci, userOp, owner.address, stranger)).status).toBe(503)
    await stranger.stop()
  })

  test('without a secret no key is made', async () => {
    const keyless = await startServices({ db: db(), evmUrl: devnet().url })
    expect(
      await fieldOf(await post(accountOf(owner.address), request({ expiry: Math.floor(Date.now() / 1000) + 60 }), keyless)),
    ).toEqual([503, 'sessions'])
    expect((await (await fetch(`${keyless.url}/ready`)).json()).providers).toContainEqual({
      capability: 'sessions co-signer',
      provider: 'none: WM_SECRET_KEY',
      kind: 'off',
    })
    await keyless.stop()
  })
})

test('a request is refused for each field that is wrong', () =>
  checkEach(
    [
      ['expiry', { expiry: NOW_S }],
      ['expiry', { expiry: NOW_S + 400 * 24 * 3600 }],
      ['expiry', { expiry: 'soon' }],
      ['permissions', { permissions: [] }],
      ['permissions.0.type', { permissions: [{ type: 'anything', data: {} }] }],
      [
        'permissions.0.data.functions',
        { permissions: [{ ...permissions.move, data: { ...permissions.move.data, functions: [] } }] },
      ],
      [
        'permissions.0.data.functions.0.operation',
        {
          permissions: [
            {
              ...permissions.move,
              data: { ...permissions.move.data, functions: [{ functionName: 'move', operation: 'DelegateCall' }] },
            },
          ],
        },
      ],
      [
        'permissions.0.data.allowance',
        { permissions: [{ ...permissions.native, data: { ...permissions.native.data, allowance: '100' } }] },
      ],
      [
        'permissions.0.data.period',
        { permissions: [{ ...permissions.native, data: { ...permissions.native.data, period: 0 } }] },
      ],
      ['policies', { policies: [{ type: 'call-limit', data: { count: 1 } }] }],
      ['chainId', { chainId: '0x1' }],
      ['chainId', { chainId: 'eip155:1' }],
    ],
    'a request is refused for its %s',
    async (field, changes) => {
      expect(await fieldOf(await post(`${accountOf(owner.address)}?v=2`, request(changes)))).toEqual([400, field])
    },
  ))

test('a list is refused for each field that is wrong', () =>
  checkEach(
    [
      ['address', owner.address],
      ['address', 'eip155:31337:0x12'],
      ['address', 'eip155:31337'],
      ['chainId', `eip155:1:${owner.address}`],
      ['chainId', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'],
    ],
    'a list is refused for its %s: %s',
    async (field, account) => {
      expect(await fieldOf(await fetch(`${services().url}/v1/sessions/${account}`))).toEqual([400, field])
    },
  ))

describe('revocation', () => {
  const revoke = (account: string, body: object | string) => post(`${account}/revoke?projectId=p1`, body)

  test('the owner names the account in each of its forms', () =>
    checkEach(
      [
        ['its CAIP-10 id', accountOf(owner.address)],
        ['its address alone', owner.address],
        ['its address in small letters', owner.address.toLowerCase()],
      ],
      'the owner names the account by %s',
      async (_, account) => {
        const { pci } = await active()
        const signature = await owner.signMessage({ message: revokeText({ pci, address: account, timestamp: NOW_S }) })
        for (let i = 0; i < 2; i++) {
          const response = await revoke(account, { pci, signature, timestamp: NOW_S })
          expect([response.status, await response.json()]).toEqual([200, { success: true }])
        }
        expect((await list(owner.address)).find((session) => session.pci === pci)?.revokedAt).toBe(NOW_S)
      },
    ))

  test('the plain pci may be signed; what is over already needs no signature', async () => {
    const { pci } = await active()
    expect((await revoke(owner.address, { pci, signature: await owner.signMessage({ message: pci }) })).status).toBe(200)
    expect((await revoke(owner.address, { pci })).status).toBe(200)
  })

  test('nobody else ends it', async () => {
    const { pci } = await active()
    const thief = privateKeyToAccount(generatePrivateKey())
    const text = (address: string, timestamp = NOW_S) => revokeText({ pci, address, timestamp })
    const account = accountOf(owner.address)
    const bad: [object, number, string][] = [
      [{}, 401, 'signature'],
      [{ signature: '0x' }, 401, 'signature'],
      [{ signature: '0x1234' }, 401, 'signature'],
      [{ signature: `0x${'00'.repeat(65)}` }, 401, 'signature'],
      [{ signature: await thief.signMessage({ message: pci }) }, 401, 'signature'],
      [{ signature: await owner.signMessage({ message: 'other' }) }, 401, 'signature'],
      [{ signature: await owner.signMessage({ message: text(owner.address) }), timestamp: NOW_S }, 401, 'signature'],
      [{ signature: await owner.signMessage({ message: text(account, NOW_S - 301) }), timestamp: NOW_S - 301 }, 400, 'timestamp'],
      [{ signature: await owner.signMessage({ message: text(account, NOW_S + 31) }), timestamp: NOW_S + 31 }, 400, 'timestamp'],
    ]
    for (const [body, status, field] of bad)
      expect(await fieldOf(await revoke(account, { pci, ...body })), JSON.stringify(body)).toEqual([status, field])
    expect(
      await fieldOf(await revoke(accountOf(thief.address), { pci, signature: await thief.signMessage({ message: pci }) })),
    ).toEqual([404, 'pci'])
    expect(await fieldOf(await revoke(account, { pci: 'unknown', signature: '0x12' }))).toEqual([404, 'pci'])
    expect((await list(owner.address)).find((session) => session.pci === pci)?.revokedAt).toBeNull()
  })

  describe("what is no key's signature", () => {
    const junk8010 = concatHex([`0x${'00'.repeat(65)}`, `0x${'8010'.repeat(16)}`])
    const junk6492 = concatHex([`0x${'00'.repeat(65)}`, `0x${'6492'.repeat(16)}`])
    const node = 'http://node.example/'
    /** Other services on the same sessions, whose only node answers this. */
    const revokeAt = async (answer: (request: Request) => Promise<Response>, signature: (pci: string) => Hex | Promise<Hex>) => {
      const { pci } = await active()
      const evm: typeof fetch = (input, init) => {
        const request = new Request(input, init)
        return request.url === node ? answer(request) : fetch(request)
      }
      const now = () => clock.now * 1000
      const there = await startServices({
        db: db(),
        chains: { [CHAIN]: [node] },
        fetch: evm,
        now,
        config: { secretKey: SECRET },
      })
      const response = await post(`${accountOf(owner.address)}/revoke`, { pci, signature: await signature(pci) }, there)
      await there.stop()
      return response
    }
    const says = (error: object) => async (request: Request) => {
      const calls = (await request.json()) as { id: number }[] // of the batch that the services send
      return Response.json(calls.map(({ id }) => ({ jsonrpc: '2.0', id, error })))
    }
    const isAway = () => Promise.reject(new TypeError('fetch failed'))

    test('is refused as such', () =>
      checkEach(
        [
          ['with the end of ERC-8010', junk8010],
          ['with the end of ERC-6492', junk6492],
          ['of another length', '0x1234' as const],
          ['of zeros', `0x${'00'.repeat(65)}` as const],
        ],
        'is refused as such: %s',
        async (_, signature) => {
          const { pci } = await active()
          expect(await fieldOf(await revoke(owner.address, { pci, signature }))).toEqual([401, 'signature'])
        },
      ))

    test('may be that of a contract, as far as the node tells', () =>
      checkEach(
        [
          ['is away', 503, 'chainId', isAway],
          ['has too much to do', 503, 'chainId', says({ code: -32_005, message: 'limit exceeded' })],
          ['is broken', 503, 'chainId', says({ code: -32_603, message: 'internal error' })],
          ['says that the call failed', 401, 'signature', says({ code: 3, message: 'execution reverted' })],
          ['says so in another way', 401, 'signature', says({ code: -32_000, message: 'VM execution error' })],
          ['says so in words', 401, 'signature', says({ code: -32_603, message: 'Transaction reverted without a reason' })],
        ],
        'may be that of a contract, when the node %s: %d',
        async (_, status, field, answer) => {
          expect(await fieldOf(await revokeAt(answer, () => junk6492))).toEqual([status, field])
        },
      ))

    test('that of the key itself needs no node, and what cannot be read asks none', async () => {
      expect((await revokeAt(isAway, (pci) => owner.signMessage({ message: pci }))).status).toBe(200)
      expect(await fieldOf(await revokeAt(isAway, () => junk8010))).toEqual([401, 'signature'])
    })
  })

  test('a contract account ends its own by ERC-1271, and by ERC-6492 before it exists', async () => {
    const wallet = createWalletClient({
      account: privateKeyToAccount(devnet().accounts[0]!.privateKey),
      chain: devnetChain,
      transport: http(devnet().url),
    }).extend(publicActions)
    const hash = await wallet.deployContract({ abi: [], bytecode: contracts.factory as Hex })
    const { contractAddress } = await wallet.waitForTransactionReceipt({ hash, pollingInterval: 50 })
    const factory = contractAddress!
    const signer = privateKeyToAccount(generatePrivateKey())
    const bytecode = concatHex([contracts.wallet as Hex, encodeAbiParameters([{ type: 'address' }], [signer.address])])
    const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt: zeroHash, bytecodeHash: keccak256(bytecode) })
    const abi = parseAbi(['function make(address owner) returns (address)'])
    const factoryData = encodeFunctionData({ abi, functionName: 'make', args: [signer.address] })
    const wrap = (signature: Hex) => serializeErc6492Signature({ address: factory, data: factoryData, signature })

    const early = await create({}, address)
    const thief = privateKeyToAccount(generatePrivateKey())
    const body = async (pci: string, by = signer) => ({ pci, signature: await by.signMessage({ message: pci }) })
    const wrapped = async (pci: string, by = signer) => ({ pci, signature: wrap((await body(pci, by)).signature) })
    expect((await revoke(accountOf(address), await wrapped(early.pci, thief))).status).toBe(401)
    expect((await revoke(accountOf(address), await body(early.pci))).status).toBe(401)
    expect((await revoke(accountOf(address), await wrapped(early.pci))).status).toBe(200)

    const made = await wallet.writeContract({
      address: factory,
      abi,
      functionName: 'make',
      args: [signer.address],
    })
    await wallet.waitForTransactionReceipt({ hash: made, pollingInterval: 50 })
    const late = await create({}, address)
    expect((await revoke(accountOf(address), await body(late.pci, thief))).status).toBe(401)
    expect((await revoke(accountOf(address), await body(late.pci))).status).toBe(200)
  })
})
