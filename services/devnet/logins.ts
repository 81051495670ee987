// What plays the accounts elsewhere when the services run beside the devnets: six providers of social logins, and Farcaster.
import type { StartLogins } from '../src/settings/social.js'

export const startLogins: StartLogins = async () => {
  // Loaded here, because nothing but the embedded wallet needs them.
  const [{ startIdentityProvider }, { startFarcasterRelay }] = await Promise.all([
    import('./identity-provider/provider.js'),
    import('./farcaster-relay/relay.js'),
  ])
  const [providers, relay] = await Promise.all([startIdentityProvider(), startFarcasterRelay()])
  return {
    settings: { providers: providers.settings, farcaster: relay.settings },
    allow: (origin) => providers.allow(origin),
    async stop() {
      await Promise.all([providers.stop(), relay.stop()])
    },
  }
}
