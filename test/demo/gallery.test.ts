import { expect, test } from 'vitest'
import { readAddress, statesOf, writeAddress } from '../../demo/gallery/address.js'
import { createScenes } from '../../demo/gallery/scenes.js'
import { routes } from '../../src/elements/all-routes.js'

const url = 'http://127.0.0.1:1'
const scenes = createScenes({
  services: url,
  relay: 'ws://127.0.0.1:1',
  evm: url,
  dapp: url,
  wallet: url,
  gallery: url,
  chainId: 31_337,
})

test('has at least one state of every view', () => {
  expect(Object.keys(scenes)).toEqual(expect.arrayContaining(['Connect', ...Object.keys(routes)]))
  for (const view of Object.keys(scenes)) expect(Object.keys(statesOf(scenes, view)), view).not.toHaveLength(0)
})

test('every picture has a link', () => {
  const address = readAddress('?view=AllWallets&state=empty&theme=dark&dir=rtl&width=320&bare=1', scenes)
  expect(address).toEqual({
    view: 'AllWallets',
    state: 'empty',
    theme: 'dark',
    dir: 'rtl',
    locale: 'ar-XB',
    width: '320',
    bare: true,
  })
  expect(readAddress(writeAddress(address), scenes)).toEqual(address)
})

test('falls back to what there is', () => {
  expect(readAddress('?view=Nothing&state=none&theme=pink&locale=xx', scenes)).toMatchObject({
    view: 'Connect',
    state: 'detected',
    theme: 'light',
    locale: 'en',
    dir: 'ltr',
  })
})
