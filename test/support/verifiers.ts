// What other people's libraries say of the signature of a text, in each ecosystem.
import { makeSignDoc, serializeSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { stringToU8a, u8aWrapBytes } from '@polkadot/util'
import { signatureVerify } from '@polkadot/util-crypto'
import { base58 } from '@scure/base'
import { PublicKey } from '@solana/web3.js'
import { Verifier } from 'bip322-js'
import { verifyMessage } from 'viem'
import type { Namespace } from '../../src/vocabulary/caip.js'

type Verifies = (message: string, signature: string, address: string, publicKey?: string) => unknown

/** @remarks sr25519 of Polkadot needs `cryptoWaitReady`; Cosmos needs the public key in hex */
export const verifiers: Readonly<Record<Namespace, Verifies>> = {
  eip155: (message, signature, address) =>
    verifyMessage({ address: address as `0x${string}`, message, signature: signature as `0x${string}` }),
  solana: (message, signature, address) =>
    ed25519.verify(base58.decode(signature), stringToU8a(message), new PublicKey(address).toBytes()),
  bip122: (message, signature, address) => Verifier.verifySignature(address, message, signature),
  polkadot: (message, signature, address) => signatureVerify(u8aWrapBytes(stringToU8a(message)), signature, address).isValid,
  cosmos: (message, signature, signer, key = '') => {
    const data = Buffer.from(message).toString('base64')
    const document = makeSignDoc([{ type: 'sign/MsgSignData', value: { signer, data } }], { gas: '0', amount: [] }, '', '', 0, 0)
    const bytes = Secp256k1Signature.fromFixedLength(Buffer.from(signature, 'base64'))
    return Secp256k1.verifySignature(bytes, sha256(serializeSignDoc(document)), Buffer.from(key, 'hex'))
  },
}
