// From which accounts a token is taken on Solana, where an owner may have several for one token: the associated one, and others.

/** An account for a token, and what is in it. */
export interface TokenSource {
  readonly address: string
  readonly amount: bigint
}

/** A transfer takes from so many accounts at most: more do not fit into a transaction beside what wallets add. */
const SOURCES_MAX_COUNT = 8

const byAmount = (one: TokenSource, other: TokenSource) => (one.amount === other.amount ? 0 : one.amount > other.amount ? -1 : 1)

/** The most that one transfer can take from these accounts. */
export function mostOf(accounts: readonly TokenSource[]): bigint {
  const largest = [...accounts].sort(byAmount).slice(0, SOURCES_MAX_COUNT)
  return largest.reduce((sum, { amount }) => sum + amount, 0n)
}

/**
 * How much a transfer takes from which account: all from `preferred` if there is enough in it, else from as few as there can be. Undefined where there is
 * not enough.
 */
export function sourcesOf(
  accounts: readonly TokenSource[],
  amount: bigint,
  preferred: string,
): readonly TokenSource[] | undefined {
  const enough = accounts.find((account) => account.address === preferred && account.amount >= amount)
  if (enough) return [{ ...enough, amount }]
  const sources: TokenSource[] = []
  let left = amount
  for (const { address, amount: held } of [...accounts].sort(byAmount).slice(0, SOURCES_MAX_COUNT)) {
    const taken = held < left ? held : left
    sources.push({ address, amount: taken })
    left -= taken
    if (left === 0n) return sources
  }
  return undefined
}
