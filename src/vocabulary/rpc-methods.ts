// Which JSON-RPC methods of EVM chains only a wallet can answer, and which a node answers as well.

const walletOnly =
  /^(wallet_|personal_|eth_sign|eth_sendTransaction$|eth_accounts$|eth_coinbase$|eth_requestAccounts$|eth_decrypt$|eth_getEncryptionPublicKey$)/

/** Whether only a wallet can answer the method: accounts, signatures, permissions. */
export const isWalletMethod = (method: string): boolean => walletOnly.test(method)

/** Whether every EVM node can answer the method: those of `eth`, `net` and `web3` (EIP-1474) that need no wallet. */
export const isNodeMethod = (method: string): boolean => /^(eth|net|web3)_/.test(method) && !isWalletMethod(method)
