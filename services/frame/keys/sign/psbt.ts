// PSBT: loaded when one is to be signed, for its size.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { SigHash, Transaction } from '@scure/btc-signer'
import { type Bytes, concat, isEqual } from '../bytes.js'
import { hash160 } from '../derivation.js'
import { KeyError } from '../errors.js'
import type { SignPayload } from './payload.js'

type Psbt = Extract<SignPayload, { readonly type: 'psbt' }>

interface Output {
  readonly amount: bigint
  readonly script: Uint8Array
}

/** The script that an input spends, where the PSBT says it. That both of its forms say the same was checked when it was read. */
function spentScript(transaction: Transaction, at: number): Uint8Array | undefined {
  const { witnessUtxo, nonWitnessUtxo, index = -1 } = transaction.getInput(at)
  const whole: Output | undefined = nonWitnessUtxo?.outputs[index]
  const spent: Output | undefined = witnessUtxo ?? whole
  return spent?.script
}

/**
 * Signs inputs that spend from our address, all of the transaction (SIGHASH_ALL) and nothing less.
 * @returns the PSBT, or the transaction as it is sent
 * @throws KeyError BAD_INPUT; errors of the codec
 */
export function signPsbt({ psbt, inputs, answer }: Psbt, key: Bytes): Bytes {
  const transaction = Transaction.fromPSBT(psbt, { allowUnknownInputs: true, allowUnknownOutputs: true })
  const own = concat(new Uint8Array([0, 20]), hash160(secp256k1.getPublicKey(key, true)))
  const all = Array.from({ length: transaction.inputsLength }, (_, at) => at)
  const isOurs = (at: number) => {
    const script = spentScript(transaction, at)
    return script !== undefined && isEqual(script, own)
  }
  const wanted = inputs ?? all.filter(isOurs)
  if (wanted.length === 0 || wanted.some((at) => at >= all.length || !isOurs(at))) throw new KeyError('BAD_INPUT')
  for (const at of wanted) {
    const { sighashType = SigHash.ALL } = transaction.getInput(at)
    if (sighashType !== SigHash.ALL) throw new KeyError('BAD_INPUT')
    transaction.signIdx(key, at, [SigHash.ALL])
  }
  if (answer === 'psbt') return new Uint8Array(transaction.toPSBT())
  transaction.finalize()
  return new Uint8Array(transaction.extract())
}
