// Signatures of a smart account (ERC-1271). The key signs data that name the account (ERC-7739), so that a signature for it is none of the key's own account, and
// none for another account of the same key. Until the contract is there, the call that makes it goes with the signature (ERC-6492).
import { concat, hashStruct, numberToHex, serializeErc6492Signature, stringToHex } from 'viem/utils'
import { accountTypes } from '../approvals/describe-typed.js'
import { ApprovalError, type Hex, type SignPlan, type SmartAccount, type TypedData } from '../approvals/types.js'
import { hexOf } from '../approvals/values.js'

type Plan = Extract<SignPlan, { readonly type: 'smartSignature' }>

/** What the contract calls itself (EIP-712). */
const [NAME, VERSION] = ['Smart Account', '1']
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

/** A message, as `personal_sign` has it. */
export function personalPlan(account: SmartAccount, chainNumber: number, message: Uint8Array): Plan {
  const prefix = stringToHex(`\u0019Ethereum Signed Message:\n${String(message.length)}`)
  return {
    type: 'smartSignature',
    account,
    tail: '0x',
    typedData: {
      domain: { name: NAME, version: VERSION, chainId: BigInt(chainNumber), verifyingContract: account.address },
      types: { EIP712Domain: domainFields, PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
      primaryType: 'PersonalSign',
      message: { prefixed: concat([prefix, hexOf(message)]) },
    },
  }
}

/** Typed data of an app. @throws ApprovalError for types that ERC-7739 cannot carry */
export function typedPlan(account: SmartAccount, chainNumber: number, data: TypedData): Plan {
  const { domain, types, primaryType, message } = data
  if (Object.keys(types).some((name) => accountTypes.includes(name)) || !/^[A-Z]\w*$/.test(primaryType))
    throw new ApprovalError('METHOD_NOT_SUPPORTED', 'These types cannot be signed by a smart account')
  const whole = {
    ...types,
    TypedDataSign: [{ name: 'contents', type: primaryType }, ...domainFields, { name: 'salt', type: 'bytes32' }],
  }
  const structOf = (of: string, value: TypedData['message']) => hashStruct({ data: value, primaryType: of, types })
  // The types as they stand behind that of the nested data, and the name of the first: the form that holds for every order of names.
  const description = stringToHex(`${typesOf(types, primaryType)}${primaryType}`)
  const length = numberToHex((description.length - 2) / 2, { size: 2 })
  return {
    type: 'smartSignature',
    account,
    tail: concat([structOf('EIP712Domain', domain), structOf(primaryType, message), description, length]),
    typedData: {
      domain,
      types: whole,
      primaryType: 'TypedDataSign',
      message: {
        contents: message,
        name: NAME,
        version: VERSION,
        chainId: BigInt(chainNumber),
        verifyingContract: account.address,
        salt: `0x${'00'.repeat(32)}`,
      },
    },
  }
}

/** All types that a type is made of, itself among them, in the order of their names (EIP-712). */
function typesOf(types: TypedData['types'], first: string): string {
  const found = new Set<string>([first])
  for (const name of found)
    for (const { type } of types[name] ?? []) {
      const [base = ''] = /^\w+/.exec(type) ?? []
      if (Object.hasOwn(types, base)) found.add(base)
    }
  return [...found]
    .sort()
    .map((name) => `${name}(${(types[name] ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`)
    .join('')
}

/** The signature as apps check it. @param isThere whether the contract is on the chain */
export function finishSignature({ account, tail }: Plan, signature: Hex, isThere: boolean): Hex {
  const whole = concat([signature, tail])
  if (isThere) return whole
  return serializeErc6492Signature({ address: account.factory, data: account.factoryData, signature: whole })
}
