// What a session is asked to allow on Cosmos (specification §7: method lists sent on connect).
export const methods: readonly string[] = ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino']
