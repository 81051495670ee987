// The places of known Cosmos wallets in a page.

/** Where wallets stand, their own places first: several put themselves at `window.keplr` too. */
export const places: readonly (readonly [path: readonly string[], name: string, event: string])[] = [
  [['leap'], 'Leap', 'leap_keystorechange'],
  [['cosmostation', 'providers', 'keplr'], 'Cosmostation', 'cosmostation_keystorechange'],
  [['okxwallet', 'keplr'], 'OKX Wallet', 'okxwallet_keystorechange'],
  [['trustwallet', 'cosmos'], 'Trust Wallet', 'trust_keystorechange'],
  [['bitkeep', 'keplr'], 'Bitget Wallet', 'bitget_keystorechange'],
  [['vultisig', 'keplr'], 'Vultisig', 'vultisig_keystorechange'],
  [['keplr'], 'Keplr', 'keplr_keystorechange'],
]
