// Calls that move tokens or let others take them. None of them is a swap, whatever a service says: the visitor sees next to nothing of a transaction's data.

/** What the calls are named, by selector. */
const calls: Readonly<Record<string, string>> = {
  // ERC-20 and its extensions, ERC-677, ERC-1363, ERC-777
  '0xa9059cbb': 'transfer',
  '0xbe45fd62': 'transfer',
  '0x23b872dd': 'transferFrom',
  '0x1296ee62': 'transferAndCall',
  '0x4000aea0': 'transferAndCall',
  '0xd8fbe994': 'transferFromAndCall',
  '0xc1d34b89': 'transferFromAndCall',
  '0xe3ee160e': 'transferWithAuthorization',
  '0x8fcb4e5b': 'transferShares',
  '0x9bd9bbc6': 'send',
  '0x62ad1b83': 'operatorSend',
  '0x095ea7b3': 'approve',
  '0x3177029f': 'approveAndCall',
  '0xcae9ca51': 'approveAndCall',
  '0x39509351': 'increaseAllowance',
  '0xd73dd623': 'increaseApproval',
  '0x959b8c3f': 'authorizeOperator',
  '0xd505accf': 'permit',
  '0x8fcbaf0c': 'permit',
  '0xc04a8a10': 'approveDelegation',
  '0xf2fde38b': 'transferOwnership',
  // DAI and DSToken
  '0xb753a98c': 'push',
  '0xbb35783b': 'move',
  '0xdaea85c5': 'approve',
  // collectibles
  '0xa22cb465': 'setApprovalForAll',
  '0x558a7297': 'setOperator',
  '0x42842e0e': 'safeTransferFrom',
  '0xb88d4fde': 'safeTransferFrom',
  '0xf242432a': 'safeTransferFrom',
  '0x2eb2c2d6': 'safeBatchTransferFrom',
  // vaults (ERC-4626), which pay out to whom the call says
  '0xb460af94': 'withdraw',
  '0xba087652': 'redeem',
  // Permit2
  '0x87517c45': 'approve',
}

/** The name of the call if it moves tokens or lets others take them, whichever contract it goes to. @param data hex with `0x` */
export function tokenCallOf(data: string): string | undefined {
  return calls[data.slice(0, 10).toLowerCase()]
}
