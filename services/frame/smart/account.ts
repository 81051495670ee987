// The smart account of a key on a chain: a contract that only this key commands. Its address follows from what the services name, and no node is asked for
// it: one that lied could have deposits sent to itself.
import { concat, encodeFunctionData, getAddress, getCreate2Address, keccak256, numberToHex, pad, parseAbi } from 'viem/utils'
import type { WireSmartAccount } from '../../src/embedded/wire.js'
import { FrameError } from '../../../src/frame/frame-error.js'
import type { SmartAccount } from '../approvals/types.js'
import type { Nodes } from '../nodes.js'

const factoryAbi = parseAbi(['function createAccount(address owner, uint256 salt) returns (address)'])
/** The first account of its owner. */
const SALT = 0n

/** @param row what the services say of the chain's smart accounts */
export function smartAccountOf(chainId: string, owner: string, row: WireSmartAccount): SmartAccount {
  const [key, factory, implementation] = [getAddress(owner), getAddress(row.factory), getAddress(row.implementation)]
  // A minimal proxy (ERC-1167) with the owner behind its code, as `Clones` of OpenZeppelin writes it.
  const code = concat([
    '0x61',
    numberToHex(0x2d + 32, { size: 2 }),
    '0x3d81600a3d39f3363d3d373d3d3d363d73',
    implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
    pad(key),
  ])
  const salt = numberToHex(SALT, { size: 32 })
  return {
    chainId,
    address: getCreate2Address({ from: factory, salt, bytecodeHash: keccak256(code) }),
    owner: key,
    factory,
    factoryData: encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args: [key, SALT] }),
    hasPaymaster: row.paymaster,
  }
}

/** Whether the contract is there yet. @throws FrameError as `nodes.read` */
export async function isDeployed(nodes: Nodes, { chainId, address }: SmartAccount, signal?: AbortSignal): Promise<boolean> {
  const code = await nodes.read(chainId, { method: 'eth_getCode', params: [address, 'latest'] }, signal)
  if (typeof code !== 'string' || !/^0x[0-9a-fA-F]*$/.test(code))
    throw new FrameError('SERVICES_UNAVAILABLE', 'The wallet service is not reachable')
  return code !== '0x'
}
