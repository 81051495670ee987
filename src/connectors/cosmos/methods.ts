/** Methods that a relay session is asked to allow on Cosmos (wire reference §6; CAIP-25). */
export const methods: readonly string[] = ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino']
