// What a Db over one session does when its engine refuses.
import { expect, test } from 'vitest'
import { createSerialDb } from '../../src/db/serial-db.js'

test('asks the engine again after it refused to listen, for everybody who waited', async () => {
  const asked: string[] = []
  let isDown = true
  const query = (text: string) => {
    asked.push(text)
    return isDown ? Promise.reject(new Error('down')) : Promise.resolve([])
  }
  const db = createSerialDb({ session: () => ({ query }), close: () => Promise.resolve() })
  const heard: string[] = []
  const listen = () => db.listen('mail', (payload) => heard.push(payload))
  const both = await Promise.allSettled([listen(), listen()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isDown = false
  const stop = await listen()
  expect(asked).toEqual(['listen "mail"', 'listen "mail"'])
  db.hear('mail', 'one')
  expect(heard).toEqual(['one'])
  await stop()
  expect(asked.at(-1)).toBe('unlisten "mail"')
})
