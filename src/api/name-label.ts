// What may stand as the first label of a name, on both sides of the wire: nothing that is read as a line, or as somebody's address.

const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
/** Whole or cut (`0x7099…79c8`): EVM addresses with and without their 0x, and those of Bitcoin and Cosmos chains. */
const address = /^(?:0x[0-9a-f]{4,}(?:[-_…][-_…0-9a-f]*)?|[0-9a-f]{40}|(?:bc|tb|cosmos|osmo|juno)1[02-9ac-hj-np-z]{20,})$/

/** The first label of a name, in any case. */
export function isAddressLike(name: string): boolean {
  return address.test(firstLabel(name))
}

/** Letters and digits, hyphens between them, and no address. The length is the registry's own matter. */
export function isNameLabel(text: string): boolean {
  return label.test(text) && !isAddressLike(text)
}

function firstLabel(name: string): string {
  return (name.split('.')[0] ?? '').toLowerCase()
}
