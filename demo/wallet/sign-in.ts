// Signing in with the approval of a connection (wc_sessionAuthenticate; CAIP-222): the texts that a site asks for, and their signatures (CAIP-74).
import type { AuthTypes } from '@walletconnect/types'
import type { PrivateKeyAccount } from 'viem/accounts'

/** A text for one chain. */
interface Text {
  readonly chain: string
  readonly iss: string
  readonly message: string
}
/** What is signed: a text for each chain, by the account that was in use when the site asked. */
export interface SignIn {
  readonly account: PrivateKeyAccount
  readonly payload: AuthTypes.PayloadParams
  readonly texts: readonly Text[]
}

/** Writes the texts. @param format the client's `formatAuthMessage` */
export function readSignIn(
  payload: AuthTypes.PayloadParams,
  account: PrivateKeyAccount,
  format: (text: { request: AuthTypes.PayloadParams; iss: string }) => string,
): SignIn {
  const texts = payload.chains.map((chain) => {
    const iss = `did:pkh:${chain}:${account.address}`
    return { chain, iss, message: format({ request: { ...payload, chains: [chain] }, iss }) }
  })
  return { account, payload, texts }
}

/** Signs all texts. */
export function signTexts({ account, payload, texts }: SignIn): Promise<AuthTypes.Cacao[]> {
  const { chains: _, type: __, ...signed } = payload
  return Promise.all(
    texts.map(async ({ iss, message }) => ({
      h: { t: 'caip122' },
      p: { ...signed, iss },
      s: { t: 'eip191', s: await account.signMessage({ message }) },
    })),
  )
}
