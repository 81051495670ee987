/** Methods that a relay session is asked to allow on Solana (specification §7: method lists sent on connect; CAIP-25). */
export const methods: readonly string[] = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_requestAccounts',
  'solana_getAccounts',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
]
