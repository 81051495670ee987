/** Methods that a relay session is asked to allow on Bitcoin (specification §7: method lists sent on connect; CAIP-25). */
export const methods: readonly string[] = ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses']
