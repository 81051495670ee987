import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as constants from '../../src/vocabulary/constants.js'
import { mainnet } from '../../src/vocabulary/mainnet.js'
import { testRows } from '../support/rows.js'

const excerptUrl = new URL('../fixtures/specification-9.txt', import.meta.url)
const specificationUrl = new URL('../../../shared/spec/specification.txt', import.meta.url)
const excerpt = readFileSync(excerptUrl, 'utf8')
const specification = existsSync(specificationUrl) ? readFileSync(specificationUrl, 'utf8') : undefined
/** The specification where it lies beside the checkout, and always its excerpt. */
const texts = [excerpt, ...(specification === undefined ? [] : [specification])]

const second = 1_000
const minute = 60_000

/** One number of the specification: the phrase it stands in (the number in brackets) and what one of it is worth. */
const rows: [name: keyof typeof constants, phrase: RegExp, unit?: number][] = [
  ['MODAL_WIDTH_PX', /modal width (\d+)px\.$/m],
  ['MODAL_WIDTH_PX', /Modal width (\d+)px\. Theme/],
  ['MODAL_Z_INDEX', /default z-index (\d+)/],
  ['AMOUNT_DIGITS', /Amounts show (\d+) decimals/],
  ['AMOUNT_DIGITS', /Balances are shown truncated to (\d+) decimals/],
  ['FIAT_DIGITS', /fiat to (\d+) decimals/],
  ['ADDRESS_LEADING_CHARACTERS', /shortened to (\d+) leading/],
  ['ADDRESS_TRAILING_CHARACTERS', /leading and (\d+) trailing characters/],
  ['PAIRING_MARGIN_MS', /expired when (\d+) s or less remain/, second],
  ['PAIRING_TTL_MS', /a new pairing lasts (\d+) minutes/, minute],
  ['NOTICE_REPLACE_DELAY_MS', /shows the new one after (\d+) ms/],
  ['FRAME_READY_DELAY_MS', /reports ready; (\d+) ms later/],
  ['FRAME_READY_DELAY_MS', /(\d+) ms after frame ready/],
  ['MODAL_SHAKE_MS', /^- Modal shake (\d+) ms/m],
  ['COIN_TYPE_CHAIN_ID_LIMIT', /below 2\^(\d+) to become a coin type/],
  ['CHAIN_UNRECOGNIZED_CODE', /Chain codes: (\d+) \(unrecognized chain\)/],
  ['CHAIN_DEFAULT_CODE', /(\d+) \(default\)/],
  ['CHAIN_INVALID_CODE', /(\d+) \(invalid chain id\)/],
  ['EMAIL_COOLDOWN_MS', /Email login cooldown (\d+) s/, second],
  ['PORTFOLIO_CACHE_MS', /Cache lifetimes: portfolio (\d+) s/, second],
  ['NATIVE_BALANCE_CACHE_MS', /native balance (\d+) s,/, second],
  ['ENS_CACHE_MS', /ENS (\d+) min/, minute],
  ['IDENTITY_CACHE_MS', /identity (\d+) min/, minute],
  ['BALANCE_RETRY_GATE_MS', /Balance retry gate (\d+) s/, second],
  ['RECENT_WALLETS_COUNT', /Recent wallets kept (\d+)/],
  ['RECOMMENDED_WALLETS_COUNT', /Recommended wallets (\d+)/],
  ['WALLETS_PER_PAGE_COUNT', /wallets per page (\d+)/],
  ['SEARCH_RESULTS_COUNT', /search (\d+) results/],
  ['SEARCH_DELAY_MS', /results after (\d+) ms wait/],
  ['PENDING_TRANSACTIONS_MAX_COUNT', /Pending transactions cap (\d+)/],
  ['SWAP_SLIPPAGE_PERCENT', /Swap slippage tolerance (\d+)/],
  ['ONRAMP_CARD_MIN_AMOUNT', /card min ([\d.]+),/],
  ['ONRAMP_CARD_MAX_AMOUNT', /card min [\d.]+, max ([\d.]+);/],
  ['ONRAMP_BANK_MIN_AMOUNT', /ach_bank_account min ([\d.]+),/],
  ['ONRAMP_BANK_MAX_AMOUNT', /ach_bank_account min [\d.]+, max (\d+\.\d+)/],
  ['ONRAMP_FEE_MIN_PERCENT', /Card on-ramp fee range (\d+)-/],
  ['ONRAMP_FEE_MAX_PERCENT', /Card on-ramp fee range \d+-(\d+)%/],
  ['LOG_BUFFER_BYTES', /Log buffer (\d+) bytes/],
  ['LOG_LEVEL', /default log level '(\w+)'/],
  ['RETRY_ATTEMPTS_COUNT', /Retry: (\d+) attempts/],
  ['RETRY_FIRST_DELAY_MS', /back-off (\d+) ms doubling/],
  ['RETRY_MAX_DELAY_MS', /doubling up to (\d+) ms/],
  ['RETRY_GAP_MS', /elsewhere retry gap (\d+) s/, second],
  ['DEBOUNCE_MS', /default debounce (\d+) ms/],
  ['IMAGE_PRELOAD_LIMIT_MS', /image preload gives up after (\d+) s/, second],
  ['HEADER_ANIMATION_MS', /header text (\d+) ms/],
  ['HEIGHT_ANIMATION_MS', /modal height (\d+) ms/],
  ['VIEW_TRANSITION_MS', /view transition (\d+) ms/],
  ['NOTICE_AUTO_CLOSE_MS', /Toast auto-close (\d+) ms/],
  ['FRAME_LOAD_TIMEOUT_MS', /Frame load timeout (\d+) s/, second],
  ['FRAME_REQUEST_TIMEOUT_MS', /Request timeout (\d+) s/, second],
  ['SIGN_OUT_LIMIT_MS', /Sign-out waits at most (\d+) s/, second],
  ['DEFAULT_CHAIN_ID', /Default chain (eip155:\d+)\./],
  ['RPC_RETRIES_COUNT', /Default RPC retry (\d+)/],
  ['RPC_RETRY_DELAY_MS', /Default RPC retry \d+ with delay (\d+) ms/],
  ['RPC_TIMEOUT_MS', /HTTP RPC timeout (\d+) s/, second],
  ['RPC_BATCH_COUNT', /batch size (\d+)/],
  ['RPC_PING_INTERVAL_MS', /fallback ping interval (\d+) s/, second],
  ['HTTP_RETRIES_COUNT', /HTTP helper retries (\d+) times/],
  ['HTTP_RETRY_DELAY_MS', /times with (\d+) ms delay/],
  ['RPC_DEDUPE_COUNT', /RPC dedupe cache (\d+)/],
  ['ADDRESS_CACHE_COUNT', /address-check cache (\d+)/],
  ['QUERY_GARBAGE_COLLECTION_MS', /Query-cache garbage collection (\d+) minutes/, minute],
  ['TELEMETRY_EVENTS_COUNT', /telemetry limited to (\d+) events/],
  ['TELEMETRY_WINDOW_MS', /events per (\d+) s/, second],
  ['EVM_NETWORKS_COUNT', /(\d+) EVM chains/],
  ['SOLANA_NETWORKS_COUNT', /plus (\d+) solana clusters/],
]

describe('each number of the specification', () => {
  testRows(rows)('is the one of the code: %s', (name, phrase, unit = 1) => {
    const value = constants[name]
    for (const text of texts) {
      const found = phrase.exec(text)?.[1] ?? expect.fail(`the specification has no ${phrase}`)
      if (name === 'COIN_TYPE_CHAIN_ID_LIMIT') expect(value).toBe(2 ** Number(found))
      else expect(value).toEqual(typeof value === 'string' ? found : Number(found) * unit)
    }
  })

  test('RPC_RETRY_HTTP_STATUSES', () => {
    const lists = texts.map((text) => /retried on HTTP ([\d, ]+) and/.exec(text)?.[1]?.split(', ').map(Number))
    for (const list of lists) expect(constants.RPC_RETRY_HTTP_STATUSES).toEqual(list)
  })
})

test('every constant is held against the specification', () => {
  const held = new Set<string>([...rows.map(([name]) => name), 'RPC_RETRY_HTTP_STATUSES'])
  expect(Object.keys(constants).filter((name) => !held.has(name))).toEqual([])
})

test('every constant says its unit at the end of its name', () => {
  const units = /_(?:MS|PX|COUNT|BYTES|PERCENT|DIGITS|CHARACTERS|CODE|AMOUNT|STATUSES|INDEX|ID|LEVEL|LIMIT)$/
  expect(Object.keys(constants).filter((name) => !units.test(name))).toEqual([])
})

test.runIf(specification)('the checked-in excerpt says what the specification says', () => {
  const lines = excerpt.split('\n').filter((line) => line !== '' && !line.includes('(excerpt)'))
  expect(lines.filter((line) => !specification?.includes(line))).toEqual([])
})

/** Read by no code of ours, and why. Whatever else is here and not read stands in the code as another number. */
const unread: Partial<Record<keyof typeof constants, string>> = {
  EVM_NETWORKS_COUNT: 'counted in networks.test.ts',
  SOLANA_NETWORKS_COUNT: 'counted in networks.test.ts',
  RPC_RETRY_HTTP_STATUSES: 'a list would go into the first chunk: held in rpc-faults.test.ts',
  ADDRESS_CACHE_COUNT: 'the size of the cache in viem, which checks the addresses',
  RETRY_GAP_MS: 'activity',
}

test('the code reads the constants, and repeats none as a number of its own', () => {
  const folder = new URL('../../src/', import.meta.url)
  const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('vocabulary/constants.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  const read = new Set(text.match(/\b[A-Z]+(?:_[A-Z\d]+)+\b/g))
  expect(Object.keys(constants).filter((name) => !read.has(name))).toEqual(
    Object.keys(constants).filter((name) => name in unread),
  )
})

test('Ethereum is the default network', () => {
  expect(mainnet.caipNetworkId).toBe(constants.DEFAULT_CHAIN_ID)
})
