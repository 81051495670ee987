// The contract of names and of the gateway through which they resolve.
import { concatHex, encodeFunctionData, namehash, parseAbi, toHex } from 'viem'
import { packetToBytes } from 'viem/ens'
import { hexSchema } from '../../../src/api/shapes.js'
import { registerSchema } from '../../../src/api/name-writes.js'
import {
  nameAddressesSchema,
  nameAttributesSchema,
  nameLookupSchema,
  nameReverseSchema,
  suggestionsSchema,
  zoneSchema,
} from '../../../src/api/names.js'
import * as z from 'zod/mini'
import { lookupSchema } from '../../../src/api/offchain-lookup.js'
import { ONCHAIN_NAME, UNIVERSAL_RESOLVER } from '../../devnet/manifest.js'
import { CHAIN, COIN_TYPE, signed } from '../data/names/support.js'
import { labels } from './rows-tokens.js'
import { refuse, type Asking, type Rows } from './row.js'
import { bodyOf, register, type Seeds } from './seeds.js'

const ZONE = 'wallet.example'
const post =
  (path: string, body: (seeds: Seeds) => unknown): Asking =>
  async (seeds) => ({ path: `${path}?projectId=shop`, body: await body(seeds) })
const registration = (name: string, changes: object = {}) =>
  post('/v1/profile/account', async ({ world }) => ({ ...(await register(world, 6, name)), ...changes }))
/** A message of our making, signed by account 6. */
const signing = (message: string) =>
  post('/v1/profile/account', async ({ world }) => {
    const signature = await world.account(6).signMessage({ message })
    return { coin_type: COIN_TYPE, address: world.account(6).address, message, signature }
  })
const text = (parts: object) =>
  JSON.stringify({ name: `other.${ZONE}`, attributes: {}, timestamp: Math.floor(Date.now() / 1000), ...parts })

const attributes = (path: string, bio: string, index = 3) =>
  post(`/v1/profile/account/${path}/attributes`, async ({ world }) =>
    bodyOf(await signed(world.account(index), { attributes: { bio } }, Date.now())),
  )
const address = (path: string, coinType: number, index = 3) =>
  post(`/v1/profile/account/${path}/address`, async ({ world }) =>
    bodyOf(await signed(world.account(index), { coinType, address: world.account(index).address }, Date.now())),
  )
const NAME = `contract.${ZONE}`

const abi = parseAbi(['function resolve(bytes name, bytes data)', 'function addr(bytes32 node)'])
const askOf = (name: string) =>
  encodeFunctionData({
    abi,
    functionName: 'resolve',
    args: [toHex(packetToBytes(name)), encodeFunctionData({ abi, functionName: 'addr', args: [namehash(name)] })],
  })
const question = askOf(NAME)
const lookup = (changes: object) =>
  post('/v1/profile/lookup', () => ({ chainId: CHAIN, to: UNIVERSAL_RESOLVER, data: question, ...changes }))
const sender = `0x${'22'.repeat(20)}`
const gatewaySchema = z.object({ data: hexSchema })
const gatewayRefusals = (ask: (sender: string, data: string) => Asking) => [
  refuse('a sender that is none', ask('0x12', question), 400, 'sender'),
  refuse('no hex', ask(sender, 'zz'), 400, 'data'),
  refuse('half a byte', ask(sender, '0x123'), 400, 'data'),
  refuse('another call', ask(sender, '0x12345678'), 400, 'data'),
  refuse('a cut call', ask(sender, question.slice(0, 100)), 400, 'data'),
  refuse('a call that goes on', ask(sender, concatHex(['0x00', question])), 400, 'data'),
]

export const nameRows: Rows = {
  'GET /v1/profile/account/:name': {
    wire: '2.12',
    access: 'listed-origin',
    ask: () => ({ path: `/v1/profile/account/${NAME}?apiVersion=2` }),
    answers: nameLookupSchema,
    example: 'name',
    tables: ['addresses', 'attributes'],
    refusals: [
      refuse('nobody has it', () => ({ path: `/v1/profile/account/nobody.${ZONE}` }), 404, 'name'),
      refuse('nobody has it, version 1', () => ({ path: `/v1/profile/account/nobody.${ZONE}?apiVersion=1` }), 404, 'name'),
      refuse('version 3', () => ({ path: `/v1/profile/account/${NAME}?apiVersion=3` }), 400, 'apiVersion'),
      ...[
        'ada',
        'ada.reown.id',
        `a.b.${ZONE}`,
        `ab.${ZONE}`,
        `%C3%A4da.${ZONE}`,
        `a%20da.${ZONE}`,
        `${'a'.repeat(65)}.${ZONE}`,
      ].map((name) => refuse(name, () => ({ path: `/v1/profile/account/${name}?apiVersion=2` }), 400, 'name')),
    ],
  },

  'GET /v1/profile/reverse/:address': {
    wire: '2.13',
    ask: ({ at }) => ({ path: `/v1/profile/reverse/${at[3] ?? ''}?sender=${at[3] ?? ''}&apiVersion=2&${labels}` }),
    answers: nameReverseSchema,
    example: 'reverse',
    tables: ['*.addresses', '*.attributes'],
    refusals: [
      refuse('none', ({ at }) => ({ path: `/v1/profile/reverse/${at[9] ?? ''}` }), 404, 'address'),
      refuse('no address', () => ({ path: '/v1/profile/reverse/0x12?apiVersion=2' }), 400, 'address'),
      refuse('version 3', ({ at }) => ({ path: `/v1/profile/reverse/${at[3] ?? ''}?apiVersion=3` }), 400, 'apiVersion'),
    ],
  },

  'GET /v1/profile/zone': {
    wire: 'own',
    ask: () => ({ path: `/v1/profile/zone?${labels}` }),
    answers: zoneSchema,
  },

  'POST /v1/profile/lookup': {
    wire: 'own',
    ask: lookup({}),
    answers: lookupSchema,
    refusals: [
      refuse('another chain', lookup({ chainId: 'eip155:1' }), 400, 'chainId'),
      refuse('no chain', lookup({ chainId: 'mainnet' }), 400, 'chainId'),
      refuse('another contract', lookup({ to: sender }), 400, 'to'),
      refuse('no contract', lookup({ to: '0x12' }), 400, 'to'),
      refuse('no hex', lookup({ data: 'zz' }), 400, 'data'),
      refuse('a call that the chain answers itself', lookup({ data: askOf(ONCHAIN_NAME) }), 400, 'data'),
      refuse('a call that fails', lookup({ data: '0x12345678' }), 400, 'data'),
    ],
  },

  'GET /v1/profile/suggestions/:name': {
    wire: '2.14',
    ask: () => ({ path: `/v1/profile/suggestions/contract?zone=${ZONE}&${labels}` }),
    answers: suggestionsSchema,
    example: 'suggestions',
    refusals: [
      refuse('no zone', () => ({ path: '/v1/profile/suggestions/ada' }), 400, 'zone'),
      refuse('another zone', () => ({ path: '/v1/profile/suggestions/ada?zone=reown.id' }), 400, 'zone'),
      refuse('too short', () => ({ path: `/v1/profile/suggestions/ab?zone=${ZONE}` }), 400, 'name'),
      refuse('other letters', () => ({ path: `/v1/profile/suggestions/%C3%A4da?zone=${ZONE}` }), 400, 'name'),
    ],
  },

  'POST /v1/profile/account': {
    wire: '2.15',
    ask: registration(`fresh.${ZONE}`),
    answers: registerSchema,
    example: 'register',
    adds: ['success'],
    tables: ['addresses', 'attributes'],
    refusals: [
      refuse('a message that is no JSON', signing('hello'), 400, 'message'),
      refuse('no name in it', signing(text({ name: undefined })), 400, 'name'),
      refuse('a name of another zone', signing(text({ name: 'ada.reown.id' })), 400, 'name'),
      refuse('a reserved name', signing(text({ name: `admin.${ZONE}` })), 400, 'name'),
      refuse('a name that somebody has', signing(text({ name: NAME })), 400, 'name'),
      refuse('an old message', signing(text({ timestamp: 1 })), 400, 'timestamp'),
      refuse('a message of tomorrow', signing(text({ timestamp: Math.floor(Date.now() / 1000) + 86_400 })), 400, 'timestamp'),
      refuse('an unknown attribute', signing(text({ attributes: { age: '7' } })), 400, 'attributes'),
      refuse('a long attribute', signing(text({ attributes: { bio: 'a'.repeat(256) } })), 400, 'attributes'),
      refuse('a coin type that cannot sign', registration(`other.${ZONE}`, { coin_type: 0 }), 400, 'coin_type'),
      refuse('a chain that is not served', registration(`other.${ZONE}`, { coin_type: 2_147_484_647 }), 400, 'coin_type'),
      refuse('a check sum that is wrong', registration(`other.${ZONE}`, { address: sender.replace('22', 'aB') }), 400, 'address'),
      refuse(
        'a signature of somebody else',
        registration(`other.${ZONE}`, { signature: `0x${'1b'.repeat(65)}` }),
        401,
        'signature',
      ),
      refuse('a signature that is no hex', registration(`other.${ZONE}`, { signature: 'x' }), 400, 'signature'),
      refuse('coin_type as text', registration(`other.${ZONE}`, { coin_type: '60' }), 422, 'coin_type'),
      refuse('no address', registration(`other.${ZONE}`, { address: undefined }), 422, 'address'),
      refuse('no message', registration(`other.${ZONE}`, { message: undefined }), 422, 'message'),
    ],
  },

  'POST /v1/profile/account/:name/attributes': {
    wire: '2.15',
    ask: attributes(NAME, 'hello there'),
    answers: nameAttributesSchema,
    example: 'name-attributes',
    refusals: [
      refuse('a name that nobody has', attributes(`nobody.${ZONE}`, 'hi'), 404, 'name'),
      refuse('a stranger', attributes(NAME, 'hi', 6), 401, 'address'),
      refuse('letters that are not allowed', attributes(NAME, '<b>'), 400, 'attributes'),
    ],
  },

  'POST /v1/profile/account/:name/address': {
    wire: '2.15',
    ask: address(NAME, 60),
    answers: nameAddressesSchema,
    example: 'name-address',
    tables: [''],
    refusals: [
      refuse('a name that nobody has', address(`nobody.${ZONE}`, 60), 404, 'name'),
      refuse('a stranger', address(NAME, 60, 6), 401, 'address'),
      refuse('a coin that is not kept here', address(NAME, 2), 400, 'coin_type'),
      refuse('no Solana address', address(NAME, 501), 400, 'address'),
    ],
  },

  'GET /ccip/:sender/:data': {
    wire: '11.6',
    access: 'open',
    ask: () => ({ path: `/ccip/${sender}/${question}.json` }),
    answers: gatewaySchema,
    refusals: gatewayRefusals((from, data) => () => ({ path: `/ccip/${from}/${data}.json` })),
  },

  'POST /ccip': {
    wire: '11.6',
    access: 'open',
    ask: () => ({ path: '/ccip', body: { sender, data: question } }),
    answers: gatewaySchema,
    refusals: gatewayRefusals((from, data) => () => ({ path: '/ccip', body: { sender: from, data } })),
  },
}
