// The social logins, as all layers know them.

/** In their default order (specification §9). */
export const socials = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] as const
/** One of `socials`. */
export type Social = (typeof socials)[number]
/** A social login in a window of the provider. That of Farcaster has a code instead, and on a phone opens its app. */
export type WindowSocial = Exclude<Social, 'farcaster'>
