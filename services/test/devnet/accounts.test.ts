import { bytesToHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { devnetAccounts, MNEMONIC } from '../../devnet/accounts.js'

test('the accounts that are written down are those of the mnemonic', () => {
  const derived = Array.from({ length: 10 }, (_, addressIndex) => {
    const account = mnemonicToAccount(MNEMONIC, { addressIndex })
    return { address: account.address, privateKey: bytesToHex(account.getHdKey().privateKey ?? new Uint8Array()) }
  })
  expect(devnetAccounts()).toEqual(derived)
  expect(devnetAccounts(2)).toEqual(derived.slice(0, 2))
})
