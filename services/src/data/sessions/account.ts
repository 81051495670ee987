// The account in a session's path: CAIP-10, or a bare address where the chain does not matter.
import { isAccountId, isAddress, parseAccountId } from '../../../../src/vocabulary/caip.js'
import { HttpError } from '../../http/errors.js'
import type { AccountKey } from './store.js'

/** @throws HttpError 400 `address`, or `chainId` for an ecosystem without sessions */
export function readAccount(text: string): AccountKey & { readonly chain: string } {
  if (!isAccountId(text)) throw new HttpError(400, 'address', 'An account id (CAIP-10) is needed')
  const { namespace, chainId, address } = parseAccountId(text)
  if (namespace !== 'eip155') throw new HttpError(400, 'chainId', 'There are sessions on EVM chains only')
  if (!isAddress('eip155', address)) throw new HttpError(400, 'address', 'This is not an EVM address')
  return { chain: chainId, address: address.toLowerCase() }
}

/** Also takes an address alone. @throws as `readAccount` */
export function readAccountOrAddress(text: string): AccountKey {
  return isAddress('eip155', text) ? { address: text.toLowerCase() } : readAccount(text)
}
