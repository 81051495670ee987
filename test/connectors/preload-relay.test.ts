// What is fetched ahead of a code for a phone: all at once, and without an error that nobody waits for.
import { expect, test } from 'vitest'
import { preloadRelay } from '../../src/connectors/preload-relay.js'

/** Until promises that have failed are reported as unhandled. */
const reported = () => new Promise((resolve) => setTimeout(resolve))

test('asks for the methods of the namespaces of the page', () => {
  const asked: string[] = []
  const row = (name: string) => ({ loadMethods: () => (asked.push(name), Promise.resolve({ methods: [] })) })
  preloadRelay({ eip155: row('eip155'), solana: row('solana'), cosmos: {} }, ['eip155', 'cosmos'])
  expect(asked).toEqual(['eip155'])
})

test('leaves a failure to who needs the module', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  try {
    preloadRelay({ eip155: { loadMethods: () => Promise.reject(new TypeError('Failed to fetch')) } }, ['eip155'])
    await reported()
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', note)
  }
})
