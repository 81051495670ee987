// Which JSON-RPC methods of EVM chains only a wallet can answer, and which a node answers as well.

const walletOnly =
  /^(wallet_|personal_|eth_sign|eth_sendTransaction$|eth_accounts$|eth_coinbase$|eth_requestAccounts$|eth_decrypt$|eth_getEncryptionPublicKey$)/

/** Whether only a wallet can answer the method: accounts, signatures, permissions. */
export const isWalletMethod = (method: string): boolean => walletOnly.test(method)

/** Whether every EVM node can answer the method: those of `eth`, `net` and `web3` (EIP-1474) that need no wallet. */
export const isNodeMethod = (method: string): boolean => /^(eth|net|web3)_/.test(method) && !isWalletMethod(method)

const optional =
  /^wallet_(sendCalls|getCallsStatus|showCallsStatus|getCapabilities|getAssets|(get|request|grant|revoke)Permissions|\w+ExecutionPermissions?)$/

/** Whether it is a method that many wallets lack or have in an older version: of EIP-5792, EIP-2255, ERC-7715 or ERC-7811. */
export const isOptionalMethod = (method: string): boolean => optional.test(method)
