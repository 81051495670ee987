// Makes the did:key of an Ed25519 key, which the relay only reads.
import { toBase58 } from '../../src/base58.js'

export function didKeyOf(publicKey: Uint8Array): string {
  return `did:key:z${toBase58(Uint8Array.of(0xed, 0x01, ...publicKey))}`
}
