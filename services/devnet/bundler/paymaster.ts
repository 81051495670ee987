// The paymaster of the devnet (ERC-7677): signs every operation that is not too dear, and its contract pays for it. Play money pays for play money.
import { concat, createPublicClient, http, numberToHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { toPackedUserOperation } from 'viem/account-abstraction'
import { SPONSOR, SPONSOR_KEY } from '../manifest.js'
import type { Methods } from './methods.js'
import { gasOf, readSponsored, refuseEntryPoint, type Operation } from './operation.js'
import { BundlerRefusal } from './refusal.js'

/** Checking a signature takes less; the contract has nothing to do afterwards. */
const VERIFICATION_GAS = 60_000n
const VALID_S = 600n
/** Most that one operation may cost. */
const COST_MAX = 10n ** 17n

const types = {
  UserOperationRequest: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterVerificationGasLimit', type: 'uint256' },
    { name: 'paymasterPostOpGasLimit', type: 'uint256' },
    { name: 'validAfter', type: 'uint48' },
    { name: 'validUntil', type: 'uint48' },
  ],
} as const
/** As long as real data, no byte of it is zero, and its signature is one of somebody: an estimate with it is enough for the real one. */
const STUB: Hex = `0x${'7a'.repeat(12)}${'7b'.repeat(32)}${'7a'.repeat(32)}1c`

/** @param rpcUrl of the chain's node */
export function createPaymasterMethods({ rpcUrl, chainId }: { readonly rpcUrl: string; readonly chainId: number }): Methods {
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0 })
  const signer = privateKeyToAccount(SPONSOR_KEY)

  const read = ([given, entryPoint, chain, context, ...more]: readonly unknown[]): Operation => {
    refuseEntryPoint(entryPoint)
    if (more.length > 0 || typeof chain !== 'string' || !/^0x[0-9a-fA-F]{1,16}$/.test(chain) || Number(chain) !== chainId)
      throw new BundlerRefusal('invalidParams', `The chain must be ${numberToHex(chainId)}`)
    if (context !== undefined && context !== null && typeof context !== 'object')
      throw new BundlerRefusal('invalidParams', 'The context must be an object')
    const limits = { paymasterVerificationGasLimit: VERIFICATION_GAS, paymasterPostOpGasLimit: 0n }
    return { ...limits, ...readSponsored(given), paymaster: SPONSOR, paymasterData: STUB }
  }
  const limitsOf = ({ paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n }: Operation) => ({
    paymasterVerificationGasLimit: numberToHex(paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: numberToHex(paymasterPostOpGasLimit),
  })

  return {
    pm_getPaymasterStubData(params) {
      const operation = read(params)
      const sponsor = { name: 'Devnet' }
      return Promise.resolve({ paymaster: SPONSOR, paymasterData: STUB, ...limitsOf(operation), sponsor, isFinal: false })
    },
    async pm_getPaymasterData(params) {
      const operation = read(params)
      for (const name of ['callGasLimit', 'verificationGasLimit', 'maxFeePerGas'] as const)
        if (operation[name] === 0n) throw new BundlerRefusal('invalidParams', `${name}: must be known by now`)
      if (gasOf(operation) * operation.maxFeePerGas > COST_MAX)
        throw new BundlerRefusal('paymaster', 'This operation may cost more than is paid for here')
      const { timestamp } = await client.getBlock({ blockTag: 'latest' }) // the chain has a clock of its own
      const paymasterData = await sign(operation, timestamp + VALID_S)
      return { paymaster: SPONSOR, paymasterData, ...limitsOf(operation) }
    },
  }

  async function sign(operation: Operation, until: bigint): Promise<Hex> {
    const { sender, nonce, initCode, callData, accountGasLimits, preVerificationGas, gasFees } = toPackedUserOperation(operation)
    const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation
    const signature = await signer.signTypedData({
      domain: { name: 'Sponsor', version: '1', chainId, verifyingContract: SPONSOR },
      types,
      primaryType: 'UserOperationRequest',
      message: {
        ...{ sender, nonce, initCode, callData, accountGasLimits, preVerificationGas, gasFees },
        ...{ paymasterVerificationGasLimit, paymasterPostOpGasLimit, validAfter: 0, validUntil: Number(until) },
      },
    })
    return concat([numberToHex(0, { size: 6 }), numberToHex(until, { size: 6 }), signature])
  }
}
