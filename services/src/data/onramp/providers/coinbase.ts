// Coinbase Onramp: a session token for one purchase (`POST /onramp/v1/token`, signed with a CDP key as JWT), then the hosted page. The
// token is good for one visit within five minutes, from the buyer's own address on the network. What became of it is asked by the name
// under which the page was opened (`GET /onramp/v1/buy/user/{partnerUserRef}/transactions`).
import { createPrivateKey, randomBytes, sign, type KeyObject } from 'node:crypto'
import { getAddress, isAddress } from 'viem'
import * as z from 'zod/mini'
import { decimalSchema } from '../../../../../src/api/shapes.js'
import { ConfigError } from '../../../settings/config.js'
import { fetchJson } from '../../../upstream/fetch-json.js'
import type { OnrampContext } from '../../context.js'
import { chainIdOf } from './networks.js'
import { isWanted, type Sale, type OnrampProvider } from './provider.js'

const API = 'https://api.developer.coinbase.com'
const PAGE = 'https://pay.coinbase.com/buy/select-asset'
const TOKEN_PATH = '/onramp/v1/token'
const JWT_VALID_S = 120
const answerSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(2048)) })
const SALES_PATH = '/onramp/v1/buy/user'
const SALES_MAX = 50
/** Longest page key that fits into a signed cursor. */
const PAGE_CHARS = 400

const short = z.nullish(z.string().check(z.maxLength(128)))
const money = z.nullish(z.object({ value: short, currency: short }))
/** As documented at docs.cdp.coinbase.com, Onramp transaction status. A row that lacks a needed field is left out. */
const salesSchema = z.object({
  transactions: z.nullish(
    z.array(
      z.object({
        transaction_id: short,
        status: short,
        purchase_amount: money,
        purchase_currency: short,
        purchase_network: short,
        payment_total: money,
        payment_total_usd: money,
        wallet_address: short,
        tx_hash: short,
        created_at: short,
        completed_at: short,
      }),
    ),
  ),
  next_page_key: z.nullish(z.string()),
})
type CoinbaseSale = NonNullable<z.output<typeof salesSchema>['transactions']>[number]

/** Coinbase's status → state of a sale; `…_CREATED`, which the buyer has not paid, is left out. */
const states: Readonly<Record<string, Sale['state']>> = {
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'paying',
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'done',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
}

/** `adapters.coinbase` of the data file. */
export interface CoinbaseOptions {
  /** Id of the secret API key. */
  readonly keyId: string
  /** A PEM (EC, P-256), or the base64 of an Ed25519 key as the portal shows it. */
  readonly key: string
  readonly url?: string | undefined
}

/** The adapter of Coinbase Onramp, which also lists purchases. @throws Error that names the setting when `key` cannot be read */
export function createCoinbase({ fetch, now }: OnrampContext, { keyId, key, url = API }: CoinbaseOptions): OnrampProvider {
  const secret = readKey(key)
  const base = url.replace(/\/+$/, '')
  const endpoint = new URL(`${base}${TOKEN_PATH}`)
  const authorization = (method: string, { host, pathname }: URL) =>
    `Bearer ${cdpToken({ keyId, key: secret, uri: `${method} ${host}${pathname}`, now: now() })}`
  return {
    name: 'coinbase',
    kind: 'adapter',
    supports: (purchase) => isWanted(purchase, 'coinbase'),
    async ask({ address, assets, networks, clientIp, ...purchase }, signal) {
      const addresses = [{ address, blockchains: networks.length > 0 ? networks : ['ethereum'] }]
      const { token } = await fetchJson(fetch, endpoint, {
        schema: answerSchema,
        headers: { authorization: authorization('POST', endpoint) },
        body: { addresses, ...(assets.length > 0 && { assets }), clientIp },
        signal,
      })
      const page = new URL(PAGE)
      const query = {
        sessionToken: token,
        defaultExperience: purchase.experience,
        defaultNetwork: purchase.defaultNetwork,
        defaultAsset: assets[0],
        presetFiatAmount: purchase.fiatAmount,
        fiatCurrency: purchase.fiatAmount === undefined ? undefined : purchase.fiatCurrency,
        presetCryptoAmount: purchase.cryptoAmount,
        partnerUserRef: customerName(purchase.customer),
      }
      for (const [name, value] of Object.entries(query)) if (value !== undefined) page.searchParams.set(name, String(value))
      return { url: page.href }
    },
    async sales({ account, page }, signal) {
      const asked = new URL(`${base}${SALES_PATH}/${encodeURIComponent(customerName(account))}/transactions`)
      const headers = { authorization: authorization('GET', asked) } // signed without the query
      asked.searchParams.set('page_size', String(SALES_MAX))
      if (page !== undefined) asked.searchParams.set('page_key', page)
      const { transactions, next_page_key: next } = await fetchJson(fetch, asked, { schema: salesSchema, headers, signal })
      const sales = (transactions ?? []).flatMap((sale) => toSale(sale, account) ?? [])
      return { sales, ...(next && next.length <= PAGE_CHARS && { next }) }
    },
  }
}

/** The name under which an account's purchases are filed: checksummed for an EVM address, whatever case the page used. */
function customerName(customer: string): string {
  return isAddress(customer, { strict: false }) ? getAddress(customer) : customer
}

/** Undefined for a sale that is not paid, cannot be read, or went to another address under this account's name. */
function toSale(sale: CoinbaseSale, account: string): Sale | undefined {
  const { transaction_id: id, wallet_address: address, purchase_currency: symbol, purchase_amount: bought, tx_hash: hash } = sale
  const state = states[sale.status ?? '']
  const amount = decimalSchema.safeParse(bought?.value)
  const at = Date.parse(sale.completed_at ?? sale.created_at ?? '')
  const isForeign = address && customerName(address) !== customerName(account)
  if (!id || !state || !symbol || !amount.success || Number.isNaN(at) || isForeign) return undefined
  return {
    id,
    state,
    symbol,
    amount: amount.data,
    dollars: dollarsOf(sale),
    address: address || account,
    chainId: chainIdOf(sale.purchase_network ?? ''),
    hash: hash && /^[0-9a-zA-Z]{32,100}$/.test(hash) ? hash : undefined,
    at,
  }
}

function dollarsOf({ payment_total_usd: converted, payment_total: paid }: CoinbaseSale): number | undefined {
  const text = converted?.value ?? (paid?.currency === 'USD' ? paid.value : undefined)
  return decimalSchema.safeParse(text).success ? Number(text) : undefined
}

/** @throws ConfigError that names the setting, at start */
function readKey(key: string): KeyObject {
  try {
    if (key.includes('-----BEGIN')) return createPrivateKey(key.replaceAll('\\n', '\n'))
    const bytes = Buffer.from(key, 'base64')
    const part = (from: number) => bytes.subarray(from, from + 32).toString('base64url')
    return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d: part(0), x: part(32) }, format: 'jwk' })
  } catch {
    throw new ConfigError('WM_DATA_FILE', 'adapters.coinbase.key: an EC key in PEM or an Ed25519 key in base64 is needed')
  }
}

interface CdpToken {
  readonly keyId: string
  readonly key: KeyObject
  readonly uri: string
  readonly now: number
}

function cdpToken({ keyId, key, uri, now }: CdpToken): string {
  const isEd25519 = key.asymmetricKeyType === 'ed25519'
  const seconds = Math.floor(now / 1000)
  const header = { alg: isEd25519 ? 'EdDSA' : 'ES256', typ: 'JWT', kid: keyId, nonce: randomBytes(16).toString('hex') }
  const claims = { sub: keyId, iss: 'cdp', aud: ['cdp_service'], nbf: seconds, exp: seconds + JWT_VALID_S, uris: [uri] }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part(header)}.${part(claims)}`
  const signature = isEd25519
    ? sign(null, Buffer.from(text), key)
    : sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
