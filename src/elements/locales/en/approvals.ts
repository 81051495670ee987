// Token approvals.

export default {
  approvals: {
    body: 'Apps that may take your tokens without asking again. Revoke what you no longer use.',
    loading: 'Loading your approvals',
    none: 'No app may take your tokens',
    noneHint: 'When you let an app take tokens, it appears here.',
    unavailable: 'Approvals aren’t looked for on this site',
    elsewhere: 'Approvals are on Ethereum networks only',
    failed: 'Your approvals didn’t load',
    incomplete: 'Older approvals are still being looked for.',
    to: 'For {spender}',
    unlimited: 'Unlimited',
    everything: 'All of them',
    token: 'Token',
    spender: 'Who may take it',
    unknownSpender: 'An address that nobody here knows',
    amount: 'How much',
    granted: 'Approved on',
    question: 'Stop {spender} from taking {token}?',
    effect: 'You send a transaction, which costs a network fee. You can approve it again later.',
    revoke: 'Revoke',
    revoking: 'Revoking…',
    replaced: 'Not revoked: your wallet sent another transaction',
    declined: 'You declined. The approval is still there.',
  },
}
