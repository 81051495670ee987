// Recent wallets as they come out of storage, which other code of the site may have written.
import { expect, test } from 'vitest'
import { createRecents } from '../../../src/state/wallets/recents.js'
import { createMemoryStorage, createTestCore } from '../../support/core.js'
import { testRows } from '../../support/rows.js'

const links = {
  homepage: 'https://acme.example',
  webapp_link: 'https://app.acme.example',
  app_store: 'https://apps.example/acme',
  play_store: 'https://play.example/acme',
  chrome_store: 'https://chrome.example/acme',
  image_url: 'https://img.example/acme.png',
  mobile_link: 'acme://',
  link_mode: 'https://acme.example/wc',
  desktop_link: 'acme-desktop://',
}
const stored = (entry: object) =>
  createTestCore({
    storage: createMemoryStorage({
      'wm::default:recents': JSON.stringify([{ id: 'acme', name: 'Acme', entry: { id: 'acme', name: 'Acme', ...entry } }]),
    }),
  })
    .core.use(createRecents)
    .$recents.get()[0]?.entry

testRows(Object.keys(links))('a stored %s that runs code is dropped, the others stay', (field) => {
  const { [field]: _, ...others } = links as Record<string, string>
  const entry = stored({ ...links, [field]: 'javascript:alert(1)' })
  expect(entry).toEqual({ id: 'acme', name: 'Acme', ...others })
})

test('good links are kept', () => {
  expect(stored(links)).toEqual({ id: 'acme', name: 'Acme', ...links })
})
