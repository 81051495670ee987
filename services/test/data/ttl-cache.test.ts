import { expect, test } from 'vitest'
import { createTtlCache } from '../../src/data/assets/ttl-cache.js'

test('who asks after a deletion does not join a fetch that began before it', async () => {
  const cache = createTtlCache<string>({ now: () => 0, ttlMs: 1000 })
  const answers: ((value: string) => void)[] = []
  const ask = () => new Promise<string>((resolve) => answers.push(resolve))
  const early = cache.get('k', ask)
  expect(cache.get('k', ask)).toBe(early)
  cache.delete('k')
  const late = cache.get('k', ask)
  expect(answers).toHaveLength(2)
  answers[0]?.('before')
  expect(await early).toBe('before')
  expect(cache.peek('k')).toBeUndefined()
  // The end of the first fetch does not hide the second one.
  expect(cache.get('k', ask)).toBe(late)
  answers[1]?.('after')
  expect(await late).toBe('after')
  expect(cache.peek('k')).toBe('after')
})
