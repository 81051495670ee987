// The accounts of the demo wallet: the devnet's publicly known keys, and which of them is in use.
import { atom } from 'nanostores'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { devnetAccounts } from '../../services/devnet/accounts.js'

const OFFERED = 5
const STORAGE_KEY = 'demo-wallet:account'

export const accounts: readonly PrivateKeyAccount[] = devnetAccounts(OFFERED).map(({ privateKey }) =>
  privateKeyToAccount(privateKey),
)

/** Which account is in use; remembered across reloads. */
export function createAccountChoice(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const remembered = Number(storage.getItem(STORAGE_KEY))
  const $index = atom(Number.isInteger(remembered) && remembered in accounts ? remembered : 0)
  return {
    $index,
    current: (): PrivateKeyAccount => {
      const account = accounts[$index.get()]
      if (account === undefined) throw new Error('no such account')
      return account
    },
    choose(index: number) {
      if (!(index in accounts)) return
      $index.set(index)
      storage.setItem(STORAGE_KEY, String(index))
    },
  }
}
export type AccountChoice = ReturnType<typeof createAccountChoice>
