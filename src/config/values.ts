// What single settings hold: the words that one may be, and the shape of those with fields. The table of settings is `settings.ts`.
export const connectMethods = ['email', 'social', 'wallet'] as const
export type ConnectMethod = (typeof connectMethods)[number]

export const dialogModes = ['modal', 'layer', 'inline'] as const
export type DialogMode = (typeof dialogModes)[number]

export const themeModes = ['dark', 'light', 'system'] as const
export type ThemeMode = (typeof themeModes)[number]

export const allWalletsModes = ['SHOW', 'HIDE', 'ONLY_MOBILE'] as const
export type AllWalletsMode = (typeof allWalletsModes)[number]

/** Values of `--wm-…`, by that name. */
export type ThemeVariables = Readonly<Record<`--wm-${string}`, string>>

/** The hosts of your services, each alone. `url` stands for those that are not named. */
export interface ServiceUrls {
  readonly url?: string | undefined
  /** A ws or wss url. */
  readonly relay?: string | undefined
  readonly wallets?: string | undefined
  readonly rpc?: string | undefined
  readonly data?: string | undefined
}

/** The hosts to ask; none of them for what has none. */
export interface ServiceHosts {
  readonly relay?: string | undefined
  readonly wallets?: string | undefined
  readonly rpc?: string | undefined
  readonly data?: string | undefined
}

/** What a wallet shows of the page. */
export interface Metadata {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly url?: string | undefined
  readonly icons?: readonly string[] | undefined
}

export interface FilledMetadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}
