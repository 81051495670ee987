// Which JSON-RPC methods only a wallet can answer, and which a chain's node answers as well.

const walletOnly =
  /^(wallet_|personal_|eth_sign|eth_sendTransaction$|eth_accounts$|eth_coinbase$|eth_requestAccounts$|eth_decrypt$|eth_getEncryptionPublicKey$)/

/** Methods that need the visitor's wallet: accounts, signatures, permissions. */
export const isWalletMethod = (method: string): boolean => walletOnly.test(method)

/** Methods of the namespaces that every EVM node has (EIP-1474). */
export const isNodeMethod = (method: string): boolean => /^(eth|net|web3)_/.test(method) && !isWalletMethod(method)
