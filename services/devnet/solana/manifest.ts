// Who and what is on the Solana devnet. The keys are made from public words, so never worth a coin.

/** 58-base genesis hash; its first 32 characters make the CAIP-2 id. */
export const GENESIS_HASH = '6ZNrcmeiXbJNUdYJ7wfaiuqfn3ANNeYcXirhrPJvwRs3'
export const SOLANA_CHAIN_ID = 'solana:6ZNrcmeiXbJNUdYJ7wfaiuqfn3ANNeYc'

export interface SolanaAccount {
  readonly address: string
  /** 32 bytes of ed25519 seed, in hex. */
  readonly seed: string
}

/** Accounts of the well-known test mnemonic (SLIP-10 path `m/44'/501'/i'/0'`), with 100 SOL each. */
export const SOLANA_ACCOUNTS: readonly SolanaAccount[] = [
  account('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96', 'a01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72'),
  account('AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD', '3f25626cf245c8dd65a2b91a70e6f4c285182489fda230e2553c3752aa962b61'),
  account('CqMbRgMuEhQi9BUS8xP44Wk5nENm48FqJnfjEi4eNb1k', '8eabe4c79ac3a146c1bc447a64233ea70694669b997b0565039471b2939e8c5e'),
  account('9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp', 'f55bf85006beb673056861062dd8f8d8ff0bb63dd61d45f86fe438bf6e442abb'),
  account('6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp', '3eb11a2e242212be157793db9fa881edffcfb391174b07d20369521ba1a084b1'),
]

/** Pays airdrops, and may mint every token. */
export const SOLANA_FAUCET = account(
  'CNMP6U3T9GsLGApZp1V1aFZryVABM9GT7XTMQZwtodht',
  'd4d55973b780339a2a6dbf81d252387e180e62e8e91d8d06f2ddf0f8f91ae3b7',
)

export interface SolanaToken {
  readonly mint: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly program: 'token' | 'token-2022'
  /** Of the mint's key. */
  readonly seed: string
}

/** Worth one US dollar. */
export const SOLANA_STABLE: SolanaToken = {
  mint: '3TzPv7yTGSKo7LcEBjSMgWCeMTLxamcovBtVsbz3TbhT',
  name: 'Test Dollar',
  symbol: 'TUSD',
  decimals: 6,
  program: 'token',
  seed: 'b2ddb7ebd63994c981339077249cca1b9dea974f128311bbcbf49e2b9e7b05c9',
}
export const SOLANA_GRAIN: SolanaToken = {
  mint: '3j3XpSapThoUXnmQfNK8d2zxfKxjmMEKJjG4FacqeRAV',
  name: 'Grain',
  symbol: 'GRAIN',
  decimals: 9,
  program: 'token',
  seed: 'd65be3e8c749e0e6cbb5938d8ac79ca9512162e5aa8e36e3947f3d17ca05524b',
}
export const SOLANA_SALT: SolanaToken = {
  mint: '4bQxXyRaPUFQ73BEd6hi8HaGiUDcYmFWCvmtfMdR2cvN',
  name: 'Salt',
  symbol: 'SALT',
  decimals: 2,
  program: 'token-2022',
  seed: '314f80e63dd542cc7504b10a71430e812d8f3310573178af703882d681693301',
}
export const SOLANA_TOKENS: readonly SolanaToken[] = [SOLANA_STABLE, SOLANA_GRAIN, SOLANA_SALT]

function account(address: string, seed: string): SolanaAccount {
  return { address, seed }
}
