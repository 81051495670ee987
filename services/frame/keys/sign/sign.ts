// One signature: of what, and by which account.
import type { Accounts } from '../derivation.js'
import { KeyError } from '../errors.js'
import type { AccountName } from '../types.js'
import { signBip322 } from './bip322.js'
import { signEvm } from './evm.js'
import type { SignPayload } from './payload.js'
import { signSolanaMessage, signSolanaTransaction } from './solana.js'

const accountOf: Readonly<Record<SignPayload['type'], AccountName>> = {
  eip191: 'eip155',
  eip712: 'eip155',
  evmTransaction: 'eip155',
  authorization: 'eip155',
  userOperationHash: 'eip155',
  solanaMessage: 'solana',
  solanaTransaction: 'solana',
  bip322: 'bip122',
  psbt: 'bip122',
}

/** @throws KeyError NOT_LOADED */
async function loaded<T>(part: Promise<T>): Promise<T> {
  try {
    return await part
  } catch {
    throw new KeyError('NOT_LOADED')
  }
}

/**
 * @returns hex of EVM, base64 of BIP-322, bytes of the others
 * @throws KeyError BAD_INPUT: nothing that can be signed, or not by this account; NOT_LOADED
 */
export async function sign(account: AccountName, payload: SignPayload, keys: Accounts): Promise<Uint8Array | string> {
  if (accountOf[payload.type] !== account) throw new KeyError('BAD_INPUT')
  try {
    switch (payload.type) {
      case 'solanaMessage':
        return signSolanaMessage(payload.message, keys.solana)
      case 'solanaTransaction':
        return signSolanaTransaction(payload.transaction, keys.solana)
      case 'bip322':
        return signBip322(payload.message, keys.bip122)
      case 'psbt':
        return (await loaded(import('./psbt.js'))).signPsbt(payload, keys.bip122)
      case 'userOperationHash':
        return (await loaded(import('./user-operation.js'))).signUserOperation(payload, keys.eip155)
      default:
        return signEvm(payload, keys.eip155)
    }
  } catch (error) {
    // Texts of the codecs quote what they were given.
    throw error instanceof KeyError ? error : new KeyError('BAD_INPUT')
  }
}
