// Tokens and NFTs: ERC-20, ERC-721, ERC-1155, EIP-2612, Permit2, wrapped coins.
import { allowanceRows, isEndless, timeOf, tokenName, warnOfSpender } from './allowances.js'
import { known, type Call, type KnownCalls, type Said } from './said.js'
import type { Scope } from './scope.js'
import { refuse, type Hex, type Row } from './types.js'
import { isSame, ZERO_ADDRESS } from './values.js'

const numberRow = (number: bigint): Row => ({ label: 'row.tokenId', value: { type: 'text', text: String(number) } })

/** Rows 67, 68: nothing is sent to nobody, nor to the token itself. */
async function recipientRows(scope: Scope, { to: token }: Call, from: Hex | undefined, to: Hex): Promise<readonly Row[]> {
  if (isSame(to, ZERO_ADDRESS)) refuse('The recipient is the zero address')
  if (isSame(to, token)) refuse('The recipient is the contract of the token')
  const rows: Row[] = [{ label: 'row.recipient', value: await scope.who(to) }]
  if (isSame(to, scope.request.account)) scope.warn('warn.toSelf', 'note')
  if (from !== undefined && !isSame(from, scope.request.account))
    rows.unshift({ label: 'row.from', value: await scope.who(from) })
  return rows
}

const sendToken = async (scope: Scope, call: Call, from: Hex | undefined, to: Hex, amount: bigint): Promise<Said> => ({
  title: 'call.sendToken',
  rows: [{ label: 'row.amount', value: await scope.amountOf(call.to, amount) }, ...(await recipientRows(scope, call, from, to))],
})

const sendNft = async (scope: Scope, call: Call, from: Hex, to: Hex, id: bigint, count?: bigint): Promise<Said> => {
  const rows = [numberRow(id), ...(await recipientRows(scope, call, from, to))]
  if (count !== undefined) rows.unshift({ label: 'row.count', value: { type: 'text', text: String(count) } })
  return { title: 'call.sendNft', rows }
}

/** @param at place of the amount among the arguments */
const allow = async (scope: Scope, token: Hex, spender: Hex, amount: bigint, at = 1): Promise<Said> => ({
  title: amount === 0n ? 'call.revoke' : 'call.approve',
  rows: [{ label: 'row.token', value: await tokenName(scope, token) }, ...(await allowanceRows(scope, token, spender, amount))],
  allows: { token, at },
})

async function approve(scope: Scope, { to }: Call, [spender, amount]: readonly [Hex, bigint]): Promise<Said> {
  if (!(await scope.tokenOf(to)).isNft) return allow(scope, to, spender, amount)
  // The same selector gives away one NFT, by its number.
  if (isSame(spender, ZERO_ADDRESS)) return { title: 'call.revoke', rows: [numberRow(amount)] }
  await warnOfSpender(scope, spender)
  scope.warn('warn.nftApproval', 'danger')
  return {
    title: 'call.approveNft',
    rows: [numberRow(amount), { label: 'row.spender', value: await scope.who(spender), danger: true }],
  }
}

async function increase(scope: Scope, { to }: Call, [spender, amount]: readonly [Hex, bigint]): Promise<Said> {
  scope.warn('warn.increase', 'danger')
  return { ...(await allow(scope, to, spender, amount)), title: 'call.increase' }
}

const decrease = async (scope: Scope, { to }: Call, [spender, amount]: readonly [Hex, bigint]): Promise<Said> => ({
  title: 'call.decrease',
  rows: [
    {
      label: 'row.amount',
      value: isEndless(amount) ? { type: 'phrase', key: 'value.everything' } : await scope.amountOf(to, amount),
    },
    { label: 'row.spender', value: await scope.who(spender) },
  ],
})

async function approveAll(scope: Scope, _: Call, [operator, isAllowed]: readonly [Hex, boolean]): Promise<Said> {
  const who = await scope.who(operator)
  if (!isAllowed) return { title: 'call.revokeAll', rows: [{ label: 'row.spender', value: who }] }
  await warnOfSpender(scope, operator)
  scope.warn('warn.approvalForAll', 'danger')
  return {
    title: 'call.approveAll',
    rows: [
      { label: 'row.allowance', value: { type: 'phrase', key: 'value.everything' }, danger: true },
      { label: 'row.spender', value: who },
    ],
  }
}

/** A permit that is handed in. One of the account itself is an allowance; whose it is stands with it. */
async function permitted(scope: Scope, token: Hex, owner: Hex, spender: Hex, amount: bigint, until: bigint): Promise<Said> {
  scope.warn('warn.permit', 'danger')
  return {
    title: 'call.permit',
    rows: [
      { label: 'row.owner', value: await scope.who(owner) },
      { label: 'row.token', value: await tokenName(scope, token) },
      ...(await allowanceRows(scope, token, spender, amount)),
      { label: 'row.until', value: timeOf(until) },
    ],
  }
}

/** By selector. */
export const tokenCalls: KnownCalls = [
  known<[Hex, bigint]>('0xa9059cbb', 'transfer', 'address,uint256', (scope, call, [to, amount]) =>
    sendToken(scope, call, undefined, to, amount),
  ),
  known<[Hex, Hex, bigint]>('0x23b872dd', 'transferFrom', 'address,address,uint256', async (scope, call, [from, to, amount]) =>
    (await scope.tokenOf(call.to)).isNft ? sendNft(scope, call, from, to, amount) : sendToken(scope, call, from, to, amount),
  ),
  known<[Hex, Hex, bigint]>('0x42842e0e', 'safeTransferFrom', 'address,address,uint256', (scope, call, [from, to, id]) =>
    sendNft(scope, call, from, to, id),
  ),
  known<[Hex, Hex, bigint, Hex]>(
    '0xb88d4fde',
    'safeTransferFrom',
    'address,address,uint256,bytes',
    (scope, call, [from, to, id]) => sendNft(scope, call, from, to, id),
  ),
  known<[Hex, Hex, bigint, bigint, Hex]>(
    '0xf242432a',
    'safeTransferFrom',
    'address,address,uint256,uint256,bytes',
    (scope, call, [from, to, id, count]) => sendNft(scope, call, from, to, id, count),
  ),
  known<[Hex, Hex, readonly bigint[], readonly bigint[], Hex]>(
    '0x2eb2c2d6',
    'safeBatchTransferFrom',
    'address,address,uint256[],uint256[],bytes',
    async (scope, call, [from, to, ids, counts]) => {
      if (ids.length === 0 || ids.length !== counts.length || ids.length > 64) return undefined
      const text = ids.map((id, at) => `${String(counts[at])} × ${String(id)}`).join('\n')
      return {
        title: 'call.sendNft',
        rows: [{ label: 'row.tokenIds', value: { type: 'block', text } }, ...(await recipientRows(scope, call, from, to))],
      }
    },
  ),
  known('0x095ea7b3', 'approve', 'address,uint256', approve),
  known('0x39509351', 'increaseAllowance', 'address,uint256', increase),
  known('0xd73dd623', 'increaseApproval', 'address,uint256', increase),
  known('0xa457c2d7', 'decreaseAllowance', 'address,uint256', decrease),
  known('0xa22cb465', 'setApprovalForAll', 'address,bool', approveAll),
  known<[Hex, Hex, bigint, bigint]>(
    '0xd505accf',
    'permit',
    'address,address,uint256,uint256,uint8,bytes32,bytes32',
    (scope, { to }, [owner, spender, amount, until]) => permitted(scope, to, owner, spender, amount, until),
  ),
  // The permit of DAI allows everything or nothing.
  known<[Hex, Hex, bigint, bigint, boolean]>(
    '0x8fcbaf0c',
    'permit',
    'address,address,uint256,uint256,bool,uint8,bytes32,bytes32',
    (scope, { to }, [owner, spender, , until, isAllowed]) =>
      permitted(scope, to, owner, spender, isAllowed ? 2n ** 256n - 1n : 0n, until === 0n ? 2n ** 64n : until),
  ),
  // Permit2, AllowanceTransfer: the token is an argument.
  known<[Hex, Hex, bigint, number]>('0x87517c45', 'approve', 'address,address,uint160,uint48', async (scope, _, values) => {
    const [token, spender, amount, until] = values
    const said = await allow(scope, token, spender, amount, 2)
    if (amount > 0n) scope.warn('warn.permit2', 'danger')
    return { ...said, rows: [...said.rows, { label: 'row.until', value: timeOf(BigInt(until)) }] }
  }),
  known<[Hex, readonly [readonly [Hex, bigint, number, number], Hex, bigint], Hex]>(
    '0x2b67b570',
    'permit',
    'address,((address,uint160,uint48,uint48),address,uint256),bytes',
    (scope, _, [owner, [[token, amount, until], spender]]) => permitted(scope, token, owner, spender, amount, BigInt(until)),
  ),
  known<[Hex, Hex, bigint, Hex]>('0x36c78516', 'transferFrom', 'address,address,uint160,address', (scope, call, values) => {
    const [from, to, amount, token] = values
    return sendToken(scope, { ...call, to: token }, from, to, amount)
  }),
  known('0xd0e30db0', 'deposit', '', (scope, { to, value }) => {
    if (!scope.isListed(to)) scope.warn('warn.unlistedWrapper', 'danger')
    return { title: 'call.wrap', rows: value === 0n ? [{ label: 'row.coins', value: scope.coins(0n) }] : [] }
  }),
  known<[bigint]>('0x2e1a7d4d', 'withdraw', 'uint256', async (scope, { to }, [amount]) => {
    if (!scope.isListed(to)) scope.warn('warn.unlistedWrapper', 'danger')
    return { title: 'call.unwrap', rows: [{ label: 'row.amount', value: await scope.amountOf(to, amount) }] }
  }),
  known<[Hex]>('0xf2fde38b', 'transferOwnership', 'address', async (scope, _, [owner]) => {
    scope.warn('warn.ownership', 'danger')
    return { title: 'call.ownership', rows: [{ label: 'row.newOwner', value: await scope.who(owner), danger: true }] }
  }),
]
