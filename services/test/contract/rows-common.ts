// The contract of what stands around the data: wallets, pictures, projects, chains, events, and the operator's pages.
import * as z from 'zod/mini'
import { supportedChainsSchema } from '../../../src/api/chains.js'
import { walletEntrySchema } from '../../../src/api/wallets.js'
import { labels } from './rows-tokens.js'
import { exampleOf, refuse, type Row, type Rows } from './row.js'
import { TOKEN } from './world.js'

const CHAIN = 'chainId=eip155:31337'
const call = { id: 1, jsonrpc: '2.0', method: 'eth_chainId', params: [] }
const rpcAnswer = z.object({ jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.number()]), result: z.unknown() })

const picture = (path: string, id: string): Row => ({
  wire: '4.2',
  access: 'listed-origin',
  type: 'image/svg+xml',
  ask: () => ({ path: `${path}/${id}?${labels}` }),
  refusals: [
    refuse('a path in the id', () => ({ path: `${path}/..%2Fpackage.json` }), 400, 'id'),
    refuse('a long id', () => ({ path: `${path}/${'a'.repeat(65)}` }), 400, 'id'),
    refuse('a space', () => ({ path: `${path}/a%20b` }), 400, 'id'),
  ],
})

const wallets = (query: string) => () => ({ path: `/getWallets?${query}` })

const events = (path: string, example: string, body?: unknown): Row => ({
  wire: '5',
  status: 202,
  ask: () => ({ path: `${path}?${labels}`, body: body ?? exampleOf(example).request, headers: { 'content-type': 'text/plain' } }),
  answers: z.object({ accepted: z.int() }),
  example,
  refusals: [
    refuse('another shape', () => ({ path, body: { eventId: 'x' } }), 400, 'url'),
    refuse('too many', () => ({ path, body: Array(201).fill({}) }), 413, 'body'),
    refuse(
      'a foreign origin',
      () => ({ path: `${path}?projectId=shop`, body: [], headers: { origin: 'https://evil.example' } }),
      403,
      'origin',
      'projects',
    ),
  ],
})

const rpc = (path: string, wire = '3'): Row => ({
  wire,
  isRpc: true,
  ask: () => ({ path: `${path}?${CHAIN}&projectId=shop`, body: call }),
  answers: rpcAnswer,
  example: 'rpc',
  refusals: [
    refuse('no chain', () => ({ path: `${path}?projectId=shop`, body: call }), 400, 'chainId'),
    refuse('a chain that is not served', () => ({ path: `${path}?chainId=eip155:999`, body: call }), 400, 'chainId'),
    refuse('an empty batch', () => ({ path: `${path}?${CHAIN}`, body: [] }), 400, 'body'),
    refuse('a batch without end', () => ({ path: `${path}?${CHAIN}`, body: Array(101).fill(call) }), 413, 'body'),
    refuse('no node answers', () => ({ path: `${path}?${CHAIN}`, body: call }), 503, 'chainId', 'away'),
  ],
})

export const commonRows: Rows = {
  'GET /v1/supported-chains': {
    wire: '2.1',
    access: 'listed-origin',
    ask: () => ({ path: `/v1/supported-chains?${labels}` }),
    answers: supportedChainsSchema,
    example: 'supported-chains',
  },
  'GET /getWallets': {
    wire: '4.1',
    ask: wallets(`page=1&entries=4&exclude=&include=&chains=eip155:1&${labels}`),
    answers: z.object({ count: z.int(), data: z.array(walletEntrySchema) }),
    example: 'wallets',
    refusals: [
      ['page', '0'],
      ['page', 'x'],
      ['entries', '101'],
      ['entries', '-1'],
      ['chains', 'nonsense'],
      ['include', 'a b'],
      ['exclude', '../..'],
      ['badge_type', 'gold'],
      ['search', 'a'.repeat(201)],
      ['names', 'a'.repeat(129)],
    ].map(([name = '', value = '']) =>
      refuse(`${name}=${value.slice(0, 20)}`, wallets(`${name}=${encodeURIComponent(value)}`), 400, name),
    ),
  },
  'GET /getWalletImage/:id': picture('/getWalletImage', '0d9f0000-0000-4000-8000-000000000000'),
  'GET /public/getAssetImage/:id': picture('/public/getAssetImage', 'eip155-1'),
  'GET /public/getTokenImage/:id': picture('/public/getTokenImage', 'ETH'),
  'GET /public/getCurrencyImage/:id': picture('/public/getCurrencyImage', 'USD'),
  'GET /projects/v1/origins': {
    wire: '4.3',
    access: 'any-origin',
    ask: () => ({ path: `/projects/v1/origins?${labels}` }),
    answers: z.object({ allowedOrigins: z.array(z.string()) }),
    example: 'origins',
  },
  'GET /getAnalyticsConfig': {
    wire: '4.4',
    ask: () => ({ path: `/getAnalyticsConfig?${labels}` }),
    answers: z.object({ isAnalyticsEnabled: z.boolean() }),
    example: 'analytics-config',
  },
  'POST /v1': rpc('/v1'),
  'POST /v1/bundler': rpc('/v1/bundler', '2.22'),
  'GET /v1': {
    wire: '3',
    access: 'open',
    isUnlimited: true,
    ask: () => ({ path: `/v1?${CHAIN}` }),
    status: 426,
  },
  'GET /ws': {
    wire: '3',
    ask: () => ({ path: `/ws?${CHAIN}` }),
    status: 426,
    refusals: [
      refuse('no chain', () => ({ path: '/ws' }), 400, 'chainId'),
      refuse('a chain that is not served', () => ({ path: '/ws?chainId=eip155:999' }), 400, 'chainId'),
    ],
  },
  'GET /appkit/v1/config': {
    wire: '4.5',
    ask: () => ({ path: `/appkit/v1/config?${labels}` }),
    answers: z.object({ features: z.array(z.object({ id: z.string(), isEnabled: z.boolean(), config: z.null() })) }),
  },
  'GET /appkit/v1/project-limits': {
    wire: '4.5',
    ask: () => ({ path: `/appkit/v1/project-limits?${labels}` }),
    answers: z.strictObject({
      planLimits: z.strictObject({
        tier: z.literal('self-hosted'),
        isAboveRpcLimit: z.literal(false),
        isAboveMauLimit: z.literal(false),
      }),
    }),
  },
  'POST /e': events('/e', 'event'),
  'POST /batch': events('/batch', 'batch'),
  'GET /console/analytics': {
    wire: 'own',
    access: 'open',
    type: 'text/html',
    ask: () => ({ path: '/console/analytics', headers: { authorization: `Basic ${btoa(`me:${TOKEN}`)}` } }),
    refusals: [
      refuse('no token', () => ({ path: '/console/analytics' }), 401, 'authorization'),
      refuse(
        'another token',
        () => ({ path: '/console/analytics', headers: { authorization: `Bearer ${'b'.repeat(24)}` } }),
        401,
        'authorization',
      ),
      refuse(
        'a project that is none',
        () => ({ path: '/console/analytics?project=%00', headers: { authorization: `Bearer ${TOKEN}` } }),
        400,
        'project',
      ),
    ],
  },
  'GET /health': { wire: '2.22', access: 'open', isUnlimited: true, type: 'text/plain', ask: () => ({ path: '/health' }) },
  'GET /ready': {
    wire: '16',
    access: 'open',
    ask: () => ({ path: '/ready' }),
    answers: z.object({
      ready: z.boolean(),
      checks: z.record(z.string(), z.string()),
      providers: z.array(
        z.object({ capability: z.string(), provider: z.string(), kind: z.enum(['embedded', 'adapter', 'sandbox', 'off']) }),
      ),
    }),
  },
  'GET /metrics': { wire: '8', access: 'open', isUnlimited: true, type: 'text/plain', ask: () => ({ path: '/metrics' }) },
  'GET /openapi.json': {
    wire: 'own',
    access: 'open',
    ask: () => ({ path: '/openapi.json' }),
    answers: z.object({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.unknown()) }),
  },
}
