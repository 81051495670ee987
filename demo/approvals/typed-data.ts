// Permits as pages ask for them, for the states of this page and for the tests of what it shows.

/** A field of a type of EIP-712. */
export const field = (name: string, type: string) => ({ name, type })

/** EIP-2612, of the token `verifyingContract`. */
export const permitOf = (verifyingContract: string, message: object) => ({
  types: {
    Permit: [
      field('owner', 'address'),
      field('spender', 'address'),
      field('value', 'uint256'),
      field('nonce', 'uint256'),
      field('deadline', 'uint256'),
    ],
  },
  domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract },
  primaryType: 'Permit',
  message,
})

/** What Permit2 says of an allowance. */
export const permitDetails = [
  field('token', 'address'),
  field('amount', 'uint160'),
  field('expiration', 'uint48'),
  field('nonce', 'uint48'),
]

/** One allowance by Permit2. */
export const permitSingleOf = (verifyingContract: string, message: object) => ({
  types: {
    PermitSingle: [field('details', 'PermitDetails'), field('spender', 'address'), field('sigDeadline', 'uint256')],
    PermitDetails: permitDetails,
  },
  domain: { name: 'Permit2', chainId: 1, verifyingContract },
  primaryType: 'PermitSingle',
  message,
})

/** Somebody in a letter. */
export const personFields = [field('name', 'string'), field('wallet', 'address')]
