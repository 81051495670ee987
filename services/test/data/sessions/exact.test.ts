// One operation has one spelling, and none of them has the account call itself: contracts read what an encoder would never write, each in its own way.
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  pad,
  parseAbi,
  size,
  slice,
  toHex,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { expect, test } from 'vitest'
import { checkEach } from '../../../../test/support/rows.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { engine } from '../../support/engines.js'
import {
  accountAbi,
  accountOf,
  execute,
  execute7579,
  executeBatch,
  fieldOf,
  game,
  move,
  onePayment,
  operation,
  other,
  owner,
  permissions,
  request,
  transfer,
  useSessions,
  type CallOf,
} from './support.js'

const devnet = useSeededDevnet({ past: false })
const { active, post, sign } = useSessions(engine, devnet)

const WORD = 32
/** With these bytes at this place, counted from the end of the selector. */
const put = (data: Hex, at: number, bytes: Hex, head = 4) =>
  concatHex([
    slice(data, 0, head + at),
    bytes,
    ...(head + at + size(bytes) < size(data) ? [slice(data, head + at + size(bytes))] : []),
  ])
const word = (value: number) => toHex(value, { size: WORD })
const single = (call: CallOf) =>
  execute7579('0x00', encodePacked(['address', 'uint256', 'bytes'], [call.to, call.value ?? 0n, call.data ?? '0x']))
const userOp = (call: CallOf) =>
  encodeFunctionData({ abi: accountAbi, functionName: 'executeUserOp', args: [call.to, call.value ?? 0n, call.data ?? '0x', 0] })

test('what would be signed in its usual spelling is refused in every other', async () => {
  const { pci } = await active()
  const asked = async (callData: Hex) => fieldOf(await sign(pci, operation(callData)))
  const pay = execute({ to: other, value: 1n })
  const batch = executeBatch([{ to: other, value: 1n }])
  const inner = concatHex([slice(pay, 0, 4), slice(pay, 4, 4 + 2 * WORD), word(4 * WORD), word(0), word(0)])
  const [moved, paid] = [move(1n).data, transfer(1n).data]
  expect((await sign(pci, operation(pay))).status).toBe(200)
  await checkEach<[string, Hex, string]>(
    [
      ['an address with something above it', put(pay, 0, '0x01'), '400 userOp.callData'],
      ['an address with something above it in a batch', put(batch, 3 * WORD, '0x01'), '400 userOp.callData'],
      [
        'a number of 8 bits with something above it',
        put(userOp({ to: other, value: 1n }), 3 * WORD, '0x01'),
        '400 userOp.callData',
      ],
      ['bytes behind the end', concatHex([pay, '0x00']), '400 userOp.callData'],
      ['a word behind the end', concatHex([pay, word(0)]), '400 userOp.callData'],
      ['a gap before the data', inner, '400 userOp.callData'],
      ['something behind the data in its word', put(execute(move(1n)), 4 * WORD + 36, '0x01'), '400 userOp.callData'],
      ['an offset that leads back', put(pay, 2 * WORD, word(WORD)), '400 userOp.callData'],
      [
        'something above an address in a batch by ERC-7579',
        execute7579('0x01', put(onePayment, 3 * WORD, '0x01', 0)),
        '400 userOp.callData',
      ],
      ['a word behind a batch by ERC-7579', execute7579('0x01', concatHex([onePayment, word(0)])), '400 userOp.callData'],
      ['a word behind the arguments of a call', execute({ to: game, data: concatHex([moved, word(0)]) }), '403 permissions'],
      ['something above the receiver of a token', execute({ ...transfer(1n), data: put(paid, 0, '0x01') }), '403 permissions'],
      ['a word behind the amount of a token', execute({ ...transfer(1n), data: concatHex([paid, word(0)]) }), '403 permissions'],
    ],
    '%s',
    async (_, callData, refusal) => expect((await asked(callData)).join(' ')).toBe(refusal),
  )
})

test('two calls of a batch do not share their data', async () => {
  const { pci } = await active()
  const two = executeBatch([
    { to: other, value: 1n },
    { to: other, value: 1n },
  ])
  // The second entry leads to the place of the first.
  expect(await fieldOf(await sign(pci, operation(put(two, 3 * WORD, slice(two, 4 + 2 * WORD, 4 + 3 * WORD)))))).toEqual([
    400,
    'userOp.callData',
  ])
})

test('conditions are looked at in arguments of one spelling only', async () => {
  const abi = parseAbi(['function set(bool on, uint8 kind, bytes4 id, address to, string text)'])
  const data = encodeFunctionData({ abi, functionName: 'set', args: [true, 7, '0x01020304', other, 'text'] })
  const allowed = { type: 'contract-call', data: { address: game, abi, functions: [{ functionName: 'set' }] } }
  const { pci } = await active({ permissions: [allowed] })
  const asked = async (spelling: Hex) => (await sign(pci, operation(execute({ to: game, data: spelling })))).status
  expect(await asked(data)).toBe(200)
  const spellings = [
    put(data, WORD - 1, '0x02'),
    put(data, 0, '0x01'),
    put(data, WORD, '0x01'),
    put(data, WORD + 4, '0x01'),
    put(data, 2 * WORD + 4, '0x01'),
    put(data, 3 * WORD, '0x01'),
    put(data, 6 * WORD + 4, '0x01'),
    put(data, 6 * WORD, '0xff'),
    concatHex([data, '0x01']),
  ]
  for (const spelling of spellings) expect(await asked(spelling), spelling).toBe(403)
})

test('a function without arguments is called by its selector, with nothing behind it', async () => {
  const abi = parseAbi(['function start()'])
  const data = encodeFunctionData({ abi, functionName: 'start' })
  const { pci } = await active({
    permissions: [{ type: 'contract-call', data: { address: game, abi, functions: [{ functionName: 'start' }] } }],
  })
  const asked = async (spelling: Hex) => (await sign(pci, operation(execute({ to: game, data: spelling })))).status
  expect(await asked(data)).toBe(200)
  expect(await asked(concatHex([data, '0x00']))).toBe(403)
  expect(await asked(concatHex([data, word(0)]))).toBe(403)
})

test('the account itself is called by no session, however it is named', async () => {
  const own = owner.address
  const inside = parseAbi([
    'function multiSend(bytes transactions)',
    'function aggregate3((address to, bool mayFail, bytes data)[] calls)',
    'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
    'function executeFromExecutor(bytes32 mode, bytes calls)',
  ])
  const packed = encodePacked(['uint8', 'address', 'uint256', 'uint256'], [0, own, 0n, 0n])
  const forwarding = [...inside, ...accountAbi]
  const functions = [...new Set(forwarding.map(({ name }) => name))].map((functionName) => ({ functionName }))
  const everything = { type: 'contract-call', data: { address: game, abi: forwarding, functions } }
  const { pci } = await active({ permissions: [everything, permissions.native] })
  const asked = async (callData: Hex) => fieldOf(await sign(pci, operation(callData)))
  const through = (data: Hex) => execute({ to: game, data })
  const to = (target: Address): CallOf => ({ to: target, value: 1n })
  await checkEach<[string, (target: Address) => Hex]>(
    [
      ['a call', (target) => execute(to(target))],
      ['a part of a batch', (target) => executeBatch([to(other), to(target)])],
      ['a call through a Safe', (target) => userOp(to(target))],
      ['a call by ERC-7579', (target) => single(to(target))],
      [
        'a batch by ERC-7579',
        (target) =>
          execute7579(
            '0x01',
            encodeAbiParameters(
              [{ type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] }],
              [[[target, 1n, '0x']]],
            ),
          ),
      ],
    ],
    '%s',
    async (_, callTo) => {
      expect((await sign(pci, operation(callTo(other)))).status).toBe(200)
      expect(await asked(callTo(own))).toEqual([403, 'permissions'])
      expect(await asked(callTo(zeroAddress))).toEqual([403, 'permissions'])
    },
  )
  await checkEach<[string, Hex]>(
    [
      ['another account', execute(to(own))],
      ['a batch of another account', executeBatch([to(own)])],
      ['a batch in a batch', executeBatch([{ to: other, data: execute(to(own)) }])],
      ['an account by ERC-7579', single(to(own))],
      ['a multisend', encodeFunctionData({ abi: inside, functionName: 'multiSend', args: [packed] })],
      [
        'a multicall',
        encodeFunctionData({ abi: inside, functionName: 'aggregate3', args: [[{ to: own, mayFail: false, data: '0x' }]] }),
      ],
      ['a module', encodeFunctionData({ abi: inside, functionName: 'execTransactionFromModule', args: [own, 0n, '0x', 1] })],
      [
        'an executor',
        encodeFunctionData({
          abi: inside,
          functionName: 'executeFromExecutor',
          args: [pad('0x'), encodePacked(['address', 'uint256'], [own, 0n])],
        }),
      ],
    ],
    'through %s',
    async (_, data) => {
      const elsewhere = data.replaceAll(own.slice(2).toLowerCase(), other.slice(2)) as Hex
      expect((await sign(pci, operation(through(elsewhere)))).status).toBe(200)
      expect(await asked(through(data))).toEqual([403, 'permissions'])
    },
  )
  const asking = request({ permissions: [permissions.native, { ...everything, data: { ...everything.data, address: own } }] })
  expect(await fieldOf(await post(`${accountOf(own)}?projectId=p1`, asking))).toEqual([400, 'permissions.1.data.address'])
})
