// What an account can do besides being seen: the features of `features.walletFeaturesOrder`.

/** In their default order (specification §9). */
export const walletFeatures = ['onramp', 'swaps', 'receive', 'send'] as const
/** One of `walletFeatures`. */
export type WalletFeature = (typeof walletFeatures)[number]
