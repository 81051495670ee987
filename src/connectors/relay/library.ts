// What of WalletConnect's packages the modal uses, as one chunk. Only `load-library.ts` imports this module.
export { KeyValueStorage } from '@walletconnect/keyvaluestorage'
export { SignClient } from '@walletconnect/sign-client'
