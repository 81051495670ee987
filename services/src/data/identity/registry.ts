// Identities from the names registered here.
import { isAddressLike } from '../../../../src/api/name-label.js'
import type { Provider } from '../../upstream/providers.js'
import type { NameStore } from '../names/store.js'
import type { IdentityAnswer, IdentityQuestion } from './source.js'

/** The provider of names that are registered here. */
export function registryIdentities(store: NameStore): Provider<IdentityQuestion, IdentityAnswer> {
  return {
    name: 'names',
    kind: 'embedded',
    supports: () => true,
    async ask(address) {
      // Older registries took names that look like an address.
      const record = (await store.ofAddress(address)).find(({ name }) => !isAddressLike(name))
      if (!record) return undefined
      const uri = new Map(Object.entries(record.attributes ?? {})).get('avatar')
      return { name: record.name, avatar: uri ? { uri, owner: address } : undefined }
    },
  }
}
