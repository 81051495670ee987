// What a session is asked to allow on Bitcoin (specification §7: method lists sent on connect).
export const methods: readonly string[] = ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses']
