// What a session is asked to allow on Polkadot (specification §7: method lists sent on connect).
export const methods: readonly string[] = ['polkadot_signTransaction', 'polkadot_signMessage']
