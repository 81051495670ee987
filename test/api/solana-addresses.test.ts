// Addresses of Solana, against the code of the programs' own authors.
import { address } from '@solana/kit'
import { findAssociatedTokenPda } from '@solana-program/token'
import { expect, test } from 'vitest'
import { associatedAccount, readSolanaAddress } from '../../src/api/solana-addresses.js'
import { TOKEN_PROGRAMS } from '../../src/api/receivers.js'
import { keypair } from '../support/solana-wallet.js'

const mints = ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'So11111111111111111111111111111111111111112']

test('tokens are by default where the program that keeps them says', async () => {
  const owners = [
    '11111111111111111111111111111111',
    ...Array.from({ length: 40 }, (_, seed) => keypair(seed).publicKey.toBase58()),
  ]
  const bumps = new Set<number>()
  for (const owner of owners)
    for (const mint of mints)
      for (const program of TOKEN_PROGRAMS) {
        const parts = { owner: address(owner), mint: address(mint), tokenProgram: address(program) }
        const [expected, bump] = await findAssociatedTokenPda(parts)
        bumps.add(bump)
        expect(await associatedAccount(owner, mint, program)).toBe(expected)
      }
  expect(bumps.size).toBeGreaterThan(3) // addresses with a key were passed over
})

test('of what is no address there is none', async () => {
  expect(await associatedAccount('nonsense', mints[0] ?? '', TOKEN_PROGRAMS[0] ?? '')).toBeUndefined()
  expect(readSolanaAddress('1'.repeat(32))).toEqual(new Uint8Array(32))
  const { publicKey } = keypair(1)
  expect(readSolanaAddress(publicKey.toBase58())).toEqual(Uint8Array.from(publicKey.toBytes()))
})
