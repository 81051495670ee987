// Identities from the names registered here.
import type { Provider } from '../../providers.js'
import type { NameStore } from '../names/store.js'
import type { IdentityAnswer, IdentityQuestion } from './source.js'

export function registryIdentities(store: NameStore): Provider<IdentityQuestion, IdentityAnswer> {
  return {
    name: 'names',
    kind: 'embedded',
    supports: () => true,
    async ask(address) {
      const [record] = await store.ofAddress(address)
      if (!record) return undefined
      const uri = new Map(Object.entries(record.attributes ?? {})).get('avatar')
      return { name: record.name, avatar: uri ? { uri, owner: address } : undefined }
    },
  }
}
