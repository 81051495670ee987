// EntryPoint 0.8 and smart accounts on the devnet: made by an operation, batches, and signatures that apps can check, also before the account is there.
import {
  encodeFunctionData,
  hashMessage,
  parseEther,
  parseEventLogs,
  parseUnits,
  serializeErc6492Signature,
  zeroHash,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { wrapTypedDataSignature } from 'viem/experimental/erc7739'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountFactoryAbi, smartAccountAbi, tokenAbi } from '../../devnet/abis.js'
import { startDevnet, type Devnet } from '../../devnet/evm.js'
import { ACCOUNT_FACTORY, ACCOUNT_IMPLEMENTATION, ENTRY_POINT, SPONSOR, STABLE } from '../../devnet/manifest.js'
import { readerOf, walletOf } from '../support/devnet.js'
import { addressOf, BATCH, executeData, factoryOf, handleOps, hashOf, operationOf, signed } from '../support/user-operations.js'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())
const reader = () => readerOf(devnet)

/** An owner with an account that has coins and is not there yet. */
async function newcomer() {
  const key = generatePrivateKey()
  const owner = privateKeyToAccount(key)
  const account = await addressOf(devnet, owner.address)
  await reader().setBalance({ address: account, value: parseEther('1') })
  return { key, owner, account }
}
const read = (account: Hex) => ({ address: account, abi: smartAccountAbi }) as const
const friend = '0x00000000000000000000000000000000000f41e2' as const

test('the manifest names the code of accounts, and the EntryPoint keeps the deposit of the paymaster', async () => {
  const factory = { address: ACCOUNT_FACTORY, abi: accountFactoryAbi } as const
  expect(await reader().readContract({ ...factory, functionName: 'implementation' })).toBe(ACCOUNT_IMPLEMENTATION)
  const entryPoint = { address: ENTRY_POINT, abi: entryPoint08Abi } as const
  expect(await reader().readContract({ ...entryPoint, functionName: 'balanceOf', args: [SPONSOR] })).toBe(parseEther('1000'))
})

describe('operations', () => {
  test('one makes the account and does a batch, the next finds it there', async () => {
    const { key, owner, account } = await newcomer()
    const mint = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [account, parseUnits('5', 6)] })
    const pay = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [friend, parseUnits('2', 6)] })
    const calls = [
      { target: STABLE.address, data: mint },
      { target: STABLE.address, data: pay },
      { target: friend, value: 7n },
    ]
    const first = await signed(await operationOf(devnet, owner.address, calls), key)
    const receipt = await handleOps(devnet, first)
    const [event] = parseEventLogs({ abi: entryPoint08Abi, logs: receipt.logs, eventName: 'UserOperationEvent' })
    expect(event?.args).toMatchObject({ userOpHash: hashOf(first), sender: account, success: true })
    expect(await reader().readContract({ ...read(account), functionName: 'signer' })).toBe(owner.address)
    const balanceOf = { address: STABLE.address, abi: tokenAbi, functionName: 'balanceOf' } as const
    expect(await reader().readContract({ ...balanceOf, args: [account] })).toBe(parseUnits('3', 6))
    expect(await reader().readContract({ ...balanceOf, args: [friend] })).toBe(parseUnits('2', 6))
    expect(await reader().getBalance({ address: friend })).toBe(7n)

    const second = await signed(await operationOf(devnet, owner.address, [{ target: friend, value: 1n }]), key)
    expect(second).not.toHaveProperty('factory')
    await handleOps(devnet, second)
    expect(await reader().getBalance({ address: friend })).toBe(8n)
    await expect(handleOps(devnet, second)).rejects.toThrow('AA25 invalid account nonce')
  })

  test('one that somebody else signed is refused, and so is one that was changed', async () => {
    const { key, owner } = await newcomer()
    const operation = await operationOf(devnet, owner.address, [{ target: friend, value: 1n }])
    await expect(handleOps(devnet, await signed(operation, generatePrivateKey()))).rejects.toThrow('AA24 signature error')
    const changed = { ...(await signed(operation, key)), callData: executeData([{ target: friend, value: 2n }]) }
    await expect(handleOps(devnet, changed)).rejects.toThrow('AA24 signature error')
  })

  test('a batch is done whole or not at all', async () => {
    const { key, owner, account } = await newcomer()
    const transfer = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [friend, 1n] })
    const other = privateKeyToAccount(generatePrivateKey()).address
    const calls = [
      { target: other, value: 1n },
      { target: STABLE.address, data: transfer }, // has no dollars
    ]
    const receipt = await handleOps(devnet, await signed(await operationOf(devnet, owner.address, calls), key))
    const [event] = parseEventLogs({ abi: entryPoint08Abi, logs: receipt.logs, eventName: 'UserOperationEvent' })
    expect(event?.args).toMatchObject({ sender: account, success: false })
    expect(await reader().getBalance({ address: other })).toBe(0n)
  })
})

test('nobody but the EntryPoint gives an account orders, its owner included, and the shared code obeys nobody', async () => {
  const { key, owner, account } = await newcomer()
  await handleOps(devnet, await signed(await operationOf(devnet, owner.address, []), key))
  await reader().setBalance({ address: owner.address, value: parseEther('1') })
  const data = executeData([{ target: owner.address, value: 1n }])
  for (const to of [account, ACCOUNT_IMPLEMENTATION] as const)
    await expect(reader().call({ account: owner.address, to, data })).rejects.toThrow(/AccountUnauthorized|reverted/)
  expect(await reader().readContract({ ...read(ACCOUNT_IMPLEMENTATION), functionName: 'signer' })).toMatch(/^0x0{40}$/)
  const args = [zeroHash, `0x${'00'.repeat(65)}`] as const
  const answer = reader().readContract({ ...read(ACCOUNT_IMPLEMENTATION), functionName: 'isValidSignature', args })
  expect(await answer).toBe('0xffffffff')
})

test('anyone may make an account, twice too, and it is its owner’s', async () => {
  const { owner, account } = await newcomer()
  const stranger = walletOf(devnet, devnet.accounts[3]!.privateKey)
  const { factory, factoryData } = factoryOf(owner.address)
  for (const _ of ['made', 'there already']) {
    const hash = await stranger.sendTransaction({ to: factory, data: factoryData })
    expect((await reader().waitForTransactionReceipt({ hash })).status).toBe('success')
  }
  expect(await reader().readContract({ ...read(account), functionName: 'signer' })).toBe(owner.address)
  expect(await reader().readContract({ ...read(account), functionName: 'entryPoint' })).toBe(ENTRY_POINT)
  expect(await reader().readContract({ ...read(account), functionName: 'supportsExecutionMode', args: [BATCH] })).toBe(true)
})

describe('signatures', () => {
  const message = 'Sign in to example.org'
  const domainOf = (account: Hex) => ({ name: 'Smart Account', version: '1', chainId: 31_337, verifyingContract: account })
  type Owner = ReturnType<typeof privateKeyToAccount>
  const signText = (owner: Owner, account: Hex) =>
    owner.signTypedData({
      domain: domainOf(account),
      types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
      primaryType: 'PersonalSign',
      message: {
        prefixed: `0x${Buffer.from(`\u0019Ethereum Signed Message:\n${message.length}${message}`).toString('hex')}`,
      },
    })
  const mail = {
    domain: { name: 'Mail', version: '1', chainId: 31_337 },
    types: { Mail: [{ name: 'text', type: 'string' }] },
    primaryType: 'Mail',
    message: { text: 'Hello' },
  } as const
  const signMail = async (owner: Owner, account: Hex) => {
    const signature = await owner.signTypedData({
      domain: mail.domain,
      types: {
        ...mail.types,
        TypedDataSign: [
          { name: 'contents', type: 'Mail' },
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
          { name: 'salt', type: 'bytes32' },
        ],
      },
      primaryType: 'TypedDataSign',
      message: { contents: mail.message, ...domainOf(account), chainId: 31_337n, salt: zeroHash },
    })
    return wrapTypedDataSignature({ ...mail, signature })
  }
  const wrap = (owner: Hex, signature: Hex) => {
    const { factory, factoryData } = factoryOf(owner)
    return serializeErc6492Signature({ address: factory, data: factoryData, signature })
  }

  test('of an account that is not there yet are good in the form of ERC-6492, and without it once it is there', async () => {
    const { key, owner, account } = await newcomer()
    const text = await signText(owner, account)
    const typed = await signMail(owner, account)
    const verify = async (form: (signature: Hex) => Hex) => [
      await reader().verifyMessage({ address: account, message, signature: form(text) }),
      await reader().verifyTypedData({ ...mail, address: account, signature: form(typed) }),
    ]
    const asTheyAre = (signature: Hex) => signature
    const wrapped = (signature: Hex) => wrap(owner.address, signature)
    expect(await verify(wrapped)).toEqual([true, true])
    expect(await verify(asTheyAre)).toEqual([false, false])
    await handleOps(devnet, await signed(await operationOf(devnet, owner.address, []), key))
    expect(await verify(asTheyAre)).toEqual([true, true])
    expect(await verify(wrapped)).toEqual([true, true])
    const args = [hashMessage(message), text] as const
    expect(await reader().readContract({ ...read(account), functionName: 'isValidSignature', args })).toBe('0x1626ba7e')
  })

  test('are not good for another account of the owner, nor from the owner as such, nor for another text', async () => {
    const { owner, account } = await newcomer()
    const other = await addressOf(devnet, owner.address, 1n)
    const { factory, factoryData } = factoryOf(owner.address, 1n)
    const forOther = { address: other, message }
    const signature = await signText(owner, account)
    const wrapOther = (inner: Hex) => serializeErc6492Signature({ address: factory, data: factoryData, signature: inner })
    expect(await reader().verifyMessage({ ...forOther, signature: wrapOther(signature) })).toBe(false)
    expect(await reader().verifyMessage({ ...forOther, signature: wrapOther(await signText(owner, other)) })).toBe(true)
    const plain = wrap(owner.address, await owner.signMessage({ message }))
    expect(await reader().verifyMessage({ address: account, message, signature: plain })).toBe(false)
    const changed = { address: account, message: `${message}!`, signature: wrap(owner.address, signature) }
    expect(await reader().verifyMessage(changed)).toBe(false)
  })
})
