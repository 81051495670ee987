// The page's store of sign-ins, with a server that does not answer as it should.
import { expect, test } from 'vitest'
import { createHttpStore, writeMessage } from '../../src/siwx/index.js'
import { createSigners, type TestSigner } from './signers.js'

const [evm, , sol] = await createSigners(0)

async function signIn({ chainId, address, sign }: TestSigner) {
  const message = writeMessage({
    domain: 'app.example',
    address,
    uri: 'https://app.example/',
    version: '1',
    chainId,
    nonce: 'abcd1234',
    issuedAt: '2026-11-23T20:00:00Z',
  })
  return { message, signature: await sign(message) }
}

const createStore = (answer: () => Promise<Response>) => createHttpStore({ url: 'https://app.example/siwx/v1', fetch: answer })

test('an answer that is none is an error with a code, and a reason of at most 200 characters', async () => {
  const answers: readonly (readonly [answer: () => Promise<Response>, error: Record<string, unknown>])[] = [
    [() => Promise.reject(new TypeError('fetch failed')), { code: 'NETWORK_ERROR' }],
    [async () => new Response('<html>'), { code: 'MALFORMED_RESPONSE' }],
    [async () => Response.json({ nonce: 'abcd\nefgh', expiresAt: 1 }), { code: 'MALFORMED_RESPONSE' }],
    [async () => new Response('no', { status: 503 }), { code: 'HTTP_STATUS', details: { status: 503 } }],
    [
      async () => Response.json({ code: 'SIGN_IN_INVALID', problem: 'x'.repeat(999) }, { status: 401 }),
      { code: 'SIGN_IN_INVALID', details: { problem: 'x'.repeat(200) } },
    ],
  ]
  for (const [answer, error] of answers) await expect(createStore(answer).getNonce()).rejects.toMatchObject(error)
})

test('sign-ins that are none are malformed, and those of others are left out', async () => {
  const foreign = await signIn(sol!)
  const answer = (signIns: unknown) => createStore(async () => Response.json({ signIns })).list(evm!.chainId, evm!.address)
  await expect(answer([{ message: 'x', signature: 'x' }])).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' })
  expect(await answer([{ message: foreign.message, signature: foreign.signature }])).toEqual([])
})
