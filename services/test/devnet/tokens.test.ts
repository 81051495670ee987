// Tokens and collectibles: permits, wrapping, and what the collections say about their pieces.
import { getContract, parseEther, parseSignature, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectionAbi, editionsAbi, permitAbi, tokenAbi, wrappedAbi } from '../../devnet/abis.js'
import { DRAWINGS, EDITIONS, GRAIN, POSTCARDS, SPAM, STABLE, WRAPPED } from '../../devnet/manifest.js'
import { startSeededDevnet, type SeededDevnet } from '../support/devnet.js'

let devnet: SeededDevnet
beforeAll(async () => {
  devnet = await startSeededDevnet()
})
beforeEach(() => devnet.reset())
afterAll(() => devnet.stop())

const [ada, ben] = [0, 1].map((index) => () => devnet.accounts[index]!.address) as [() => Hex, () => Hex]
const mined = async (hash: Promise<Hex>) => devnet.reader.waitForTransactionReceipt({ hash: await hash })

describe.each([STABLE, GRAIN])('permit of $symbol', ({ address, name }) => {
  const types = {
    Permit: ['owner:address', 'spender:address', 'value:uint256', 'nonce:uint256', 'deadline:uint256'].map((field) => {
      const [fieldName = '', type = ''] = field.split(':')
      return { name: fieldName, type }
    }),
  }
  const sign = async (message: { value: bigint; nonce: bigint; deadline: bigint }) => {
    const signature = await devnet.wallet(0).signTypedData({
      account: devnet.wallet(0).account,
      domain: { name, version: '1', chainId: 31_337, verifyingContract: address },
      types,
      primaryType: 'Permit',
      message: { owner: ada(), spender: ben(), ...message },
    })
    const { r, s, yParity } = parseSignature(signature)
    return [ada(), ben(), message.value, message.deadline, 27 + yParity, r, s] as const
  }
  const permit = () => getContract({ address, abi: permitAbi, client: { public: devnet.reader, wallet: devnet.wallet(1) } })

  test('is an approval that somebody else brings, once', async () => {
    const deadline = 2n ** 64n - 1n
    const args = await sign({ value: 77n, nonce: 0n, deadline })
    await mined(permit().write.permit(args))
    const allowed = { address, abi: tokenAbi, functionName: 'allowance', args: [ada(), ben()] } as const
    expect(await devnet.reader.readContract(allowed)).toBe(77n)
    expect(await permit().read.nonces([ada()])).toBe(1n)
    await expect(permit().simulate.permit(args)).rejects.toThrow('wrong signature')
  })

  test('is refused when late, or changed on the way', async () => {
    const late = await sign({ value: 1n, nonce: 0n, deadline: 1n })
    await expect(permit().simulate.permit(late)).rejects.toThrow('expired')
    const [owner, spender, , deadline, v, r, s] = await sign({ value: 1n, nonce: 0n, deadline: 2n ** 64n - 1n })
    await expect(permit().simulate.permit([owner, spender, 2n, deadline, v, r, s])).rejects.toThrow('wrong signature')
  })
})

test('coins are wrapped and unwrapped one to one', async () => {
  const wrapped = getContract({
    address: WRAPPED.address,
    abi: [...tokenAbi, ...wrappedAbi],
    client: { public: devnet.reader, wallet: devnet.wallet(3) },
  })
  const owner = devnet.accounts[3]!.address
  await mined(wrapped.write.deposit({ value: parseEther('4') }))
  await mined(wrapped.write.withdraw([parseEther('1')]))
  expect(await wrapped.read.balanceOf([owner])).toBe(parseEther('3'))
  await expect(wrapped.simulate.withdraw([parseEther('4')], { account: owner })).rejects.toThrow('balance too low')
})

describe('collectibles', () => {
  const collection = (address: Hex) =>
    getContract({ address, abi: collectionAbi, client: { public: devnet.reader, wallet: devnet.wallet(0) } })
  /** What a browser makes of a data: URI. */
  const load = async (uri: string) => (await fetch(uri)).text()

  test('a drawing describes itself with a picture, all on chain', async () => {
    for (const uri of [
      await collection(DRAWINGS).read.tokenURI([1n]),
      await devnet.reader.readContract({ address: EDITIONS, abi: editionsAbi, functionName: 'uri', args: [12n] }),
    ]) {
      const described = JSON.parse(await load(uri)) as { name: string; image: string }
      expect(described.name).toMatch(/^(?:Drawings #1|Edition #12)$/)
      const picture = await load(described.image)
      expect(picture).toMatch(/^<svg xmlns='http:\/\/www\.w3\.org\/2000\/svg'.*<\/svg>$/)
    }
  })

  test('a postcard is described on a web server that can be moved', async () => {
    const cards = collection(POSTCARDS)
    expect(await cards.read.tokenURI([2n])).toBe('https://postcards.invalid/2.json')
    await mined(cards.write.setBaseUri(['http://127.0.0.1:1/']))
    expect(await cards.read.tokenURI([2n])).toBe('http://127.0.0.1:1/2.json')
    await expect(cards.read.tokenURI([99n])).rejects.toThrow('no such piece')
  })

  test('pieces move only for their owner', async () => {
    const drawings = collection(DRAWINGS)
    expect(await drawings.read.ownerOf([1n])).toBe(ada())
    await expect(drawings.simulate.safeTransferFrom([ben(), ada(), 2n], { account: ada() })).rejects.toThrow('not yours')
    await expect(drawings.simulate.safeTransferFrom([ada(), DRAWINGS, 1n], { account: ada() })).rejects.toThrow()
    await mined(drawings.write.safeTransferFrom([ada(), ben(), 1n]))
    expect(await drawings.read.ownerOf([1n])).toBe(ben())
  })

  test('editions count copies', async () => {
    const editions = { address: EDITIONS, abi: editionsAbi } as const
    const counts = () =>
      devnet.reader.readContract({
        ...editions,
        functionName: 'balanceOfBatch',
        args: [
          [ada(), ben(), ada()],
          [1n, 2n, 2n],
        ],
      })
    expect(await counts()).toEqual([3n, 3n, 0n])
    const move = [ben(), ada(), [2n], [2n], '0x'] as const
    await mined(devnet.wallet(1).writeContract({ ...editions, functionName: 'safeBatchTransferFrom', args: move }))
    expect(await counts()).toEqual([3n, 1n, 2n])
  })

  test('everyone has the spam', async () => {
    for (const [index, { address }] of devnet.accounts.entries()) {
      expect(await collection(SPAM).read.ownerOf([BigInt(index + 1)])).toBe(address)
    }
  })
})
