// Whether the visitor of the test page has asked for less motion. The browser of the tests says so unless a test emulates the other (`vitest.config.ts`).
import { cdp } from 'vitest/browser'

/** Until the next call; `''`: as the browser itself says. */
export const emulateMotion = (value: 'reduce' | 'no-preference' | ''): Promise<unknown> =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
