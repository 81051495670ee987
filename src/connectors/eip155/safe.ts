// The Safe that shows the page in a frame, as a wallet of the page. Loaded only where the page is in a frame.
import type { FoundWallet } from '../connector.js'
import { findSafe } from './safe-bridge.js'

/**
 * The Safe around the page; `undefined` when nobody there answers as one within 5 s. Its rdns is that of its entry in wallet lists.
 * @param origins default: that of the Safe's own app
 * @throws the error of a failed import
 */
export async function findSafeWallet(
  window: Window,
  signal: AbortSignal,
  origins?: readonly string[],
): Promise<FoundWallet | undefined> {
  const bridge = await findSafe(window, signal, origins)
  if (!bridge) return undefined
  const { createSafeProvider } = await import('./safe-provider.js')
  const wallet = { id: 'safe', uid: 'safe', namespace: 'eip155', name: 'Safe', rdns: 'app.safe', source: 'injected' } as const
  return { provider: createSafeProvider(bridge), wallet }
}
