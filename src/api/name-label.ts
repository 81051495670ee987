// The grammar of the first label of an account name, shared with the services: it must not look like an address.

const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
/** Addresses, whole or shortened (`0x7099…79c8`): of EVM chains with and without `0x`, of Bitcoin and of Cosmos chains. */
const address = /^(?:0x[0-9a-f]{4,}(?:[-_…][-_…0-9a-f]*)?|[0-9a-f]{40}|(?:bc|tb|cosmos|osmo|juno)1[02-9ac-hj-np-z]{20,})$/

/**
 * Whether the first label of a name looks like an address, in upper or lower case. Such names are neither registered nor shown.
 */
export function isAddressLike(name: string): boolean {
  return address.test(firstLabel(name))
}

/**
 * Whether a text may be the first label of a name: a-z, 0-9, hyphens in between, and no address. The services check the length.
 */
export function isNameLabel(text: string): boolean {
  return label.test(text) && !isAddressLike(text)
}

function firstLabel(name: string): string {
  return (name.split('.')[0] ?? '').toLowerCase()
}
