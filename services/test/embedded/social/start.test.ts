// The services as a developer starts them: what plays the providers is there at once.
import { expect, test } from 'vitest'
import { programOf } from '../../support/programs.js'
import { runServices } from '../../support/service-process.js'
import { newDevice } from '../support/frame.js'
import { openBrowser } from './browser.js'
import { doneOf, logIn } from './support.js'

test('in development all providers and Farcaster are offered, and log people in', async () => {
  const services = runServices({ WM_DEV: '1' }, [], await programOf('beside-devnets'))
  const { frame: url = '' } = (await services.ready) as { frame?: string }
  const config = (await (await fetch(`${url}/api/config?projectId=demo`)).json()) as { features: unknown }
  expect(config.features).toEqual({
    email: true,
    socials: ['google', 'github', 'apple', 'facebook', 'x', 'discord'],
    farcaster: true,
  })
  const frame = { url } as Parameters<typeof logIn>[0]['frame']
  expect(doneOf((await logIn({ frame }, 'apple', 'ada')).outcome).user).toMatchObject({ userName: 'Ada Test' })

  const device = await newDevice({ url })
  const body = { projectId: 'demo', appOrigin: 'http://localhost:5173' }
  const { attempt, url: code } = await device.ask('/api/farcaster/start', body)
  const browser = openBrowser()
  await browser.submit(await browser.open(code), { person: '1' })
  expect(doneOf(await device.ask('/api/farcaster/wait', { attempt })).user.userName).toBe('!102')
  expect((await services.signal('SIGTERM')).code).toBe(0)
})
