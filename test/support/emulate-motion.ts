// Whether the visitor of the test page has asked for less motion. The browser of the tests says so unless a test emulates the other (`vitest.config.ts`).
import { afterEach, beforeEach } from 'vitest'
import { cdp } from 'vitest/browser'

/** Until the next call; `''`: as the browser itself says. */
export const emulateMotion = (value: 'reduce' | 'no-preference' | ''): Promise<unknown> =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })

/** For a file whose tests look at what moves, or at what comes to rest after it: their visitor wants all of it. Called before the other hooks. */
export function withMotion(): void {
  beforeEach(() => emulateMotion('no-preference'))
  afterEach(() => emulateMotion(''))
}
