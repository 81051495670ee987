// What tests of sessions say and sign: an account's owner, an app with a wallet's key and a passkey, permissions, user operations.
import { p256 } from '@noble/curves/nist.js'
import { createHash } from 'node:crypto'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  hexToBytes,
  pad,
  parseAbi,
  parseAbiParameters,
  size,
  slice,
  toHex,
  zeroHash,
  type Address,
  type Hex,
} from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect } from 'vitest'
import { createSmartSessionSchema, smartSessionsSchema } from '../../../../src/api/smart-sessions.js'
import { ENTRY_POINT } from '../../../src/data/sessions/user-operation.js'
import type { Db } from '../../../src/db/connect.js'
import type { Devnet } from '../../../devnet/evm.js'
import type { Engine } from '../../support/engines.js'
import { startServices, type TestServices } from '../../support/services.js'

export const NOW_S = Date.UTC(2030, 0, 1) / 1000
export const SECRET = '0123456789abcdef'.repeat(4)
export const CHAIN = 'eip155:31337'
export const game: Address = `0x${'11'.repeat(20)}`
export const token: Address = `0x${'22'.repeat(20)}`
export const other: Address = `0x${'33'.repeat(20)}`
export const gameAbi = parseAbi(['function move(uint256 to)', 'function quit()'])
export const tokenAbi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address to, uint256 amount)',
  'function burn()',
])
export const accountAbi = parseAbi([
  'function execute(address to, uint256 value, bytes data)',
  'function executeBatch((address to, uint256 value, bytes data)[] calls)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function execute(bytes32 mode, bytes executionCalldata)',
])

export const owner = privateKeyToAccount(generatePrivateKey())
export const app = privateKeyToAccount(generatePrivateKey())
export const appKey: { type: string; publicKey: Hex } = { type: 'secp256k1', publicKey: app.publicKey }
export const accountOf = (address: string) => `${CHAIN}:${address}`

export const permissions = {
  move: {
    type: 'contract-call',
    data: {
      address: game,
      abi: gameAbi,
      functions: [{ functionName: 'move', args: [{ operator: 'LESS_THAN', value: '10' }], valueLimit: toHex(5n) }],
    },
  },
  native: { type: 'native-token-recurring-allowance', data: { allowance: toHex(100n), start: NOW_S - 10, period: 3600 } },
  token: { type: 'erc20-recurring-allowance', data: { token, allowance: toHex(50n), start: NOW_S - 10, period: 3600 } },
}
export const request = (changes: object = {}) => ({
  expiry: NOW_S + 7200,
  signer: { type: 'keys', data: { keys: [appKey] } },
  permissions: Object.values(permissions),
  policies: [],
  ...changes,
})

export interface CallOf {
  readonly to: Address
  readonly value?: bigint
  readonly data?: Hex
}
export const move = (to: bigint, value = 0n) => ({
  to: game,
  value,
  data: encodeFunctionData({ abi: gameAbi, functionName: 'move', args: [to] }),
})
export const transfer = (amount: bigint) => ({
  to: token,
  data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [other, amount] }),
})
const full = ({ to, value = 0n, data = '0x' }: CallOf) => ({ to, value, data })
export const execute = (call: CallOf) =>
  encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [call.to, call.value ?? 0n, call.data ?? '0x'] })
export const executeBatch = (calls: readonly CallOf[]) =>
  encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: [calls.map(full)] })
export const execute7579 = (mode: Hex, execution: Hex) =>
  encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [pad(mode, { dir: 'right', size: 32 }), execution] })

const calls = { type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] } as const
/** A batch of one payment, which is within the allowance. */
export const onePayment = encodeAbiParameters([calls], [[[other, 1n, '0x']]])

/** To an account with ERC-7821's batches of batches this pays one coin to somebody; read as a plain batch it pays 96 wei. */
export function batchOfBatches(): Hex {
  const word = (value: bigint) => toHex(value, { size: 32 })
  const payment = encodeAbiParameters([calls], [[[other, 10n ** 18n, '0x']]])
  // The inner batch has its list two words late, where the plain reading finds a value, an offset, and data of no length.
  const inner = concatHex([word(0x60n), word(0x60n), word(0n), slice(payment, 32)])
  const outer = concatHex([word(0x20n), word(1n), word(0x20n), word(BigInt(size(inner))), inner])
  return execute7579('0x01000000000078210002', outer)
}

const quantities = [
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
] as const
type PaymasterLimit = 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'

let nonces = 0n
/** Its gas costs nothing, unless the test says so. */
export const operation = (callData: Hex, changes: Partial<Operation> = {}): Operation => ({
  sender: owner.address,
  nonce: toHex(++nonces),
  callData,
  callGasLimit: toHex(100_000n),
  verificationGasLimit: toHex(100_000n),
  preVerificationGas: toHex(50_000n),
  maxFeePerGas: toHex(0n),
  maxPriorityFeePerGas: toHex(0n),
  signature: '0xaa',
  ...changes,
})
export type Operation = Readonly<
  Record<'sender' | 'callData' | 'signature' | (typeof quantities)[number], Hex> &
    Partial<Record<'paymaster' | 'paymasterData' | PaymasterLimit, Hex>>
>

export function hashOf({ sender, callData, paymaster, paymasterData, ...rest }: Operation): Hex {
  const of = (name: (typeof quantities)[number] | PaymasterLimit) => BigInt(rest[name] ?? 0)
  const userOperation = {
    ...{ sender, callData, paymaster, paymasterData, signature: '0x' as const, nonce: of('nonce') },
    ...{ callGasLimit: of('callGasLimit'), verificationGasLimit: of('verificationGasLimit') },
    ...{ preVerificationGas: of('preVerificationGas'), paymasterVerificationGasLimit: of('paymasterVerificationGasLimit') },
    ...{ paymasterPostOpGasLimit: of('paymasterPostOpGasLimit') },
    ...{ maxFeePerGas: of('maxFeePerGas'), maxPriorityFeePerGas: of('maxPriorityFeePerGas') },
  }
  return getUserOperationHash({ chainId: 31_337, entryPointAddress: ENTRY_POINT, entryPointVersion: '0.7', userOperation })
}
/** As the app does it. */
export const signed = async (userOp: Operation, by = app): Promise<Operation> => {
  // One whose numbers are beyond all bounds has no hash.
  const isBounded = quantities.every((name) => BigInt(userOp[name]) < 1n << (name === 'nonce' ? 256n : 128n))
  const hash = isBounded ? hashOf(userOp) : zeroHash
  return { ...userOp, signature: await by.signMessage({ message: { raw: hash } }) }
}

export const passkey = p256.utils.randomSecretKey()

/** What an authenticator answers to a challenge, in the two encodings of smart wallets. */
export function assertion(
  hash: Hex,
  form: 'parameters' | 'struct',
  { type = 'webauthn.get', flags = 5, by = passkey }: { type?: string; flags?: number; by?: Uint8Array } = {},
): Hex {
  const challenge = Buffer.from(hexToBytes(hash)).toString('base64url')
  const client = JSON.stringify({ type, challenge, origin: 'https://app.example' })
  const authenticator = concatHex([`0x${'49'.repeat(32)}`, toHex(flags, { size: 1 }), '0x00000001'])
  const digest = createHash('sha256').update(client).digest()
  const { r, s } = p256.Signature.fromBytes(p256.sign(Buffer.concat([hexToBytes(authenticator), digest]), by))
  if (form === 'parameters') {
    const types = parseAbiParameters('bytes, string, uint256, uint256, uint256, uint256, bool')
    return encodeAbiParameters(types, [authenticator, client, 23n, 1n, r, s, false])
  }
  const types = parseAbiParameters(['Auth auth', 'struct Auth { bytes a; bytes c; uint256 i; uint256 t; uint256 r; uint256 s; }'])
  return encodeAbiParameters(types, [{ a: authenticator, c: toHex(client), i: 23n, t: 1n, r, s }])
}

export const fieldOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { reasons: { field: string }[] }).reasons[0]?.field,
]

/** The calls of an app, at services that start later than this is made. */
export function sessionCalls(services: () => TestServices) {
  const post = (path: string, body: unknown, from = services()) =>
    fetch(`${from.url}/v1/sessions/${path}`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
  const page = async (address: string, cursor = '') =>
    smartSessionsSchema.parse(
      await (await fetch(`${services().url}/v1/sessions/${accountOf(address)}?projectId=p1&cursor=${cursor}`)).json(),
    )
  const list = async (address: string) => (await page(address)).pcis
  const create = async (changes: object = {}, address: string = owner.address) => {
    const response = await post(`${accountOf(address)}?projectId=p1&v=2`, request(changes))
    expect(response.status).toBe(200)
    return createSmartSessionSchema.parse(await response.json())
  }
  const active = async (changes: object = {}, address: string = owner.address) => {
    const created = await create(changes, address)
    const terms = request(changes)
    const signer = { type: 'keys', data: { keys: [created.key, ...terms.signer.data.keys] } }
    const response = await post(`${accountOf(address)}/activate?projectId=p1`, {
      ...terms,
      signer,
      pci: created.pci,
      context: `0x${'cd'.repeat(24)}`,
    })
    expect([response.status, await response.text()]).toEqual([200, ''])
    return created
  }
  const send = (pci: string, userOp: Operation, address: string = owner.address, from = services()) =>
    post(`${accountOf(address)}/sign?projectId=p1`, { pci, userOp }, from)
  const sign = async (pci: string, userOp: Operation, address?: string) => send(pci, await signed(userOp), address)
  return { post, page, list, create, active, send, sign }
}

/** Services with a co-signer on this engine, for the tests around it; they are there once its hooks run. */
export function useSessions(engine: Engine, devnet: () => Pick<Devnet, 'url'>) {
  /** Unix seconds that the services see; the test may move it. */
  const clock = { now: NOW_S }
  let db: Db
  let services: TestServices
  beforeAll(async () => {
    db = await engine.open()
    services = await startServices({ db, evmUrl: devnet().url, now: () => clock.now * 1000, config: { secretKey: SECRET } })
  })
  afterAll(async () => {
    await services.stop()
    await db.close()
  })
  return { clock, db: () => db, services: () => services, ...sessionCalls(() => services) }
}
