/** Methods that a relay session is asked to allow on Polkadot (wire reference §6; CAIP-25). */
export const methods: readonly string[] = ['polkadot_signTransaction', 'polkadot_signMessage']
