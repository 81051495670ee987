// The way from a request to what the visitor is shown. What must not be signed is refused here, before anybody is asked.
import { describeBatch } from './batch.js'
import { describeTypedData } from './describe-typed.js'
import { describePersonalSign } from './message.js'
import { refusePermissions } from './permissions.js'
import { createScope, type Scope } from './scope.js'
import { originOf, visibleText } from './text.js'
import { describeSend } from './transaction.js'
import { ApprovalError, type Approval, type ApprovalContext, type ApprovalRequest, type Described, type Row } from './types.js'
import { readAddress } from './values.js'

/** Makes what is shown of a request. */
export type Describe = (scope: Scope, chainNumber: number) => Described | Promise<Described>

/** By method, in the only spelling that counts (row 75). */
const methods: Readonly<Record<string, Describe>> = {
  personal_sign: describePersonalSign,
  eth_signTypedData_v4: describeTypedData,
  eth_sendTransaction: describeSend,
  wallet_sendCalls: describeBatch,
  wallet_grantPermissions: ({ request, context }) => refusePermissions(request.params, context.now),
}
/** The part that decodes them is loaded with the first of them. @throws ApprovalError SERVICES_UNAVAILABLE: the network was away; the next request loads it */
async function solana() {
  try {
    return await import('./solana/describe-solana.js')
  } catch {
    throw new ApprovalError('SERVICES_UNAVAILABLE', 'The wallet service is not reachable')
  }
}
const describeSolana: Describe = async (scope) => (await solana()).describeSolanaTransaction(scope)
const solanaMethods: Readonly<Record<string, Describe>> = {
  solana_signMessage: async (scope) => (await solana()).describeSolanaMessage(scope),
  solana_signTransaction: describeSolana,
  solana_signAndSendTransaction: describeSolana,
  solana_signAllTransactions: async (scope) => (await solana()).describeSolanaTransactions(scope),
}
/** Known, and not offered: operations of smart accounts are made here, of calls that can be read. */
const unsupported = ['wallet_revokePermissions', 'eth_sendUserOperation']

/**
 * Decodes a request into what is shown, and what is signed when the visitor approves.
 * @param other what describes the request in the place of the tables, as for a smart account
 * @throws ApprovalError for what is refused without asking
 */
export async function describeRequest(
  request: ApprovalRequest,
  context: ApprovalContext,
  signal: AbortSignal,
  other?: Describe,
): Promise<Approval> {
  const { method, chainId, account } = request
  if (unsupported.includes(method)) throw new ApprovalError('METHOD_NOT_SUPPORTED', 'method not supported')
  const isSolana = Object.hasOwn(solanaMethods, method)
  const describe = isSolana ? solanaMethods[method] : Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!describe) throw new ApprovalError('METHOD_NOT_ALLOWED', 'Requested RPC call is not allowed')
  const chain = Object.hasOwn(context.chains, chainId) ? context.chains[chainId] : undefined
  if (!chain) throw new ApprovalError('UNSUPPORTED_CHAIN', 'Unsupported chain')
  const again = async (make: (scope: Scope) => Described | Promise<Described>): Promise<Approval> => {
    const scope = createScope(request, context, chain, signal, again)
    if (chain.isPageRpc) scope.warn('warn.pageRpc', 'danger')
    return withHead(await make(scope), request, chain.name)
  }
  if (isSolana !== chainId.startsWith('solana:')) throw new ApprovalError('UNSUPPORTED_CHAIN', 'Unsupported chain')
  const chainNumber = isSolana ? 0 : evmNumber(chainId)
  if (isSolana) {
    const { readSolanaAccount } = await solana()
    readSolanaAccount(account, 'The account')
  } else readAddress(account, 'The account')
  return again((scope) => (other ?? describe)(scope, chainNumber))
}

function evmNumber(chainId: string): number {
  const [, digits] = /^eip155:([1-9]\d{0,9})$/.exec(chainId) ?? []
  const number = Number(digits)
  // Row 74: from 2^31 on, no chain has a coin type.
  if (digits === undefined || number >= 2 ** 31) throw new ApprovalError('UNSUPPORTED_CHAIN', 'Unsupported chain')
  return number
}

/** Who asks, for which chain and account: above all else. */
function withHead(described: Described, request: ApprovalRequest, chain: string): Approval {
  const { text, isIdn } = originOf(request.origin)
  const head: Row[] = [
    { label: 'row.origin', value: { type: 'text', text } },
    { label: 'row.network', value: { type: 'text', text: chain } },
    { label: 'row.account', value: { type: 'address', address: request.account } },
  ]
  if (request.phrase !== undefined) head.push({ label: 'row.phrase', value: { type: 'text', text: visibleText(request.phrase) } })
  const warnings: Approval['warnings'] = isIdn ? [{ key: 'warn.idn', level: 'note' }, ...described.warnings] : described.warnings
  const risk = warnings.some(({ level }) => level === 'danger') ? 'risky' : 'normal'
  return { ...described, warnings, risk, head }
}
