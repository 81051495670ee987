// Names that tokens, collections and people give themselves, as the services pass them on.
import { expect, test } from 'vitest'
import { hiddenNames, honestNames, spoiltNames } from '../../../test/support/names.js'
import { clean } from '../../src/data/assets/metadata.js'
import { shown } from '../../src/embedded/social/providers.js'

test.each([
  ['a token or a collection', clean, ''],
  ['somebody who logs in', shown, undefined],
])('%s has a name of which all can be seen, or none', (_, show, none) => {
  expect(hiddenNames.map(show)).toEqual(hiddenNames.map(() => none))
  expect(honestNames.map(show)).toEqual(honestNames)
  expect(spoiltNames.map(([name]) => show(name))).toEqual(spoiltNames.map(([, name]) => name))
})
