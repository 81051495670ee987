import { describe, expect, test } from 'vitest'
import {
  type Namespace,
  assertAddress,
  formatAccountId,
  formatAssetId,
  formatChainId,
  isAccountId,
  isAddress,
  isChainId,
  isEvmAddressLoose,
  isNamespace,
  namespaces,
  parseAccountId,
  parseAssetId,
  parseChainId,
  toCoinType,
} from '../../src/vocabulary/caip.js'
import { testRows } from '../support/rows.js'

const invalid = expect.objectContaining({ code: 'CAIP_INVALID' })
const evm = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const chains = [
  ['eip155:1', 'eip155', '1'],
  ['eip155:999999999', 'eip155', '999999999'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['bip122:000000000019d6689c085ae165831e93', 'bip122', '000000000019d6689c085ae165831e93'],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'polkadot', '91b171bb158e2d3848fa23a9f1c25182'],
  ['cosmos:cosmoshub-4', 'cosmos', 'cosmoshub-4'],
  ['cosmos:Binance-Chain-Tigris', 'cosmos', 'Binance-Chain-Tigris'],
] as const
const badChains = [
  '', 'eip155', 'eip155:', ':1', 'eip155:1:2', 'eip155:01', 'eip155:-1', 'eip155:1e3', 'eip155:0x1', 'eip155: 1', 'eip155:1\n', 'EIP155:1',
  'bitcoin:1', 'toString:1', `cosmos:${'a'.repeat(33)}`, 'cosmos:a/b', 'solana:ä', 'eip155:1 ',
] // oxfmt-ignore

describe('chain ids', () => {
  testRows(chains)('are read and written: %s', (id, namespace, reference) => {
    expect(parseChainId(id)).toEqual({ namespace, reference })
    expect(formatChainId(namespace, reference)).toBe(id)
    expect(isChainId(id)).toBe(true)
  })

  testRows(badChains)('refuses what is no chain id: %j', (id) => {
    expect(isChainId(id)).toBe(false)
    expect(() => parseChainId(id)).toThrow(invalid)
  })

  testRows([undefined, null, 1, {}, ['eip155:1']])('%j is not one', (value) => {
    expect(isChainId(value)).toBe(false)
    expect(isAccountId(value)).toBe(false)
  })

  test('takes a number as an EVM reference, and no other shape', () => {
    expect(formatChainId('eip155', 137)).toBe('eip155:137')
    for (const reference of [1.5, -1, Number.NaN, 1e21]) expect(() => formatChainId('eip155', reference)).toThrow(invalid)
    expect(() => formatChainId('dogecoin', 1)).toThrow(invalid)
  })

  test('an id that is refused is quoted only in part', () => {
    expect(() => parseChainId('x'.repeat(10_000))).toThrow(expect.objectContaining({ details: { value: 'x'.repeat(200) } }))
  })
})

describe('account ids', () => {
  test('exactly three parts with a known namespace', () => {
    expect(parseAccountId(`eip155:1:${evm}`)).toEqual({ namespace: 'eip155', chainId: 'eip155:1', address: evm })
    expect(formatAccountId('eip155:1', evm)).toBe(`eip155:1:${evm}`)
  })

  testRows([
    '',
    'eip155:1',
    'eip155:1:',
    `eip155::${evm}`,
    `:1:${evm}`,
    `eip155:1:${evm}:x`,
    `doge:1:${evm}`,
    'eip155:1:a b',
    `eip155:1:${'a'.repeat(129)}`,
    `eip155:1:${evm}\n`,
  ])('refuses what is no account id: %j', (id) => {
    expect(isAccountId(id)).toBe(false)
    expect(() => parseAccountId(id)).toThrow(invalid)
  })

  test('parse undoes format, on every chain', () => {
    for (const [chainId] of chains)
      for (const address of [evm, 'a', 'A.b-c%20', '1'.repeat(128)])
        expect(parseAccountId(formatAccountId(chainId, address))).toMatchObject({ chainId, address })
  })
})

describe('asset ids', () => {
  testRows([
    ['eip155:1/slip44:60', { chainId: 'eip155:1', assetNamespace: 'slip44', reference: '60', tokenId: undefined }],
    [`eip155:1/erc20:${evm}`, { chainId: 'eip155:1', assetNamespace: 'erc20', reference: evm, tokenId: undefined }],
    [`eip155:1/erc721:${evm}/771769`, { chainId: 'eip155:1', assetNamespace: 'erc721', reference: evm, tokenId: '771769' }],
    [
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      {
        chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        assetNamespace: 'token',
        reference: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        tokenId: undefined,
      },
    ],
  ] as const)('are read and written: %s', (id, asset) => {
    expect(parseAssetId(id)).toEqual(asset)
    expect(formatAssetId(asset)).toBe(id)
  })

  testRows([
    '',
    'eip155:1',
    'eip155:1/',
    'eip155:1/erc20',
    'eip155:1/erc20:',
    'eip155:1/ERC20:0x',
    'eip155:1/e:1',
    'eip155/erc20:1',
    'eip155:1/erc721:a/',
    'eip155:1/erc721:a/b/c',
    '/erc20:1',
  ])('refuses what is no asset id: %j', (id) => {
    expect(() => parseAssetId(id)).toThrow(invalid)
  })

  test('does not format what it could not parse', () => {
    expect(() => formatAssetId({ chainId: 'eip155:1', assetNamespace: 'erc20', reference: 'a/b/c/d' })).toThrow(invalid)
  })
})

describe('addresses', () => {
  const good: Record<Namespace, readonly string[]> = {
    eip155: [evm, evm.toLowerCase(), `0x${evm.slice(2).toUpperCase()}`, `0x${'0'.repeat(40)}`],
    solana: [
      'So11111111111111111111111111111111111111112',
      '11111111111111111111111111111111',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    ],
    bip122: [
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ',
      'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
      '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
    ],
    polkadot: [
      '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
    ],
    cosmos: [`cosmos1${'q'.repeat(38)}`, `osmo1${'p'.repeat(38)}`, `osmo1${'z'.repeat(58)}`],
  }
  const bad: Record<Namespace, readonly string[]> = {
    eip155: [evm.slice(2), evm.slice(0, -1), `${evm}0`, evm.replace('b', 'g'), evm.replace('0x', '0X'), `${evm}\n`, ` ${evm}`],
    solana: [
      '1'.repeat(31),
      '1'.repeat(45),
      `0${'1'.repeat(40)}`,
      `O${'1'.repeat(40)}`,
      `x ${'1'.repeat(40)}`,
      `-${'1'.repeat(43)}`,
    ],
    bip122: [
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5md',
      'bc1Qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'ltc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj',
      'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
      '4A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0',
      '1A1zP1eP5',
    ],
    polkadot: [
      '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGK',
      '0GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
      '5'.repeat(60),
    ],
    cosmos: [
      `cosmos1${'q'.repeat(37)}`,
      `cosmos1${'b'.repeat(38)}`,
      `1${'q'.repeat(38)}`,
      `Cosmos1${'q'.repeat(38)}`,
      'cosmos',
      `cosmos1${'q'.repeat(39)}`,
    ],
  }

  describe.each(namespaces)('%s', (namespace) => {
    testRows(good[namespace])('takes an address: %s', (address) => {
      expect(isAddress(namespace, address)).toBe(true)
      expect(assertAddress(namespace, address)).toBe(address)
    })

    testRows([...bad[namespace], '', '<script>', '1'.repeat(5000)])('refuses what is no address: %j', (address) => {
      expect(isAddress(namespace, address)).toBe(false)
      expect(() => assertAddress(namespace, address)).toThrow(expect.objectContaining({ code: 'ADDRESS_INVALID' }))
    })

    testRows([undefined, null, 42, {}])('refuses %j, which is no text', (value) => {
      expect(isAddress(namespace, value)).toBe(false)
    })
  })

  test('in a form the 0x may be missing', () => {
    expect(isEvmAddressLoose(evm)).toBe(true)
    expect(isEvmAddressLoose(evm.slice(2))).toBe(true)
    expect(isEvmAddressLoose(evm.slice(3))).toBe(false)
    expect(isEvmAddressLoose(`0x0x${evm.slice(4)}`)).toBe(false)
  })
})

describe('coin types', () => {
  testRows([
    [1, 2147483649],
    [10, 2147483658],
    [8453, 2147492101],
    [2 ** 31 - 1, 4294967295],
  ])('chain %i is %i', (chain, coinType) => {
    expect(toCoinType(chain)).toBe(coinType)
  })

  testRows([2 ** 31, 2 ** 32, 0, -1, 1.5, Number.NaN, Infinity])('refuses what is no chain of EIP-155: %d', (chain) => {
    expect(() => toCoinType(chain)).toThrow(invalid)
  })
})

test('a namespace is one of five', () => {
  expect(namespaces.every(isNamespace)).toBe(true)
  for (const value of ['', 'EIP155', 'constructor', undefined, 5]) expect(isNamespace(value)).toBe(false)
})
