// The one entry to the verifiers: the code of a namespace is loaded when a signature of it comes.
import { type Namespace, parseChainId } from '../vocabulary/caip.js'
import { unreachable } from '../vocabulary/wallet-error.js'
import { TEXT_MAX_CHARACTERS } from '../vocabulary/sign-in.js'
import type { SignedText, Verify } from './verify/signed.js'

/** Most characters of a signature. Those of contract wallets (ERC-6492) have some thousands. */
export const SIGNATURE_MAX_CHARACTERS = 32_768

const verifiers: Readonly<Partial<Record<Namespace, () => Promise<{ readonly verify: Verify }>>>> = {
  eip155: () => import('./verify/eip155.js'),
  solana: () => import('./verify/solana.js'),
  bip122: () => import('./verify/bip122.js'),
  polkadot: () => import('./verify/polkadot.js'),
  cosmos: () => import('./verify/cosmos.js'),
}

/**
 * Whether an account has signed a text: a key or a contract of eip155 (EIP-191, ERC-1271, ERC-6492), ed25519 of solana, BIP-137 and
 * BIP-322 of bip122, the four kinds of keys of polkadot, ADR-36 of cosmos. A malformed signature is `false`.
 * @throws WalletError RPC_ERROR when a node is needed and does not answer; NETWORK_ERROR when the verifier's code
 * cannot be loaded; CAIP_INVALID when `chainId` is none
 */
export async function verifySignature(signed: SignedText): Promise<boolean> {
  if (signed.signature.length > SIGNATURE_MAX_CHARACTERS || signed.text.length > TEXT_MAX_CHARACTERS) return false
  const load = verifiers[parseChainId(signed.chainId).namespace]
  if (!load) return false
  const { verify } = await load().catch(unreachable)
  return verify(signed)
}
