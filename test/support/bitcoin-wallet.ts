// A Bitcoin wallet with real keys, made of other people's libraries, in each of the shapes that wallets of the ecosystem have.
import { NETWORK, p2tr, p2wpkh, TEST_NETWORK, Transaction, WIF } from '@scure/btc-signer'
import { Signer } from 'bip322-js'
import bitcoinMessage from 'bitcoinjs-message'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'

type Purpose = 'payment' | 'ordinals'

/** Answers for the person: throws to refuse. */
export type Approve = (request: string) => void

export interface BitcoinWallet {
  readonly addresses: readonly { address: string; publicKey: string; purpose: Purpose; type: 'p2wpkh' | 'p2tr' }[]
  readonly payment: string
  readonly ordinals: string
  signMessage(address: string, message: string, protocol: 'ecdsa' | 'bip322'): string
  signPsbt(
    psbt: Uint8Array,
    indexes: readonly number[] | undefined,
    isFinal: boolean,
  ): { psbt: Uint8Array; txid: string | undefined }
  /** Transfers that it was asked for. */
  readonly sent: { to: string; amount: bigint }[]
}

export function createBitcoinWallet(seed: number, isTest = false): BitcoinWallet {
  const network = isTest ? TEST_NETWORK : NETWORK
  const keys = [1, 2].map((number) => Uint8Array.from({ length: 32 }, (_, index) => (index === 31 ? number : seed)))
  const [paymentKey, ordinalsKey] = keys as [Uint8Array, Uint8Array]
  const compressed = (key: Uint8Array) => secp256k1.getPublicKey(key, true)
  const payment = p2wpkh(compressed(paymentKey), network).address ?? ''
  const ordinals = p2tr(compressed(ordinalsKey).slice(1), undefined, network).address ?? ''
  const keyOf = (address: string) => (address === ordinals ? ordinalsKey : paymentKey)
  return {
    payment,
    ordinals,
    addresses: [
      { address: payment, publicKey: hex.encode(compressed(paymentKey)), purpose: 'payment', type: 'p2wpkh' },
      { address: ordinals, publicKey: hex.encode(compressed(ordinalsKey).slice(1)), purpose: 'ordinals', type: 'p2tr' },
    ],
    signMessage(address, message, protocol) {
      const key = keyOf(address)
      if (protocol === 'ecdsa')
        return bitcoinMessage.sign(message, Buffer.from(key), true, { segwitType: 'p2wpkh' }).toString('base64')
      return Signer.sign(WIF(network).encode(key), address, message)
    },
    signPsbt(psbt, indexes, isFinal) {
      const transaction = Transaction.fromPSBT(psbt)
      for (let index = 0; index < transaction.inputsLength; index++)
        if (indexes?.includes(index) ?? true)
          for (const key of keys)
            try {
              transaction.signIdx(key, index)
            } catch {
              continue // an input of the other key
            }
      if (isFinal) transaction.finalize()
      return { psbt: transaction.toPSBT(), txid: isFinal ? transaction.id : undefined }
    },
    sent: [],
  }
}

/** A PSBT that spends one coin of each address. */
export function spendingOf({ addresses }: BitcoinWallet): Uint8Array {
  const transaction = new Transaction()
  for (const [index, { publicKey, type }] of addresses.entries()) {
    const payment = type === 'p2tr' ? p2tr(hex.decode(publicKey)) : p2wpkh(hex.decode(publicKey))
    transaction.addInput({
      txid: hex.encode(new Uint8Array(32).fill(index + 1)),
      index: 0,
      witnessUtxo: { script: payment.script, amount: 10_000n },
      ...(type === 'p2tr' ? { tapInternalKey: hex.decode(publicKey) } : {}),
    })
  }
  transaction.addOutputAddress(addresses[0]?.address ?? '', 15_000n)
  return transaction.toPSBT()
}

const listeners = () => {
  const all = new Map<string, Set<(payload: unknown) => void>>()
  return {
    add: (event: string, listener: (payload: unknown) => void) => all.set(event, (all.get(event) ?? new Set()).add(listener)),
    remove: (event: string, listener: (payload: unknown) => void) => all.get(event)?.delete(listener),
    emit: (event: string, payload: unknown) => all.get(event)?.forEach((listener) => listener(payload)),
    count: () => [...all.values()].reduce((sum, set) => sum + set.size, 0),
  }
}
const txid = 'ab'.repeat(32)

/** What the two shapes with a `request` function are asked with: each method has some of these. */
export interface Params {
  readonly name: string
  readonly address: string
  readonly message: string
  readonly protocol: string
  readonly paymentType: string
  readonly psbt: string
  readonly hex: string
  readonly signInputs?: Readonly<Record<string, number[]>>
  readonly signAtIndex?: readonly number[]
  readonly broadcast?: boolean
  readonly recipients: readonly { readonly address: string; readonly amount: number | string }[]
}

/** As `window.unisat`: one account, hex, its own network. */
export function unisatShape(wallet: BitcoinWallet, approve: Approve = () => undefined) {
  const events = listeners()
  const state = { isAllowed: false, chain: 'BITCOIN_MAINNET', address: wallet.payment }
  return {
    events,
    state,
    object: {
      requestAccounts: async () => {
        approve('requestAccounts')
        state.isAllowed = true
        return [state.address]
      },
      getAccounts: async () => (state.isAllowed ? [state.address] : []),
      getPublicKey: async () => wallet.addresses.find(({ address }) => address === state.address)?.publicKey ?? '',
      getChain: async () => ({ enum: state.chain, name: state.chain, network: 'livenet' }),
      switchChain: async (chain: string) => {
        approve('switchChain')
        state.chain = chain
        events.emit('chainChanged', { enum: chain })
      },
      signMessage: async (message: string, type: string) => {
        approve('signMessage')
        return wallet.signMessage(state.address, message, type === 'ecdsa' ? 'ecdsa' : 'bip322')
      },
      signPsbt: async (psbt: string, options: { autoFinalized?: boolean; toSignInputs?: readonly { index: number }[] } = {}) => {
        approve('signPsbt')
        const indexes = options.toSignInputs?.map(({ index }) => index)
        return hex.encode(wallet.signPsbt(hex.decode(psbt), indexes, options.autoFinalized ?? true).psbt)
      },
      pushPsbt: async (psbt: string) => Transaction.fromPSBT(hex.decode(psbt)).id,
      sendBitcoin: async (to: string, amount: number) => {
        approve('sendBitcoin')
        wallet.sent.push({ to, amount: BigInt(amount) })
        return txid
      },
      on: events.add,
      removeListener: events.remove,
    },
  }
}

/** As OKX' object at `window.okxwallet.bitcoin`. */
export function okxShape(wallet: BitcoinWallet) {
  const { object, events, state } = unisatShape(wallet)
  const { requestAccounts, switchChain: _switch, getChain: _chain, sendBitcoin: _send, ...rest } = object
  return {
    events,
    object: {
      ...rest,
      connect: async () => ({ address: (await requestAccounts())[0], publicKey: await object.getPublicKey() }),
      getNetwork: async () => 'livenet',
      send: async ({ to, value }: { from: string; to: string; value: string }) => {
        wallet.sent.push({ to, amount: BigInt(value.replace('.', '')) }) // eight decimals: satoshis
        return { txhash: txid }
      },
      disconnect: async () => void (state.isAllowed = false),
    },
  }
}

/** As a provider of `window.btc_providers` that speaks sats-connect: JSON-RPC answers, base64. */
export function satsConnectShape(wallet: BitcoinWallet, approve: Approve = () => undefined, methods: readonly string[] = []) {
  const events = listeners()
  const state = { isAllowed: false, network: 'Mainnet' }
  const account = () => ({
    id: 'account',
    addresses: wallet.addresses,
    walletType: 'software',
    network: { bitcoin: { name: state.network } },
  })
  const answers: Record<string, (params: Params) => unknown> = {
    wallet_connect: () => {
      approve('wallet_connect')
      state.isAllowed = true
      return account()
    },
    wallet_getAccount: () => {
      if (!state.isAllowed) throw Object.assign(new Error('Access denied.'), { code: -32002 })
      return account()
    },
    wallet_disconnect: () => void (state.isAllowed = false),
    wallet_changeNetwork: ({ name }) => void (state.network = name),
    getAccounts: (params) => answers['wallet_connect']?.(params) && wallet.addresses,
    getAddresses: () => ({ addresses: wallet.addresses }),
    signMessage: ({ address, message, protocol }) => {
      approve('signMessage')
      return {
        address,
        messageHash: '',
        signature: wallet.signMessage(address, message, protocol === 'ECDSA' ? 'ecdsa' : 'bip322'),
      }
    },
    signPsbt: ({ psbt, signInputs, broadcast }) => {
      approve('signPsbt')
      const signed = wallet.signPsbt(base64.decode(psbt), signInputs && Object.values(signInputs).flat(), broadcast ?? false)
      return { psbt: base64.encode(signed.psbt), ...(broadcast ? { txid: signed.txid } : {}) }
    },
    sendTransfer: ({ recipients }) => {
      approve('sendTransfer')
      for (const { address, amount } of recipients) wallet.sent.push({ to: address, amount: BigInt(amount) })
      return { txid }
    },
  }
  return {
    events,
    state,
    object: {
      request: async (method: string, params: Params) => {
        const answer = methods.includes(method) ? undefined : answers[method]
        if (!answer) return { jsonrpc: '2.0', id: null, error: { code: -32601, message: 'Method not found' } }
        try {
          return { jsonrpc: '2.0', id: null, result: (await answer(params)) ?? null }
        } catch (error) {
          return { jsonrpc: '2.0', id: null, error }
        }
      },
      addListener: ({ eventName, cb }: { eventName: string; cb: (payload: unknown) => void }) => {
        events.add(eventName, cb)
        return () => events.remove(eventName, cb)
      },
    },
  }
}

/** As `window.LeatherProvider`: hex, one payment type per signature, errors thrown. */
export function leatherShape(wallet: BitcoinWallet, approve: Approve = () => undefined) {
  const answers: Record<string, (params: Params) => unknown> = {
    getAddresses: () => {
      approve('getAddresses')
      return {
        addresses: [
          ...wallet.addresses.map(({ address, publicKey, type }) => ({ symbol: 'BTC', type, address, publicKey })),
          { symbol: 'STX', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' },
        ],
      }
    },
    signMessage: ({ message, paymentType }) => {
      approve('signMessage')
      const address = paymentType === 'p2tr' ? wallet.ordinals : wallet.payment
      return { address, signature: wallet.signMessage(address, message, 'bip322') }
    },
    signPsbt: ({ hex: psbt, signAtIndex, broadcast }) => {
      approve('signPsbt')
      const signed = wallet.signPsbt(hex.decode(psbt), signAtIndex, broadcast ?? false)
      return { hex: hex.encode(signed.psbt), ...(broadcast ? { txid: signed.txid } : {}) }
    },
    sendTransfer: ({ recipients }) => {
      for (const { address, amount } of recipients) wallet.sent.push({ to: address, amount: BigInt(amount) })
      return { txid }
    },
  }
  return {
    object: {
      request: async (method: string, params: Params) => {
        const answer = answers[method]
        if (!answer)
          throw Object.assign(new Error('not found'), { jsonrpc: '2.0', id: '1', error: { code: -32601, message: 'not found' } })
        return { jsonrpc: '2.0', id: '1', result: answer(params) }
      },
    },
  }
}

/** As a wallet of the Wallet Standard with Bitcoin features. */
export function standardShape(wallet: BitcoinWallet, approve: Approve = () => undefined) {
  const events = listeners()
  const accounts = wallet.addresses.map(({ address, publicKey }) =>
    Object.freeze({
      address,
      publicKey: hex.decode(publicKey),
      chains: ['bitcoin:mainnet'],
      features: ['bitcoin:signMessage', 'bitcoin:signTransaction'],
    }),
  )
  const state: { accounts: readonly unknown[] } = { accounts: [] }
  return {
    events,
    state,
    accounts,
    object: {
      version: '1.0.0',
      name: 'Standard Bitcoin',
      icon: 'data:image/svg+xml;base64,PHN2Zy8+',
      chains: ['bitcoin:mainnet'],
      get accounts() {
        return state.accounts
      },
      features: {
        'bitcoin:connect': {
          version: '1.0.0',
          connect: async ({ purposes }: { purposes: readonly Purpose[] }) => {
            approve('connect')
            state.accounts = purposes.map((purpose) => accounts[purpose === 'payment' ? 0 : 1])
            return { accounts: state.accounts }
          },
        },
        'standard:events': {
          version: '1.0.0',
          on: (event: string, listener: (payload: unknown) => void) => {
            events.add(event, listener)
            return () => events.remove(event, listener)
          },
        },
        'bitcoin:signMessage': {
          version: '1.0.0',
          signMessage: async (...inputs: readonly { account: { address: string }; message: Uint8Array }[]) => {
            approve('signMessage')
            return inputs.map(({ account, message }) => ({
              signedMessage: message,
              signature: base64.decode(wallet.signMessage(account.address, new TextDecoder().decode(message), 'bip322')),
            }))
          },
        },
        'bitcoin:signTransaction': {
          version: '1.0.0',
          signTransaction: async (
            ...inputs: readonly { psbt: Uint8Array; inputsToSign: readonly { signingIndexes: readonly number[] }[] }[]
          ) =>
            inputs.map(({ psbt, inputsToSign }) => ({
              signedPsbt: wallet.signPsbt(
                psbt,
                inputsToSign.flatMap(({ signingIndexes }) => signingIndexes),
                false,
              ).psbt,
            })),
        },
      },
    },
  }
}
