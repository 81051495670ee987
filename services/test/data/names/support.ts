// A devnet whose resolver asks the real services under test, and wallets that sign for names: keys and contracts.
import { createRequire } from 'node:module'
import { concat, encodeAbiParameters, encodeFunctionData, getContractAddress, keccak256, parseAbi, toHex, type Hex } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { nameMessage, type NameMessage, type NameWrite } from '../../../../src/api/name-writes.js'
import type { Api } from '../../../../src/api/http.js'
import { testApi } from '../../../../test/api/server.js'
import { DEPLOYER_KEY, OFFCHAIN_RESOLVER } from '../../../devnet/manifest.js'
import { walletOf, type SeededDevnet } from '../../support/devnet.js'
import { startServices, type ServicesOptions, type TestServices } from '../../support/services.js'

export const CHAIN = 'eip155:31337'
export const COIN_TYPE = 2_147_483_648 + 31_337

export interface World {
  readonly devnet: SeededDevnet
  readonly services: TestServices
  readonly api: Api
  /** Unix milliseconds that the services see; the test may move it. */
  readonly clock: { now: number }
  /** The account with this index, 0 to 9. */
  account(index: number): PrivateKeyAccount
  stop(): Promise<void>
}

export interface WorldOptions extends ServicesOptions {
  /** Taken back to how it was when it started; it goes on when the world stops. */
  readonly devnet: SeededDevnet
}

export async function startWorld({ devnet, ...options }: WorldOptions): Promise<World> {
  await devnet.reset()
  const clock = { now: Date.now() }
  const services = await startServices({ evmUrl: devnet.url, now: () => clock.now, ...options })
  const urls = [`${services.url}/ccip/{sender}/{data}.json`]
  const hash = await walletOf(devnet, DEPLOYER_KEY).writeContract({
    address: OFFCHAIN_RESOLVER,
    abi: parseAbi(['function setUrls(string[] urls)']),
    functionName: 'setUrls',
    args: [urls],
  })
  await devnet.reader.waitForTransactionReceipt({ hash })
  return {
    devnet,
    services,
    clock,
    api: testApi(services.url),
    account(index) {
      const account = devnet.accounts[index]
      if (!account) throw new Error(`There is no account ${index}`)
      return privateKeyToAccount(account.privateKey)
    },
    stop: services.stop,
  }
}

type Signer = Pick<PrivateKeyAccount, 'address' | 'signMessage'>

export async function signed(signer: Signer, text: NameMessage, now: number): Promise<NameWrite> {
  const message = nameMessage(text, now)
  const signature = await signer.signMessage({ message })
  return { chainId: CHAIN, coinType: COIN_TYPE, address: signer.address, message, signature }
}

const source = `
pragma solidity ^0.8.0;
contract Wallet {
    address owner;
    constructor(address owner_) { owner = owner_; }
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        return ecrecover(hash, uint8(signature[64]), r, s) == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
contract Factory {
    function make(address owner, bytes32 salt) external returns (address) { return address(new Wallet{salt: salt}(owner)); }
}`

interface Compiler {
  compile(input: string): string
}

/** A wallet contract owned by a key (ERC-1271), first as it will be (ERC-6492), then deployed. */
export async function contractWallet({ devnet }: World, owner: PrivateKeyAccount) {
  const solc = createRequire(import.meta.url)('solc') as Compiler
  const settings = { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } }
  const input = { language: 'Solidity', sources: { 'wallet.sol': { content: source } }, settings }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
  }
  const codeOf = (name: string): Hex => `0x${output.contracts['wallet.sol']?.[name]?.evm.bytecode.object ?? ''}`
  const deployer = walletOf(devnet, DEPLOYER_KEY)
  const { contractAddress: factory } = await devnet.reader.waitForTransactionReceipt({
    hash: await deployer.sendTransaction({ data: codeOf('Factory') }),
  })
  if (!factory) throw new Error('no factory')
  const salt = keccak256(toHex(owner.address))
  const bytecode = concat([codeOf('Wallet'), encodeAbiParameters([{ type: 'address' }], [owner.address])])
  const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode })
  const data = encodeFunctionData({
    abi: parseAbi(['function make(address owner, bytes32 salt) returns (address)']),
    args: [owner.address, salt],
  })
  const early: Signer = {
    address,
    signMessage: async (text) => {
      const types = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
      return concat([encodeAbiParameters(types, [factory, data, await owner.signMessage(text)]), `0x${'6492'.repeat(16)}`])
    },
  }
  return {
    early,
    deployed: { address, signMessage: owner.signMessage } satisfies Signer,
    deploy: async () => devnet.reader.waitForTransactionReceipt({ hash: await deployer.sendTransaction({ to: factory, data }) }),
  }
}
