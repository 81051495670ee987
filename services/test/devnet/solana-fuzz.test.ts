// Broken transactions: litesvm is native code that ends the process over what it does not expect, so nothing unsound may reach it.
import { describe, expect, test } from 'vitest'
import { createBank } from '../../devnet/solana/bank.js'
import { transferSol } from '../../devnet/solana/instructions.js'
import { RpcFault } from '../../devnet/solana/json.js'
import { signerOf } from '../../devnet/solana/keys.js'
import { SOLANA_ACCOUNTS } from '../../devnet/solana/manifest.js'
import { createMethods } from '../../devnet/solana/methods.js'
import { fundFaucet, livePast } from '../../devnet/solana/past.js'
import { writeTransaction } from '../../devnet/solana/transaction.js'
import { random, sampleOf, seedOr } from '../support/random.js'
import { solanaMissing } from '../support/solana.js'

const SEED = seedOr(20_260_101)
const CASES = sampleOf(800)
const NOW = 1_790_000_000

describe.skipIf(solanaMissing !== undefined)(`broken transactions${solanaMissing ? ` (${solanaMissing})` : ''}`, () => {
  test(`are refused or fail like any other, and the bank goes on (${CASES}, seed ${SEED})`, () => {
    const bank = createBank({ now: () => NOW })
    fundFaucet(bank)
    livePast(bank, NOW)
    const methods = createMethods(bank)
    const { int: roll } = random(SEED)
    const [ada, ben] = SOLANA_ACCOUNTS as readonly [(typeof SOLANA_ACCOUNTS)[0], (typeof SOLANA_ACCOUNTS)[0]]
    const signer = signerOf(ada.seed)
    const seen = { answered: 0, refused: 0 }
    for (let round = 0; round < CASES; round++) {
      const transfer = transferSol(ada.address, ben.address, BigInt(1 + round))
      let wire = Buffer.from(writeTransaction([transfer], [signer], bank.blockhash()))
      // Header, number of keys, and everything after keys and blockhash: where indexes and lengths are.
      const spots = [0, 1, 2, 3, ...Array.from({ length: 9 }, (_, index) => 132 + index), 4 + roll(96)]
      for (let times = 1 + roll(2); times > 0; times--) {
        wire[65 + (spots[roll(spots.length)] ?? 0)] = roll(3) === 0 ? roll(256) : roll(6)
      }
      if (roll(6) === 0) {
        const table = Buffer.concat([Buffer.from([1]), Buffer.alloc(32, roll(256)), Buffer.from([1, roll(3), 0])])
        wire = Buffer.concat([
          wire.subarray(0, 65),
          Buffer.from([128]),
          wire.subarray(65),
          roll(2) === 0 ? Buffer.from([0]) : table,
        ])
      }
      if (roll(9) === 0) wire = wire.subarray(0, roll(wire.length))
      if (roll(2) === 0 && wire.length > 65) Buffer.from(signer.sign(wire.subarray(65))).copy(wire, 1)
      const text = wire.toString('base64')
      for (const [name, config] of [
        ['simulateTransaction', { encoding: 'base64', replaceRecentBlockhash: roll(2) === 0 }],
        ['sendTransaction', { encoding: 'base64', skipPreflight: roll(2) === 0 }],
      ] as const) {
        try {
          methods[name]?.([text, config])
          seen.answered++
        } catch (error) {
          if (!(error instanceof RpcFault)) throw error
          seen.refused++
        }
      }
    }
    expect(seen.answered).toBeGreaterThan(CASES / 10)
    expect(seen.refused).toBeGreaterThan(CASES / 10)
    expect(bank.balance(ada.address) + bank.balance(ben.address)).toBeLessThanOrEqual(200n * 10n ** 9n)
  })
})
