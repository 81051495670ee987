// Polkadot in the sandbox wallets: the key that all test chains call Alice, and what an extrinsic's payload says in words.
import { hex } from '@scure/base'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import * as z from 'zod/mini'
import { parsePayload, payloadBytes, type PolkadotPayload } from '../../../src/connectors/mock/polkadot-payload.js'
import { encode, addressOn, decode } from '../../../src/connectors/polkadot/ss58.js'
import { unwrapBytes, wrapBytes } from '../../../src/connectors/polkadot/wrap-bytes.js'
import type { ChainId } from '../../../src/vocabulary/caip.js'
import { chainName } from '../chain.js'
import type { Description } from '../requests.js'
import { type Family, formatUnits, given, messageOf, notShared, party, unsupported } from './family.js'

/** `//Alice`, printed in every Substrate tutorial. */
const ALICE = 'e5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a'
const GENERIC_PREFIX = 42

const messageParams = z.object({
  address: z.optional(z.string()),
  message: z.optional(z.string()),
  data: z.optional(z.string().check(z.regex(/^0x(?:[\da-f]{2})*$/i))),
})
const payloadParams = z.object({ address: z.optional(z.string()), transactionPayload: z.unknown() })

export function createPolkadotFamily(): Family {
  const secret = secretFromSeed(hex.decode(ALICE))
  const publicKey = getPublicKey(secret)
  const generic = encode({ prefix: GENERIC_PREFIX, publicKey })
  const signWith = (bytes: Uint8Array) => sign(secret, bytes)
  const requireOwn = (address = generic) => {
    if (decode(address)?.publicKey.join() !== publicKey.join()) throw notShared()
  }
  return {
    accounts: (chain) => Promise.resolve([{ address: addressOn(chain, generic) ?? generic, publicKey, type: 'sr25519' }]),
    async read(chain, method, params) {
      switch (method) {
        case 'polkadot_signMessage': {
          const { address, message, data } = given(messageParams, params)
          requireOwn(address)
          const bytes = data === undefined ? new TextEncoder().encode(message) : hex.decode(data.slice(2).toLowerCase())
          const inner = unwrapBytes(bytes)
          return {
            description: {
              title: 'Sign a message',
              verb: 'Sign',
              facts: [party('With', address ?? generic)],
              ...messageOf(inner),
            },
            answer: () => Promise.resolve({ id: 1, signature: `0x${hex.encode(signWith(wrapBytes(bytes)))}` }),
          }
        }
        case 'polkadot_signTransaction': {
          const { address, transactionPayload } = given(payloadParams, params)
          const payload = parsePayload(transactionPayload)
          requireOwn(address ?? payload.address)
          requireOwn(payload.address)
          const bytes = payloadBytes(payload)
          return {
            description: describePayload(chain, payload),
            // 01: the key is of sr25519 (`MultiSignature`)
            answer: () => Promise.resolve({ id: 1, signature: `0x01${hex.encode(signWith(bytes))}` }),
          }
        }
        default:
          throw unsupported(method)
      }
    },
  }
}

function describePayload(
  chain: ChainId,
  { address, method, nonce, tip = 0, era, genesisHash, specVersion }: PolkadotPayload,
): Description {
  const call = hex.decode(method.slice(2).toLowerCase())
  const isThisChain = `polkadot:${genesisHash.slice(2, 34)}`.toLowerCase() === chain
  return {
    title: 'Sign an extrinsic',
    verb: 'Sign',
    facts: [
      { label: 'Call', value: `pallet ${call[0] ?? '?'}, call ${call[1] ?? '?'}, ${Math.max(0, call.length - 2)} bytes` },
      party('From', address),
      { label: 'Tip', value: formatUnits(BigInt(tip), 10, 'DOT') },
      { label: 'Number', value: String(BigInt(nonce)) },
      { label: 'Valid', value: era === '0x00' ? 'for ever' : 'for some minutes' },
      { label: 'Runtime', value: String(BigInt(specVersion)) },
    ],
    text: method,
    warning: isThisChain
      ? 'This wallet does not know what the call does: only the chain’s metadata says so.'
      : `This is for another chain than ${chainName(chain)}.`,
  }
}
