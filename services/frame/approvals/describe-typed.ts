// `eth_signTypedData_v4` in words.
import { permitRows, saysAll } from './permits.js'
import type { Scope } from './scope.js'
import { visibleText } from './text.js'
import { rawOf } from './transaction.js'
import { readTypedData } from './typed-data.js'
import { ApprovalError, refuse, type Described, type Hex, type Row, type TypedData } from './types.js'
import { isSame, readAddress, readList } from './values.js'

/** Orders of marketplaces: who has one takes what is offered in it. */
const orders = /^(?:OrderComponents|BulkOrder|Order)$/
/** Data by which somebody acts as the account, or as a contract that the account controls. */
const control =
  /^(?:SafeTx|SafeMessage|PackedUserOperation|UserOperation|MetaTransaction|ForwardRequest|Delegation|Authorization)$/

/** Data by which a smart account's key says that the account has signed, or acts (ERC-7739, ERC-4337): the frame alone makes them. */
export const accountTypes: readonly string[] = ['PersonalSign', 'TypedDataSign', 'PackedUserOperation']

/** Describes the parameters of `eth_signTypedData_v4`. */
export async function describeTypedData(scope: Scope, chainNumber: number): Promise<Described> {
  const [address, value, ...rest] = readList(scope.request.params, 'params')
  if (rest.length > 0) refuse('params has more than address and data')
  if (!isSame(readAddress(address, 'The address'), scope.request.account)) refuse('The address is not the connected account')
  const data = readTypedData(value)
  const { domain, primaryType } = data
  if (scope.context.hasSmartAccounts === true && !scope.request.smart && accountTypes.includes(primaryType))
    throw new ApprovalError('METHOD_NOT_ALLOWED', 'Pages cannot sign in the name of a smart account')
  if (domain['chainId'] === undefined) scope.warn('warn.noChain', 'note')
  else if (domain['chainId'] !== BigInt(chainNumber))
    throw new ApprovalError('INVALID_PARAMS', 'domain.chainId is not the chain of the session')
  const contract = domain['verifyingContract'] as Hex | undefined
  if (contract === undefined) scope.warn('warn.noContract', 'note')
  else if ((await scope.hasCode(contract)) === false) scope.warn('warn.contractNoCode', 'danger')
  const permit = await permitRows(scope, data)
  if (orders.test(primaryType)) scope.warn('warn.order', 'danger')
  else if (control.test(primaryType)) scope.warn('warn.control', 'danger')
  else if (!permit && /permit/i.test(primaryType)) scope.warn('warn.permit', 'danger')
  else if (!permit) scope.warn('warn.typedData', 'note')
  const message: Row = { label: 'row.message', value: { type: 'block', text: linesOf(data) } }
  return {
    kind: permit ? 'permit' : 'typedData',
    title: permit ? 'call.permit' : 'title.typedData',
    action: 'action.sign',
    warnings: scope.warnings,
    rows: [...(permit ?? []), ...(permit && saysAll(data) ? [] : [message]), ...(await domainRows(scope, data))],
    calls: [],
    raw: rawOf(data),
    sign: { type: 'eip712', typedData: data },
  }
}

async function domainRows(scope: Scope, { domain }: TypedData): Promise<readonly Row[]> {
  const rows: Row[] = []
  const { name, verifyingContract } = domain
  if (typeof name === 'string') rows.push({ label: 'row.domain', value: { type: 'text', text: visibleText(name) } })
  if (typeof verifyingContract === 'string') rows.push({ label: 'row.contract', value: await scope.who(verifyingContract) })
  return rows
}

/** The message as lines of name and value, indented. All of it: what is signed is shown. */
function linesOf({ message, primaryType }: TypedData): string {
  const lines: string[] = [visibleText(primaryType)]
  const write = (name: string, value: unknown, depth: number): void => {
    const indent = '  '.repeat(depth)
    if (typeof value === 'object' && value !== null) {
      lines.push(`${indent}${name}:`)
      const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
        ? value.map((entry, at) => [String(at + 1), entry as unknown] as const)
        : Object.entries(value)
      if (entries.length === 0) lines.push(`${indent}  –`)
      for (const [key, entry] of entries) write(key, entry, depth + 1)
    } else {
      lines.push(`${indent}${name}: ${typeof value === 'string' ? visibleText(value, 100_000) : String(value)}`)
    }
  }
  for (const [name, value] of Object.entries(message)) write(name, value, 1)
  return lines.join('\n')
}
