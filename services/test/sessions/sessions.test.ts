import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  bytesToHex,
  concatHex,
  createWalletClient,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  hexToBytes,
  hexToString,
  http,
  keccak256,
  parseAbi,
  publicActions,
  recoverMessageAddress,
  serializeErc6492Signature,
  toHex,
  zeroHash,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, publicKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeText } from '../../../src/api/sessions.js'
import { connectDb, type Db } from '../../src/db/connect.js'
import { startDevnet, type Devnet } from '../../src/devnet/evm.js'
import { missingPostgres, startPostgres, type TestPostgres } from '../support/postgres.js'
import { startServices, type TestServices } from '../support/services.js'
import contracts from './contracts/OwnedWallet.json' with { type: 'json' }
import {
  NOW_S,
  SECRET,
  game,
  token,
  other,
  gameAbi,
  tokenAbi,
  accountAbi,
  owner,
  app,
  appKey,
  accountOf,
  permissions,
  request,
  move,
  transfer,
  execute,
  executeBatch,
  execute7579,
  operation,
  hashOf,
  signed,
  passkey,
  assertion,
  fieldOf,
  sessionCalls,
} from './support.js'

const missing = missingPostgres()
let devnet: Devnet
beforeAll(async () => void (devnet = await startDevnet()))
afterAll(() => devnet.stop())

function contract(open: () => Promise<Db>) {
  let db: Db
  let services: TestServices
  let now = NOW_S
  beforeAll(async () => {
    db = await open()
    services = await startServices({ db, evmUrl: devnet.url, now: () => now * 1000, config: { secretKey: SECRET } })
  })
  afterAll(async () => {
    await services.stop()
    await db.close()
  })

  const { post, list, create, active, send, sign } = sessionCalls(() => services)

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
      const context = async () => (await fetch(`${services.url}/v1/sessions/${accountOf(address)}/getcontext?pci=${pci}`)).json()
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

    test('the first version of the wire gets the key as hex of its text', async () => {
      const response = await post(accountOf(owner.address), request())
      const { key } = (await response.json()) as { key: { publicKey: Hex } }
      expect(hexToString(key.publicKey)).toMatch(/^0x04[0-9a-f]{128}$/)
    })

    test('activation needs the terms and the keys that were asked for', async () => {
      const { pci, key } = await create()
      const activation = { ...request(), signer: { type: 'keys', data: { keys: [key, appKey] } }, pci, context: '0xabcd' }
      const activate = async (changes: object) =>
        fieldOf(await post(`${accountOf(owner.address)}/activate`, { ...activation, ...changes }))
      expect(await activate({ expiry: NOW_S + 9999 })).toEqual([400, 'expiry'])
      expect(await activate({ permissions: [permissions.native] })).toEqual([400, 'permissions'])
      expect(await activate({ signer: { type: 'keys', data: { keys: [key] } } })).toEqual([400, 'signer'])
      expect(await fieldOf(await post(`${accountOf(other)}/activate`, activation))).toEqual([404, 'pci'])
    })

    test('what nobody activated, and what is long over, goes away with the clean-up', async () => {
      const address = privateKeyToAccount(generatePrivateKey()).address
      await create({}, address)
      const kept = await active({}, address)
      now += 25 * 3600
      await services.parts?.jobs.run('sessions clean-up')
      expect((await list(address)).map(({ pci }) => pci)).toEqual([kept.pci])
      now += 31 * 24 * 3600
      await services.parts?.jobs.run('sessions clean-up')
      expect(await list(address)).toEqual([])
      now = NOW_S
    })

    test('keys are sealed: neither the database nor another secret opens them', async () => {
      const { pci } = await active()
      const rows = await db.query<{ cosigner_key: string }>('select cosigner_key from sessions where pci = $1', [pci])
      expect(rows[0]?.cosigner_key).toMatch(/^v1\./)
      expect(rows[0]?.cosigner_key).not.toMatch(/[0-9a-f]{64}/)
      const stranger = await startServices({
        db,
        evmUrl: devnet.url,
        now: () => now * 1000,
        config: { secretKey: 'fedcba9876543210'.repeat(4) },
      })
      const userOp = await signed(operation(execute(move(1n))))
      expect((await send(pci, userOp, owner.address, stranger)).status).toBe(503)
      await stranger.stop()
    })

    test('without a secret no key is made', async () => {
      const keyless = await startServices({ db, evmUrl: devnet.url })
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

  test.each([
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
    ['permissions.0.data.period', { permissions: [{ ...permissions.native, data: { ...permissions.native.data, period: 0 } }] }],
    ['policies', { policies: [{ type: 'call-limit', data: { count: 1 } }] }],
    ['chainId', { chainId: '0x1' }],
    ['chainId', { chainId: 'eip155:1' }],
  ])('a request is refused for its %s', async (field, changes) => {
    expect(await fieldOf(await post(`${accountOf(owner.address)}?v=2`, request(changes)))).toEqual([400, field])
  })

  test.each([
    ['address', owner.address],
    ['address', 'eip155:31337:0x12'],
    ['address', 'eip155:31337'],
    ['chainId', `eip155:1:${owner.address}`],
    ['chainId', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'],
  ])('a list is refused for its %s: %s', async (field, account) => {
    expect(await fieldOf(await fetch(`${services.url}/v1/sessions/${account}`))).toEqual([400, field])
  })

  describe('signing', () => {
    test('what is permitted is signed by the key of the session, over the hash of the entry point', async () => {
      const { pci, key } = await active()
      const userOp = await signed(operation(execute(move(9n, 5n))))
      const { signature } = (await (await send(pci, userOp)).json()) as { signature: Hex }
      const [[cosignature = '0x', own]] = decodeAbiParameters([{ type: 'bytes[]' }], signature)
      expect(own).toBe(userOp.signature)
      expect(await recoverMessageAddress({ message: { raw: hashOf(userOp) }, signature: cosignature })).toBe(
        publicKeyToAddress(key.publicKey as Hex),
      )
    })

    test("whoever has not the app's key gets nothing signed, and uses up no allowance", async () => {
      const { pci, key } = await active()
      const all = operation(execute({ to: other, value: 100n }))
      const stranger = privateKeyToAccount(generatePrivateKey())
      const fromElsewhere = await signed({ ...all, sender: other })
      const tries = [
        all,
        await signed(all, stranger),
        { ...all, signature: fromElsewhere.signature },
        { ...all, signature: `0x${'00'.repeat(65)}` },
        { ...all, signature: key.publicKey },
        { ...(await signed(all)), maxFeePerGas: toHex(10n ** 10n) },
      ]
      for (const userOp of tries) expect(await fieldOf(await send(pci, userOp))).toEqual([401, 'userOp.signature'])
      expect((await sign(pci, all)).status).toBe(200)
    })

    test('keys and signatures in the other forms that apps have', async () => {
      const keys = [
        { type: 'secp256k1', publicKey: bytesToHex(secp256k1.Point.fromBytes(hexToBytes(app.publicKey)).toBytes(true)) },
        { type: 'secp256r1', publicKey: bytesToHex(p256.getPublicKey(passkey)) },
      ]
      const { pci } = await active({ signer: { type: 'keys', data: { keys } } })
      const userOp = operation(execute(move(1n)))
      const hash = hashOf(userOp)
      const bytes = (options: object) => bytesToHex(p256.sign(hexToBytes(hash), passkey, options))
      const good = [
        await app.signMessage({ message: { raw: hash } }),
        await app.sign({ hash }),
        bytes({}),
        bytes({ prehash: false }),
      ]
      for (const form of ['parameters', 'struct'] as const) good.push(assertion(hash, form))
      for (const signature of good) expect((await send(pci, { ...userOp, signature })).status, signature).toBe(200)
      const bad = [
        assertion(zeroHash, 'struct'),
        assertion(hash, 'struct', { type: 'webauthn.create' }),
        assertion(hash, 'parameters', { flags: 0 }),
        assertion(hash, 'parameters', { by: p256.utils.randomSecretKey() }),
        bytesToHex(p256.sign(hexToBytes(zeroHash), passkey)),
      ]
      for (const signature of bad) expect((await send(pci, { ...userOp, signature })).status, signature).toBe(401)
    })

    test.each<[string, Hex]>([
      ['a payment', execute({ to: other, value: 1n })],
      ['a batch', executeBatch([move(1n), transfer(1n), { to: other, value: 1n }])],
      [
        'a call through a Safe',
        encodeFunctionData({ abi: accountAbi, functionName: 'executeUserOp', args: [game, 0n, move(1n).data, 0] }),
      ],
      ['a call by ERC-7579', execute7579('0x00', encodePacked(['address', 'uint256', 'bytes'], [game, 0n, move(1n).data]))],
      [
        'a batch by ERC-7579',
        execute7579(
          '0x01',
          encodeAbiParameters(
            [{ type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] }],
            [[[game, 0n, move(1n).data]]],
          ),
        ),
      ],
    ])('%s is signed', async (_, callData) => {
      const { pci } = await active()
      expect((await sign(pci, operation(callData))).status).toBe(200)
    })

    test.each<[string, Hex]>([
      ['an argument beyond the condition', execute(move(10n))],
      ['a value beyond the limit of the function', execute(move(1n, 6n))],
      ['another function', execute({ to: game, data: encodeFunctionData({ abi: gameAbi, functionName: 'quit' }) })],
      ['another contract', execute({ ...move(1n), to: other })],
      ['a payment beyond the allowance', execute({ to: other, value: 101n })],
      [
        'payments that are too much together',
        executeBatch([
          { to: other, value: 60n },
          { to: other, value: 60n },
        ]),
      ],
      ['a token amount beyond the allowance', execute(transfer(51n))],
      [
        'an approval beyond the allowance',
        execute({ to: token, data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [other, 51n] }) }),
      ],
      [
        'another function of the token',
        execute({ to: token, data: encodeFunctionData({ abi: tokenAbi, functionName: 'burn' }) }),
      ],
      ['one bad call in a batch', executeBatch([move(1n), move(11n)])],
      ['nothing sent to nobody', execute({ to: other })],
      ['data cut short', execute({ to: game, data: move(1n).data.slice(0, 40) as Hex })],
    ])('%s is refused', async (_, callData) => {
      const { pci } = await active()
      expect(await fieldOf(await sign(pci, operation(callData)))).toEqual([403, 'permissions'])
    })

    test.each<[string, string, Hex, object]>([
      [
        'a delegate call',
        'userOp.callData',
        encodeFunctionData({ abi: accountAbi, functionName: 'executeUserOp', args: [game, 0n, move(1n).data, 1] }),
        {},
      ],
      ['a delegate call by ERC-7579', 'userOp.callData', execute7579('0xff', concatHex([game, move(1n).data])), {}],
      [
        'a mode that may leave parts out',
        'userOp.callData',
        execute7579('0x0001', encodePacked(['address', 'uint256', 'bytes'], [game, 0n, move(1n).data])),
        {},
      ],
      ['an unknown interface', 'userOp.callData', '0x12345678', {}],
      ['no calls', 'userOp.callData', executeBatch([]), {}],
      ['nothing', 'userOp.callData', '0x', {}],
      ['another sender', 'userOp.sender', execute(move(1n)), { sender: other }],
      ['a nonce beyond 256 bits', 'userOp.nonce', execute(move(1n)), { nonce: `0x1${'0'.repeat(64)}` }],
    ])('%s is not understood', async (_, field, callData, changes) => {
      const { pci } = await active()
      expect(await fieldOf(await sign(pci, operation(callData, changes)))).toEqual([400, field])
    })

    test('an allowance is used up over several operations, also at once, and comes back with the next period', async () => {
      const { pci } = await active()
      const pay = (value: bigint) => sign(pci, operation(execute({ to: other, value })))
      const statuses = (await Promise.all([pay(40n), pay(40n), pay(40n), pay(40n)])).map(({ status }) => status)
      expect(statuses.sort()).toEqual([200, 200, 403, 403])
      expect((await pay(20n)).status).toBe(200)
      expect((await pay(1n)).status).toBe(403)
      now += 3600
      expect((await pay(100n)).status).toBe(200)
      now = NOW_S
    })

    test('the same nonce again does not count twice', async () => {
      const { pci } = await active()
      const nonce = toHex(7n << 64n)
      const again = async (value: bigint) => (await sign(pci, operation(execute({ to: other, value }), { nonce }))).status
      expect([await again(100n), await again(100n)]).toEqual([200, 200])
      expect((await sign(pci, operation(execute({ to: other, value: 1n })))).status).toBe(403)
    })

    test('nothing is signed before activation, after the end, or for another account', async () => {
      const userOp = operation(execute(move(1n)))
      const inactive = await create()
      expect(await fieldOf(await sign(inactive.pci, userOp))).toEqual([403, 'pci'])
      const { pci } = await active()
      expect(await fieldOf(await sign(pci, userOp, other))).toEqual([404, 'pci'])
      now += 7200
      expect(await fieldOf(await sign(pci, userOp))).toEqual([403, 'pci'])
      now = NOW_S
      await post(`${accountOf(owner.address)}/revoke`, { pci, signature: await owner.signMessage({ message: pci }) })
      expect(await fieldOf(await sign(pci, userOp))).toEqual([403, 'pci'])
    })
  })

  describe('revocation', () => {
    const revoke = (account: string, body: object | string) => post(`${account}/revoke?projectId=p1`, body)

    test.each([
      ['its CAIP-10 id', accountOf(owner.address)],
      ['its address alone', owner.address],
      ['its address in small letters', owner.address.toLowerCase()],
    ])('the owner names the account by %s', async (_, account) => {
      const { pci } = await active()
      const signature = await owner.signMessage({ message: revokeText({ pci, address: account, timestamp: NOW_S }) })
      for (let i = 0; i < 2; i++) {
        const response = await revoke(account, { pci, signature, timestamp: NOW_S })
        expect([response.status, await response.json()]).toEqual([200, { success: true }])
      }
      expect((await list(owner.address)).find((session) => session.pci === pci)?.revokedAt).toBe(NOW_S)
    })

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
        [
          { signature: await owner.signMessage({ message: text(account, NOW_S - 301) }), timestamp: NOW_S - 301 },
          400,
          'timestamp',
        ],
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

    test('a contract account ends its own by ERC-1271, and by ERC-6492 before it exists', async () => {
      const wallet = createWalletClient({
        account: privateKeyToAccount(devnet.accounts[0]!.privateKey),
        transport: http(devnet.url),
      }).extend(publicActions)
      const hash = await wallet.deployContract({ abi: [], bytecode: contracts.factory as Hex, chain: null })
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
        chain: null,
      })
      await wallet.waitForTransactionReceipt({ hash: made, pollingInterval: 50 })
      const late = await create({}, address)
      expect((await revoke(accountOf(address), await body(late.pci, thief))).status).toBe(401)
      expect((await revoke(accountOf(address), await body(late.pci))).status).toBe(200)
    })
  })
}

describe('embedded', () => contract(() => connectDb()))

describe.skipIf(missing)(`Postgres${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let server: TestPostgres
  beforeAll(async () => void (server = await startPostgres()))
  afterAll(() => server.stop())
  contract(async () => connectDb({ databaseUrl: await server.createDatabase() }))
})
