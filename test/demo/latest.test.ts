// A demo page shows the newest answer and the newest failure, in whatever order they come.
import { expect, test } from 'vitest'
import { createLatest } from '../../demo/shared/latest.js'

/** A function that is answered by hand, and what is shown of it. */
function createQuestions() {
  const asked: { readonly resolve: (answer: string) => void; readonly reject: (error: Error) => void }[] = []
  const shown: string[] = []
  const update = createLatest(() => new Promise<string>((resolve, reject) => asked.push({ resolve, reject })), {
    show: (answer) => shown.push(answer),
    fail: (error) => shown.push(String(error)),
  })
  return { asked, shown, update }
}

test('an answer that comes after a later one is dropped', async () => {
  const { asked, shown, update } = createQuestions()
  const runs = [update(), update()]
  asked[1]?.resolve('disconnected')
  asked[0]?.resolve('connected')
  await Promise.all(runs)
  expect(shown).toEqual(['disconnected'])
})

test('a failure is shown, and does not reject', async () => {
  const { asked, shown, update } = createQuestions()
  const run = update()
  asked[0]?.reject(new Error('away'))
  await expect(run).resolves.toBeUndefined()
  expect(shown).toEqual(['Error: away'])
})

test('a failure that comes after a later answer is dropped', async () => {
  const { asked, shown, update } = createQuestions()
  const runs = [update(), update()]
  asked[1]?.resolve('disconnected')
  asked[0]?.reject(new Error('away'))
  await Promise.all(runs)
  expect(shown).toEqual(['disconnected'])
})
