// What the co-signer of a session signs, and what it refuses.
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  bytesToHex,
  concatHex,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  hexToBytes,
  recoverMessageAddress,
  toHex,
  zeroHash,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, publicKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { useSeededDevnet } from '../../support/devnet.js'
import { engine } from '../../support/engines.js'
import {
  NOW_S,
  game,
  token,
  other,
  gameAbi,
  tokenAbi,
  accountAbi,
  owner,
  app,
  accountOf,
  move,
  transfer,
  execute,
  executeBatch,
  execute7579,
  onePayment,
  batchOfBatches,
  operation,
  hashOf,
  signed,
  type Operation,
  passkey,
  assertion,
  fieldOf,
  useSessions,
} from './support.js'
import { checkEach } from '../../../../test/support/rows.js'

const devnet = useSeededDevnet({ past: false })

const { post, create, active, send, sign, clock } = useSessions(engine, devnet)

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
    const tries: readonly Operation[] = [
      all,
      await signed(all, stranger),
      { ...all, signature: fromElsewhere.signature },
      { ...all, signature: `0x${'00'.repeat(65)}` },
      { ...all, signature: key.publicKey as Hex },
      { ...(await signed(all)), preVerificationGas: toHex(10n ** 10n) },
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

  test('what was granted is signed', () =>
    checkEach<[string, Hex]>(
      [
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
      ],
      '%s is signed',
      async (_, callData) => {
        const { pci } = await active()
        expect((await sign(pci, operation(callData))).status).toBe(200)
      },
    ))

  test('what was not granted is refused', () =>
    checkEach<[string, Hex]>(
      [
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
      ],
      '%s is refused',
      async (_, callData) => {
        const { pci } = await active()
        expect(await fieldOf(await sign(pci, operation(callData)))).toEqual([403, 'permissions'])
      },
    ))

  test('what cannot be read is not understood', () =>
    checkEach<[string, string, Hex, Partial<Operation>]>(
      [
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
        ['a batch of batches by ERC-7821', 'userOp.callData', batchOfBatches(), {}],
        [
          'a batch with data for the account by ERC-7821',
          'userOp.callData',
          execute7579('0x01000000000078210001', onePayment),
          {},
        ],
        [
          'a mode with something for the account at its end',
          'userOp.callData',
          execute7579(`0x${'00'.repeat(31)}01`, encodePacked(['address', 'uint256', 'bytes'], [game, 0n, move(1n).data])),
          {},
        ],
        ['an unknown interface', 'userOp.callData', '0x12345678', {}],
        ['no calls', 'userOp.callData', executeBatch([]), {}],
        ['nothing', 'userOp.callData', '0x', {}],
        ['another sender', 'userOp.sender', execute(move(1n)), { sender: other }],
        ['a nonce beyond 256 bits', 'userOp.nonce', execute(move(1n)), { nonce: `0x1${'0'.repeat(64)}` }],
        ['gas beyond 120 bits', 'userOp.preVerificationGas', execute(move(1n)), { preVerificationGas: toHex(1n << 120n) }],
        ['a fee beyond 120 bits', 'userOp.maxFeePerGas', execute(move(1n)), { maxFeePerGas: toHex(1n << 120n) }],
      ],
      '%s is not understood',
      async (_, field, callData, changes) => {
        const { pci } = await active()
        expect(await fieldOf(await sign(pci, operation(callData, changes)))).toEqual([400, field])
      },
    ))

  test('an allowance is used up over several operations, also at once, and comes back with the next period', async () => {
    const { pci } = await active()
    const pay = (value: bigint) => sign(pci, operation(execute({ to: other, value })))
    const statuses = (await Promise.all([pay(40n), pay(40n), pay(40n), pay(40n)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 403, 403])
    expect((await pay(20n)).status).toBe(200)
    expect((await pay(1n)).status).toBe(403)
    clock.now += 3600
    expect((await pay(100n)).status).toBe(200)
    clock.now = NOW_S
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
    clock.now += 7200
    expect(await fieldOf(await sign(pci, userOp))).toEqual([403, 'pci'])
    clock.now = NOW_S
    await post(`${accountOf(owner.address)}/revoke`, { pci, signature: await owner.signMessage({ message: pci }) })
    expect(await fieldOf(await sign(pci, userOp))).toEqual([403, 'pci'])
  })
})
