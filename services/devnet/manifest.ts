// Where everything on the EVM devnet is. The addresses follow from the deployer's key and the order of deployment, so they are the
// same on every start; a test compares them with the chain.

export interface DevnetToken {
  readonly address: `0x${string}`
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Takes a signed permit (EIP-2612) instead of an approval. */
  readonly eip2612?: true
}

/** Wrapped Ether: `deposit()`, `withdraw(uint256)`. */
export const WRAPPED = {
  address: '0x6D8da4B12D658a36909ec1C75F81E54B8DB4eBf9',
  name: 'Wrapped Ether',
  symbol: 'WETH',
  decimals: 18,
} as const satisfies DevnetToken

/** Worth one US dollar. Anyone may `mint(to, amount)`, as with every token below. */
export const STABLE = {
  address: '0x0A867CA0442383c2A89951244B955AA19b615b58',
  name: 'Test Dollar',
  symbol: 'TUSD',
  decimals: 6,
  eip2612: true,
} as const satisfies DevnetToken

export const GRAIN = {
  address: '0xc7C1e831b38382a2bdCd3708aB44d953758f624C',
  name: 'Grain',
  symbol: 'GRAIN',
  decimals: 18,
  eip2612: true,
} as const satisfies DevnetToken

/** No permit, and 8 decimals. */
export const COPPER = {
  address: '0x6Fd09d4d9795a3e07EdDBD9a82c882B46a5A6deF',
  name: 'Copper',
  symbol: 'COPPER',
  decimals: 8,
} as const satisfies DevnetToken

/** As some old tokens are: no return values, and an approval must be taken back to zero before it can change. */
export const OLD_DOLLAR = {
  address: '0x3690387DA29f99b86A93f1F12A2aC4a8d869e9af',
  name: 'Old Dollar',
  symbol: 'OUSD',
  decimals: 6,
} as const satisfies DevnetToken

export const TOKENS: readonly DevnetToken[] = [WRAPPED, STABLE, GRAIN, COPPER, OLD_DOLLAR]

/** Automated market maker with the interface of Uniswap v2 (0.3 % fee). */
export const V2_FACTORY = '0xd3607057231C1A98C6699b37a250d0e61852A0bf'
export const V2_ROUTER = '0x8439d9D900a59af7317dE0881A286385BB32F99C'

/** Pools with liquidity, and what was put in, in smallest units. Prices: 1 ETH = 2 500 TUSD, 1 GRAIN = 0.5, 1 COPPER = 4, 1 OUSD = 1. */
export const POOLS = [
  pool('0x3FbacC0BE45B0B830819908f77Ba849c7e270E6f', WRAPPED, 1_000n * 10n ** 18n, STABLE, 2_500_000n * 10n ** 6n),
  pool('0x68a9876C0DE2F7EB9E4A5e9441a14095749eEf54', GRAIN, 1_000_000n * 10n ** 18n, WRAPPED, 200n * 10n ** 18n),
  pool('0xB86763f65E60fb2724979553c201393e8ef7E4d7', COPPER, 100_000n * 10n ** 8n, STABLE, 400_000n * 10n ** 6n),
  pool('0xD9c6Bf89FB64AAe4486c4e9cCf5C317dFeBD9f0B', OLD_DOLLAR, 500_000n * 10n ** 6n, STABLE, 500_000n * 10n ** 6n),
] as const

/** Pools with the interface of Uniswap v3, each with one position over the full range: our own and smaller, see contracts/Ranges.sol. */
export const V3_FACTORY = '0x1687C5E4F058aa6F09D6B4c956bd6c94c043dd56'
/** Makes a pool and fills it: `provide(token0, token1, fee, sqrtPriceX96, amount0, amount1)`. */
export const V3_PROVIDER = '0x69d1FB3cC193C29EC2bEc0224Cb868D38CE35b02'
/** QuoterV2's `quoteExactInput` and `quoteExactInputSingle`. */
export const V3_QUOTER = '0x4428E636F520f7cfbE340517A3d0240b10d0787b'
/** SwapRouter02's `exactInput`, `exactInputSingle`, `multicall`, `unwrapWETH9`, `selfPermit`. */
export const V3_ROUTER = '0xd7C439f982e8b9cf92A66bba3d8768816e4fdb85'

/**
 * At the prices of `POOLS`, cheaper and shallower: up to about a quarter of an ETH the first beats its like there, beyond that it does not.
 * From GRAIN to TUSD this is the only way with one pool, and with the third also the cheaper one from GRAIN to COPPER.
 */
export const V3_POOLS = [
  { ...pool('0x921B48675761Db60a270ac29c613e0df3a8F741c', WRAPPED, 100n * 10n ** 18n, STABLE, 250_000n * 10n ** 6n), fee: 500 },
  {
    ...pool('0x2926a1DC5Ed94083fF8c0fd7ae792a578852dD94', GRAIN, 200_000n * 10n ** 18n, STABLE, 100_000n * 10n ** 6n),
    fee: 3000,
  },
  { ...pool('0x8aB6C0521FD9c3BDAceF59116a25301Aa3b45B8C', COPPER, 20_000n * 10n ** 8n, STABLE, 80_000n * 10n ** 6n), fee: 500 },
] as const

/** ERC-721, `tokenURI` is a `data:` JSON with an SVG picture inside. */
export const DRAWINGS = '0xA7F5957F7Ba52982F24B98faE73e320930aebFd2'
/** ERC-721, `tokenURI` is `{base}{id}.json`; anyone may `setBaseUri(string)`. */
export const POSTCARDS = '0xd71F5aBb5F2AbA60B8E32d9c3584E6a236DF9fFf'
export const POSTCARDS_BASE_URI = 'https://postcards.invalid/'
/** ERC-1155, `uri` is a `data:` JSON with an SVG picture inside. */
export const EDITIONS = '0x7196F6d9736079F19b3642e9fD1e59822993F2EE'
/** ERC-721 that nobody asked for: each account got one, with a link to claim a reward in its name. */
export const SPAM = '0xf0C43FfF9b2A8e1f96308d5c36D381E8F2033734'

/** Registry of names with the interface of ENS. */
export const NAME_REGISTRY = '0x6d1a657300bd01f5AaBACfb3DC644d631c1aA246'
/** Keeps records on chain: `setAddr`, `setText`, `setName` by the owner of the name. */
export const NAME_RESOLVER = '0x03E92f43514490De25089B6dBCf3379B986bC48b'
/** Answers for every name below `NAMES_ZONE` through a CCIP-Read gateway (ENSIP-10, EIP-3668). */
export const OFFCHAIN_RESOLVER = '0x136A1c485104a230460CC6078c36886a17A849E1'
/** viem's `universalResolverAddress`. */
export const UNIVERSAL_RESOLVER = '0x7d46588e2041775ADDd4c476A1DF26b6f1F32688'

/** The names that the gateway answers for. */
export const NAMES_ZONE = 'wallet.example'
/** A name with records on chain; its address is the first account, whose primary name it is. */
export const ONCHAIN_NAME = 'ada.devnet.example'
/** Where the gateway is asked unless the devnet is started with another url. */
export const GATEWAY_URL = 'http://127.0.0.1:8787/ccip/{sender}/{data}.json'
/** Signs the gateway's answers. Derived from the public test mnemonic, hence no secret. */
export const GATEWAY_SIGNER = '0x02484cb50AAC86Eae85610D6f4Bf026f30f6627D'
export const GATEWAY_KEY = '0xc511b2aa70776d4ff1d376e8537903dae36896132c90b91d52c1dfbae267cd8b'

/** EntryPoint 0.8 of ERC-4337, at the address that it has on every chain. */
export const ENTRY_POINT = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
/** `createAccount(owner, salt)`, `getAddress(owner, salt)`: smart accounts, see contracts/SmartAccounts.sol. */
export const ACCOUNT_FACTORY = '0xE2a08E0947C2974423F62417d8B8c7440EF2B497'
/** The code of all smart accounts. */
export const ACCOUNT_IMPLEMENTATION = '0xaE724f3CB883DCB4379C9dE30216C5156feD6fD3'
/** Paymaster that pays for what its key has signed; it has coins in the EntryPoint. */
export const SPONSOR = '0x65FcA18d36E29F0BCed7db2b128F7fECb035B0dA'
/** Sends user operations to the EntryPoint; deploys what is about them. The keys are of the public test mnemonic, account 1. */
export const BUNDLER = '0x8C8d35429F74ec245F8Ef2f4Fd1e551cFF97d650'
export const BUNDLER_KEY = '0x7797c0f3db8b946604ec2039dfd9763e4ffdc53174342a2ed9b14fa3eda666a5'
/** Signs what the paymaster pays for. */
export const SPONSOR_SIGNER = '0x40FBBE484b8Ee6139Af08446950B088e10b2306A'
export const SPONSOR_KEY = '0xf85f544c4904b1c1bbacb64b10fbcc22ccf496f490d74e0f277017d00914eb54'

/** Deploys everything else, owns the names. */
export const DEPLOYER = '0x09DB0a93B389bEF724429898f539AEB7ac2Dd55f'
export const DEPLOYER_KEY = '0xeaa861a9a01391ed3d587d8a5a84ca56ee277629a8b02c22093a419bf240e65d'
/** Has a million ETH to give away. */
export const FAUCET = '0x08135Da0A343E492FA2d4282F2AE34c6c5CC1BbE'
export const FAUCET_KEY = '0x224b7eb7449992aac96d631d9677f7bf5888245eef6d6eeda31e62d2f29a83e4'

export interface DevnetPool {
  readonly address: `0x${string}`
  readonly tokenA: DevnetToken
  readonly amountA: bigint
  readonly tokenB: DevnetToken
  readonly amountB: bigint
}

function pool(address: `0x${string}`, tokenA: DevnetToken, amountA: bigint, tokenB: DevnetToken, amountB: bigint): DevnetPool {
  return { address, tokenA, amountA, tokenB, amountB }
}
