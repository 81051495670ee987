// The account of each ecosystem: one modal may have a wallet in every one, and `modal.$account` is the one of them that is shown.
import { useEffect, useState } from 'react'
import { useMaybeWalletModal } from '../../src/react/index.js'
import type { Account } from '../../src/index.js'
import type { Namespace } from '../../src/vocabulary/caip.js'

export type Accounts = { readonly [N in Namespace]?: Extract<Account, { readonly namespace: N }> }

/** The first account of each ecosystem: the selected one of its active wallet. */
export function useAccounts(): Accounts {
  const modal = useMaybeWalletModal()
  const [accounts, setAccounts] = useState<Accounts>({})
  useEffect(
    () =>
      modal?.watch('accounts', (all) =>
        setAccounts(Object.fromEntries(all.toReversed().map((account) => [account.namespace, account]))),
      ),
    [modal],
  )
  return accounts
}
