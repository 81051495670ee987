// The calls about names, on-ramps and sessions.
import { nameMessage, registerName, setNameAddress, setNameAttributes } from '../../src/api/name-writes.js'
import { getName, getNamesOf, getNameSuggestions } from '../../src/api/names.js'
import { getBuyOptions, getBuyQuote } from '../../src/api/onramp-buy.js'
import {
  createOnrampUrl,
  getOnrampOptions,
  getOnrampProviders,
  getOnrampQuote,
  onrampQuoteBodySchema,
  onrampUrlBodySchema,
} from '../../src/api/onramp.js'
import {
  createSmartSession,
  createSmartSessionBodySchema,
  getSmartSessionContext,
  getSmartSessions,
  revokeSmartSession,
  revokeSmartSessionBodySchema,
  signWithSmartSession,
} from '../../src/api/smart-sessions.js'
import { answerOf, type Case, chainId, labels, pci, requestOf } from './case.js'
import { user } from './wire.js'

const account = `eip155:31337:${user}`
const write = {
  chainId,
  coinType: 2147483649,
  address: user,
  message: nameMessage({ name: 'ada.example.id' }, 1767323045999),
  signature: `0x${'1b'.repeat(65)}`,
}

export const serviceCases: Readonly<Record<string, Case>> = {
  getName: {
    fixture: 'name',
    run: (api, signal) => getName(api, { name: 'ada.example.id', chainId, signal }),
    search: `apiVersion=2&${labels}`,
    result: answerOf('name'),
    gated: { value: undefined },
    missing: { value: undefined },
  },
  getNamesOf: {
    fixture: 'reverse',
    run: (api, signal) => getNamesOf(api, { address: user, sender: user, chainId, signal }),
    search: `sender=${user}&apiVersion=2&${labels}`,
    result: answerOf('reverse'),
    gated: { value: [] },
    missing: { value: [] },
  },
  getNameSuggestions: {
    fixture: 'suggestions',
    run: (api, signal) => getNameSuggestions(api, { name: 'ada', zone: 'example.id', chainId, signal }),
    search: `zone=example.id&${labels}`,
    result: [{ name: 'ada.example.id', registered: false }],
    gated: { value: [] },
  },
  registerName: {
    fixture: 'register',
    run: (api, signal) => registerName(api, { ...write, signal }),
    search: 'projectId=p1',
    post: 'application/json',
    result: { success: true, record: { name: 'ada.example.id', addresses: { 60: { address: user } } } },
    gated: { value: { success: false } },
    once: true,
  },
  setNameAttributes: {
    fixture: 'name-attributes',
    run: (api, signal) => setNameAttributes(api, { ...write, name: 'ada.example.id', signal }),
    search: 'projectId=p1',
    post: 'application/json',
    result: { bio: 'hi' },
    gated: { code: 'CHAIN_NOT_SUPPORTED' },
    once: true,
  },
  setNameAddress: {
    fixture: 'name-address',
    run: (api, signal) => setNameAddress(api, { ...write, name: 'ada.example.id', signal }),
    search: 'projectId=p1',
    post: 'application/json',
    result: answerOf('name-address'),
    gated: { code: 'CHAIN_NOT_SUPPORTED' },
    once: true,
  },
  createOnrampUrl: {
    fixture: 'onramp-url',
    run: (api, signal) => createOnrampUrl(api, { chainId, order: onrampUrlBodySchema.parse(requestOf('onramp-url')), signal }),
    search: 'projectId=p1',
    post: 'text/plain',
    result: { url: 'http://127.0.0.1:8787/onramp/checkout/o_01H', provider: undefined, orderId: undefined },
    gated: { code: 'CHAIN_NOT_SUPPORTED' },
    once: true,
  },
  getOnrampProviders: {
    fixture: 'onramp-providers',
    run: (api, signal) => getOnrampProviders(api, { chainId, signal }),
    search: labels,
    result: ['coinbase', 'sandbox'],
    gated: { value: [] },
    missing: { value: ['coinbase'] },
  },
  getOnrampOptions: {
    fixture: 'onramp-options',
    run: (api, signal) => getOnrampOptions(api, { chainId, signal }),
    search: labels,
    result: { ...(answerOf('onramp-options') as object), estimate: false },
    gated: { value: { paymentCurrencies: [], purchaseCurrencies: [], estimate: false } },
    fallback: true,
  },
  getOnrampQuote: {
    fixture: 'onramp-quote',
    run: (api, signal) =>
      getOnrampQuote(api, { chainId, request: onrampQuoteBodySchema.parse(requestOf('onramp-quote')), signal }),
    search: 'projectId=p1',
    post: 'text/plain',
    result: answerOf('onramp-quote'),
    gated: { code: 'CHAIN_NOT_SUPPORTED' },
  },
  getBuyOptions: {
    fixture: 'buy-options',
    run: (api, signal) => getBuyOptions(api, { chainId, country: 'US', subdivision: 'CA', signal }),
    search: `country=US&subdivision=CA&${labels}`,
    result: answerOf('buy-options'),
    gated: { value: { paymentCurrencies: [], purchaseCurrencies: [] } },
  },
  getBuyQuote: {
    fixture: 'buy-quotes',
    run: (api, signal) =>
      getBuyQuote(api, {
        chainId,
        purchaseCurrency: 'ETH',
        paymentAmount: '50',
        paymentCurrency: 'USD',
        paymentMethod: 'CARD',
        country: 'US',
        signal,
      }),
    search: `purchaseCurrency=ETH&paymentAmount=50&paymentCurrency=USD&paymentMethod=CARD&country=US&${labels}`,
    result: answerOf('buy-quotes'),
    gated: { value: undefined },
  },
  getSmartSessions: {
    fixture: 'sessions',
    run: (api, signal) => getSmartSessions(api, { account, cursor: 'c1', signal }),
    search: `cursor=c1&${labels}`,
    result: { sessions: (answerOf('sessions') as { pcis: unknown }).pcis, next: undefined },
    gated: { code: 'CHAIN_NOT_SUPPORTED' },
  },
  createSmartSession: {
    fixture: 'session-create',
    run: (api, signal) =>
      createSmartSession(api, { account, request: createSmartSessionBodySchema.parse(requestOf('session-create')), signal }),
    search: 'v=2&projectId=p1',
    post: 'application/json',
    result: answerOf('session-create'),
    gated: { code: 'CHAIN_NOT_SUPPORTED' },
    once: true,
  },
  getSmartSessionContext: {
    fixture: 'session-context',
    run: (api, signal) => getSmartSessionContext(api, { account, pci, signal }),
    search: `pci=${pci}&${labels}`,
    result: '0xabcd',
    gated: { code: 'CHAIN_NOT_SUPPORTED' },
  },
  signWithSmartSession: {
    fixture: 'session-sign',
    run: (api, signal) => signWithSmartSession(api, { account, pci, userOp: { sender: user, nonce: '0x0' }, signal }),
    search: 'projectId=p1',
    post: 'application/json',
    result: `0x${'1b'.repeat(65)}`,
    gated: { code: 'CHAIN_NOT_SUPPORTED' },
    once: true,
  },
  revokeSmartSession: {
    fixture: 'session-revoke',
    run: (api, signal) =>
      revokeSmartSession(api, { account, revocation: revokeSmartSessionBodySchema.parse(requestOf('session-revoke')), signal }),
    search: 'projectId=p1',
    post: 'text/plain',
    result: { success: true },
    gated: { value: { success: false } },
  },
}
