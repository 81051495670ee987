// The client's permits on the chain itself: with what one is signed, that the token takes what comes of it, and which tokens have none.
import { serializeCompactSignature, type Hex, parseSignature, signatureToCompactSignature } from 'viem'
import { describe, expect, test } from 'vitest'
import { encodePermit, isPermitGood, permitText, readPermitToken } from '../../../../src/api/permits.js'
import { toNetwork } from '../../../../src/vocabulary/network.js'
import { permitAbi } from '../../../devnet/abis.js'
import { COPPER, type DevnetToken, GRAIN, OLD_DOLLAR, STABLE, V3_ROUTER, WRAPPED } from '../../../devnet/manifest.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { checkEach } from '../../../../test/support/rows.js'

const devnet = useSeededDevnet()
const world = () => ({
  network: toNetwork({
    id: 31_337,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [devnet().url] } },
  }),
})
const terms = { spender: V3_ROUTER, value: 10n ** 18n, deadline: Date.now() + 86_400_000 }

/** A permit of the account, signed as a wallet signs the request. */
async function signed(token: DevnetToken, index: number, change: Partial<typeof terms> = {}) {
  const wallet = devnet().wallet(index)
  const owner = wallet.account.address
  const found = await readPermitToken(world(), token.address, owner)
  if (!found) throw new Error('the token takes no permits')
  const permit = { ...terms, ...change, owner }
  const signature = await wallet.signTypedData(
    JSON.parse(permitText(found, permit)) as Parameters<typeof wallet.signTypedData>[0],
  )
  return { owner, permit, found, signature, data: encodePermit(permit, signature) ?? '0x' }
}

describe('permits', () => {
  test('the token takes it once', () =>
    checkEach([GRAIN, STABLE], 'of %j: the token takes it once', async (token) => {
      const { owner, permit, found, data } = await signed(token, 2)
      expect(found.domain).toEqual({ name: token.name, version: '1', chainId: 31_337, verifyingContract: token.address })
      expect(await isPermitGood(world(), { token: token.address, permit: data })).toBe(true)
      const [v, r, s] = [
        Number(BigInt(`0x${data.slice(2 + 4 * 64, 2 + 5 * 64)}`)),
        data.slice(2 + 5 * 64, 2 + 6 * 64),
        data.slice(2 + 6 * 64),
      ]
      const deadline = BigInt(permit.deadline) / 1000n
      const hash = await devnet()
        .wallet(5)
        .writeContract({
          address: token.address,
          abi: permitAbi,
          functionName: 'permit',
          args: [owner, V3_ROUTER, permit.value, deadline, v, `0x${r}`, `0x${s}`],
        })
      expect((await devnet().reader.waitForTransactionReceipt({ hash })).status).toBe('success')
      expect(await isPermitGood(world(), { token: token.address, permit: data })).toBe(false) // used
      expect((await readPermitToken(world(), token.address, owner))?.nonce).toBe(found.nonce + 1n)
    }))

  test('in both forms of a signature, and with either form of v', async () => {
    const { permit, signature, data } = await signed(GRAIN, 3)
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))
    const old = `${signature.slice(0, -2)}${signature.endsWith('1b') ? '00' : '01'}`
    for (const form of [compact, old, signature.toUpperCase().replace('0X', '0x')]) expect(encodePermit(permit, form)).toBe(data)
  })

  test('no permit comes of an answer that is no signature', () =>
    checkEach(
      [undefined, '', '0x', 7, '0x12', `0x${'ab'.repeat(66)}`, `0x${'ab'.repeat(64)}05`, `0x${'zz'.repeat(65)}`],
      'no permit comes of the answer %s',
      async (answer) => {
        const { permit } = await signed(GRAIN, 3)
        expect(encodePermit(permit, answer)).toBeUndefined()
      },
    ))

  test('of another owner, or that is too late, is not good', async () => {
    const { permit, signature } = await signed(GRAIN, 3)
    const other = encodePermit({ ...permit, owner: devnet().wallet(4).account.address }, signature) ?? '0x'
    const late = await signed(GRAIN, 3, { deadline: Date.now() - 60_000 * 86_400 })
    for (const data of [other, late.data]) expect(await isPermitGood(world(), { token: GRAIN.address, permit: data })).toBe(false)
  })

  test('other tokens take none', () =>
    checkEach([COPPER, OLD_DOLLAR, WRAPPED], '%j takes none', async ({ address }) => {
      expect(await readPermitToken(world(), address, devnet().wallet(3).account.address)).toBeUndefined()
    }))

  test('a contract signs none', async () => {
    expect(await readPermitToken(world(), GRAIN.address, V3_ROUTER as Hex)).toBeUndefined()
  })

  test('nodes that are away are no token without permits', async () => {
    const away = {
      network: toNetwork({ ...world().network, id: 31_337, rpcUrls: { default: { http: ['http://127.0.0.1:9'] } } }),
    }
    await expect(readPermitToken(away, GRAIN.address, V3_ROUTER)).rejects.toMatchObject({ code: 'RPC_ERROR' })
  })
})
