// What smart accounts need on the chain: EntryPoint 0.8, our factory, and a paymaster with a deposit. The order makes their addresses.
import { concat, encodeAbiParameters, parseEther, type Hex } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { readArtifact, readEntryPoint } from './artifacts.js'
import { call, type Entry } from './chain-writer.js'
import { BUNDLER_KEY, ENTRY_POINT, SPONSOR, SPONSOR_SIGNER } from './manifest.js'

/** The deployer of CREATE2 that is on every chain, and on anvil from the first block. */
const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** With this salt the code of 0.8 has its address. */
const ENTRY_POINT_SALT: Hex = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9'
const ENTRY_POINT_GAS = 7_000_000n
const DEPOSIT = parseEther('1000')

export function smartAccounts(): readonly Entry[] {
  const signer = encodeAbiParameters([{ type: 'address' }], [SPONSOR_SIGNER])
  return [
    { from: BUNDLER_KEY, to: CREATE2_DEPLOYER, input: concat([ENTRY_POINT_SALT, readEntryPoint()]), gas: ENTRY_POINT_GAS },
    { from: BUNDLER_KEY, input: readArtifact('SmartAccountFactory').bytecode },
    { from: BUNDLER_KEY, input: concat([readArtifact('Sponsor').bytecode, signer]) },
    call(BUNDLER_KEY, ENTRY_POINT, entryPoint08Abi, 'depositTo', [SPONSOR], DEPOSIT),
  ]
}
