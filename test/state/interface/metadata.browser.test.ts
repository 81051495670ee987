// What wallets show of a page: what the settings say, and what the document says besides.
import { afterEach, expect, test } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import { filledMetadata } from '../../../src/state/interface/metadata.js'
import { createTestCore } from '../../support/core.js'

const { title } = document
const added: Element[] = []
afterEach(() => {
  document.title = title
  for (const element of added.splice(0)) element.remove()
})

/** The metadata of this page, with elements that stand first in its head. */
function metadata(
  head: { readonly title: string; readonly description?: string; readonly icon?: string },
  config: ModalConfig = {},
) {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'description', content: head.description ?? '' })
  const link = document.createElement('link')
  Object.assign(link, { rel: 'icon', href: head.icon ?? 'data:text/html,x' })
  added.push(meta, link)
  document.head.prepend(meta, link)
  document.title = head.title
  return filledMetadata(createTestCore({ config, window }).core)
}

test('the document fills in what the settings do not say', () => {
  const page = { title: 'Shop', description: 'Sells', icon: 'https://shop.example/i.svg' }
  const told = { name: 'Shop', description: 'Sells', url: location.origin, icons: ['https://shop.example/i.svg'] }
  expect(metadata(page)).toEqual(told)
  expect(metadata(page, { metadata: { name: 'Mine' } })).toEqual({ ...told, name: 'Mine' })
  expect(metadata({ title: '' }).name).toBe(location.host)
})

test('what nobody configured is cut, or dropped where it is odd', () => {
  const { name, description, icons } = metadata({ title: 'x'.repeat(1_000), description: 'y'.repeat(3_000) })
  expect([name.length, description.length, icons]).toEqual([256, 2_048, []])
  const file = { title: '', location: { host: '', origin: 'null' }, querySelector: () => null }
  const opened = filledMetadata(createTestCore({ window: { document: file } as unknown as Window }).core) // a page from the disk
  expect(opened).toEqual({ name: '', description: '', url: '', icons: [] })
})

test('without a document everything is empty', () => {
  expect(filledMetadata(createTestCore().core)).toEqual({ name: '', description: '', url: '', icons: [] })
})
