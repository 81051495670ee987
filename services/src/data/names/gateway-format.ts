// What the gateway and the resolver contract agree on (services/devnet/contracts/OffchainResolver.sol): the request is the calldata
// of `resolve(bytes name, bytes question)`, the response `abi.encode(bytes result, uint64 expires, bytes signature)`.
import { concat, encodeAbiParameters, keccak256, numberToHex, parseAbi, parseAbiParameters, type Address, type Hex } from 'viem'
import { sign } from 'viem/accounts'

/** Sources: ENSIP-10; ENSIP-1, 9 (addr), 5 (text), 7 (contenthash), 3 (name); multicall as ENS's public resolver has it. */
export const resolveAbi = parseAbi(['function resolve(bytes name, bytes question) view returns (bytes)'])
/** The questions that the gateway answers. */
export const questionAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
  'function name(bytes32 node) view returns (string)',
  'function multicall(bytes[] questions) view returns (bytes[])',
])

/** What the gateway signs. */
export interface Answer {
  /** The resolver that the asker was sent away from, and will go back to. */
  readonly target: Address
  /** Unix seconds. */
  readonly expires: number
  readonly request: Hex
  /** ABI-encoded, as the resolver itself would have returned it. */
  readonly result: Hex
}

/** keccak256(0x1900 ‖ target ‖ uint64 expires ‖ keccak256(request) ‖ keccak256(result)). */
function answerHash({ target, expires, request, result }: Answer): Hex {
  return keccak256(concat(['0x1900', target, numberToHex(expires, { size: 8 }), keccak256(request), keccak256(result)]))
}

/** The response, signed. */
export async function signAnswer(answer: Answer, privateKey: Hex): Promise<Hex> {
  const signature = await sign({ hash: answerHash(answer), privateKey, to: 'hex' })
  const types = parseAbiParameters('bytes result, uint64 expires, bytes signature')
  return encodeAbiParameters(types, [answer.result, BigInt(answer.expires), signature])
}
