// Permits: typed data that let somebody take tokens without a transaction of the account. EIP-2612, DAI, Permit2, EIP-3009.
import { allowanceRows, allowedAmount, timeOf, tokenName, warnOfSpender } from './allowances.js'
import type { Scope } from './scope.js'
import { refuse, type Hex, type Row, type TypedData } from './types.js'
import { isSame } from './values.js'

type Fields = Readonly<Record<string, unknown>>
const EVERYTHING = 2n ** 256n - 1n

/** Whether the rows of a permit say all that is in its message: a witness, or any other field, is shown besides. */
export const saysAll = (data: TypedData): boolean =>
  /^(?:owner:address,spender:address,value:uint256,nonce:uint256,deadline:uint256|holder:address,spender:address,nonce:uint256,expiry:uint256,allowed:bool|details:PermitDetails(?:\[\])?,spender:address,sigDeadline:uint256|permitted:TokenPermissions(?:\[\])?,spender:address,nonce:uint256,deadline:uint256|from:address,to:address,value:uint256,validAfter:uint256,validBefore:uint256,nonce:bytes32)$/.test(
    shapeOf(data, data.primaryType),
  )

/** The rows of a permit; undefined when the data are none. */
export async function permitRows(scope: Scope, data: TypedData): Promise<readonly Row[] | undefined> {
  const { primaryType, message, domain } = data
  const has = (shape: string): boolean => shapeOf(data, primaryType) === shape
  const token = domain['verifyingContract'] as Hex | undefined
  if (has('owner:address,spender:address,value:uint256,nonce:uint256,deadline:uint256') && token !== undefined) {
    assertOwner(scope, message['owner'])
    scope.warn('warn.permit', 'danger')
    return [await tokenRow(scope, token), ...(await allow(scope, token, message, 'value')), until(message['deadline'])]
  }
  if (has('holder:address,spender:address,nonce:uint256,expiry:uint256,allowed:bool') && token !== undefined) {
    assertOwner(scope, message['holder'])
    const amount = message['allowed'] === true ? EVERYTHING : 0n
    if (amount > 0n) scope.warn('warn.permit', 'danger')
    const expiry = message['expiry'] as bigint
    const rows = await allowanceRows(scope, token, message['spender'] as Hex, amount)
    const what: Row = { label: 'row.allowance', value: { type: 'phrase', key: 'value.nothing' } }
    return [await tokenRow(scope, token), ...(amount === 0n ? [what] : []), ...rows, until(expiry === 0n ? 2n ** 64n : expiry)]
  }
  if (
    /^(?:Transfer|Receive)WithAuthorization$/.test(primaryType) &&
    token !== undefined &&
    isBigint(message, 'value', 'validBefore')
  )
    return authorizationRows(scope, token, message)
  return permit2Rows(scope, data)
}

const shapeOf = ({ types }: TypedData, name: string): string =>
  (types[name] ?? []).map((field) => `${field.name}:${field.type}`).join(',')
const isBigint = (record: Fields, ...names: readonly string[]): boolean => names.every((name) => typeof record[name] === 'bigint')
const tokenRow = async (scope: Scope, token: Hex): Promise<Row> => ({ label: 'row.token', value: await tokenName(scope, token) })
const until = (seconds: unknown): Row => ({ label: 'row.until', value: timeOf(typeof seconds === 'bigint' ? seconds : 0n) })

function allow(scope: Scope, token: Hex, message: Fields, amount: string): Promise<readonly Row[]> {
  return allowanceRows(scope, token, message['spender'] as Hex, message[amount] as bigint)
}

function assertOwner(scope: Scope, owner: unknown): void {
  if (!isSame(owner as string, scope.request.account)) refuse('The permit is of another account')
}

/** EIP-3009: who holds it moves the tokens. */
async function authorizationRows(scope: Scope, token: Hex, message: Fields): Promise<readonly Row[] | undefined> {
  const { from, to, value, validBefore } = message
  if (typeof from !== 'string' || typeof to !== 'string') return undefined
  assertOwner(scope, from)
  scope.warn('warn.transferPermit', 'danger')
  return [
    { label: 'row.amount', value: await scope.amountOf(token, value as bigint), danger: true },
    { label: 'row.recipient', value: await scope.who(to) },
    until(validBefore),
  ]
}

const details = 'token:address,amount:uint160,expiration:uint48,nonce:uint48'
const permissions = 'token:address,amount:uint256'

/** Permit2 (AllowanceTransfer and SignatureTransfer), single and in batches, with a witness or without. */
async function permit2Rows(scope: Scope, data: TypedData): Promise<readonly Row[] | undefined> {
  const { primaryType, message } = data
  const isAllowance = primaryType === 'PermitSingle' || primaryType === 'PermitBatch'
  if (!isAllowance && !/^Permit(?:Batch)?(?:Witness)?TransferFrom$/.test(primaryType)) return undefined
  const [type, field] = isAllowance ? ['PermitDetails', 'details'] : ['TokenPermissions', 'permitted']
  if (shapeOf(data, type) !== (isAllowance ? details : permissions)) return undefined
  const entries = [message[field]].flat() as readonly Fields[]
  const { spender } = message
  const end = isAllowance ? message['sigDeadline'] : message['deadline']
  if (typeof spender !== 'string' || typeof end !== 'bigint') return undefined
  if (!entries.every((entry) => typeof entry?.['token'] === 'string' && typeof entry['amount'] === 'bigint')) return undefined
  scope.warn('warn.permit2', 'danger')
  await warnOfSpender(scope, spender as Hex)
  const rows: Row[] = []
  for (const entry of entries) {
    const [token, amount] = [entry['token'] as Hex, entry['amount'] as bigint]
    const value = await allowedAmount(scope, token, amount)
    if (value.type === 'unlimited') scope.warn('warn.unlimited', 'danger')
    rows.push(await tokenRow(scope, token), { label: 'row.allowance', value, danger: value.type === 'unlimited' })
    if (isAllowance) rows.push(until(entry['expiration']))
  }
  rows.push({ label: 'row.spender', value: await scope.who(spender) })
  return isAllowance ? rows : [...rows, until(end)]
}
