// Permissions of a mock wallet (ERC-7715 by its older names; wire reference §2.21, §11.4): it grants what it is asked for, and signs that.
import type { Hex } from 'viem'
import { concat, isAddress, isHex } from 'viem/utils'
import * as z from 'zod/mini'

const hex = z.custom<Hex>((value) => isHex(value))
const address = z.custom<Hex>((value) => typeof value === 'string' && isAddress(value, { strict: false }))

/** Parameters of `wallet_grantPermissions`. */
export const permissionParams = z.tuple([
  z.looseObject({
    chainId: hex,
    address: z.optional(address),
    expiry: z.int(),
    signer: z.looseObject({ type: z.string() }),
    permissions: z.array(z.looseObject({ type: z.string() })).check(z.minLength(1)),
  }),
])

/** Parameters of `wallet_revokePermissions` that name a smart session. */
export const revokeParams = z.tuple([z.looseObject({ pci: z.string(), address: z.optional(address) })])

/** What its capabilities (EIP-5792) say of permissions. */
export const permissionsCapability = (isKnown: boolean) =>
  isKnown
    ? {
        permissions: {
          supported: true,
          signerTypes: ['keys'],
          permissionTypes: ['contract-call', 'native-token-recurring-allowance', 'erc20-recurring-allowance'],
          policyTypes: [],
        },
      }
    : {}

/** Signs the terms. The context is the account, where a validator's address stands in those of smart accounts, and the signature (EIP-191). */
export async function allowPermissions(
  { chainId, expiry, signer, permissions }: z.output<typeof permissionParams>[0],
  account: { readonly address: Hex; signMessage(message: { message: string }): Promise<Hex> },
) {
  const terms = { chainId, address: account.address, expiry, signer, permissions, policies: [] }
  return { ...terms, context: concat([account.address, await account.signMessage({ message: JSON.stringify(terms) })]) }
}
