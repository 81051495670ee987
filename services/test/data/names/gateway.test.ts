// The CCIP-Read gateway as a resolver's client asks it, and its signature before the resolver itself.
import { parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerName } from '../../../../src/api/name-writes.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { signed, startWorld, type World } from './support.js'

const ZONE = 'wallet.example'
const devnet = useSeededDevnet({ past: false })

let world: World
beforeAll(async () => {
  world = await startWorld({ devnet: devnet() })
  await registerName(world.api, await signed(world.account(1), { name: `grace.${ZONE}`, attributes: {} }, world.clock.now))
})
afterAll(() => world.stop())

describe('the gateway', () => {
  const resolver = parseAbi(['function resolve(bytes name, bytes question) view returns (bytes)'])
  const post = (body: unknown) =>
    fetch(`${world.services.url}/ccip`, { method: 'POST', body: JSON.stringify(body) }).then(async (response) => ({
      status: response.status,
      body: (await response.json()) as { reasons?: { field: string }[]; data?: string },
    }))
  const sender = '0x136A1c485104a230460CC6078c36886a17A849E1'

  test('answers by POST as by GET, and says what it cannot read', async () => {
    const { encodeFunctionData, namehash, toHex } = await import('viem')
    const { packetToBytes } = await import('viem/ens')
    const question = encodeFunctionData({ abi: parseAbi(['function addr(bytes32)']), args: [namehash(`grace.${ZONE}`)] })
    const ask = (inner: `0x${string}`) =>
      encodeFunctionData({ abi: resolver, args: [toHex(packetToBytes(`grace.${ZONE}`)), inner] })
    const { status, body } = await post({ sender, data: ask(question) })
    expect(status).toBe(200)
    const got = await fetch(`${world.services.url}/ccip/${sender.toLowerCase()}/${ask(question)}.json`)
    expect(await got.json()).toEqual(body)
    for (const [wrong, field] of [
      [{ sender, data: ask('0x12345678') }, 'data'],
      [{ sender, data: '0x' }, 'data'],
      [{ sender, data: 'x' }, 'data'],
      [{ sender: '0x12', data: ask(question) }, 'sender'],
      [{ sender, data: encodeFunctionData({ abi: resolver, args: ['0x05', question] }) }, 'data'],
      [{ sender, data: encodeFunctionData({ abi: resolver, args: ['0x036162630041', question] }) }, 'data'],
      [{}, 'sender'],
    ] as const)
      expect(await post(wrong)).toMatchObject({ status: 400, body: { reasons: [{ field }] } })
  })

  test('an answer is signed for one resolver: another does not take it', async () => {
    const other = '0x000000000000000000000000000000000000dEaD'
    const { encodeFunctionData, encodeAbiParameters, namehash, toHex } = await import('viem')
    const { packetToBytes } = await import('viem/ens')
    const question = encodeFunctionData({ abi: parseAbi(['function addr(bytes32)']), args: [namehash(`grace.${ZONE}`)] })
    const request = encodeFunctionData({ abi: resolver, args: [toHex(packetToBytes(`grace.${ZONE}`)), question] })
    const extra = encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [request, sender])
    const prove = async (target: string) =>
      world.devnet.reader.readContract({
        address: sender,
        abi: parseAbi(['function resolveWithProof(bytes response, bytes extra) view returns (bytes)']),
        functionName: 'resolveWithProof',
        args: [(await post({ sender: target, data: request })).body.data as `0x${string}`, extra],
      })
    expect(await prove(sender)).toBe(`0x${world.account(1).address.slice(2).toLowerCase().padStart(64, '0')}`)
    await expect(prove(other)).rejects.toThrow('wrong signature')
  })
})
