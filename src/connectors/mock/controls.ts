// What a test does with a mock wallet of any ecosystem: read what it was asked, and make its answers fail, wait or be wrong.
import type { RequestArguments } from '../../vocabulary/eip1193.js'
import { ProviderRpcError } from '../../vocabulary/rpc-error.js'

/**
 * How a method fails: `reject` as refused by the person, `pending` because another request is open, `never` by giving no answer,
 * `disconnect` as disconnected (4900), or with the given error. A refusal is the one that wallets of the ecosystem give: 4001 on
 * eip155 and solana, -32000 on bip122, a text on polkadot and cosmos; `pending` is -32002, but -32603 with a text on bip122.
 */
export type MockFailure =
  | 'reject'
  | 'pending'
  | 'never'
  | 'disconnect'
  | { readonly code: number; readonly message?: string; readonly data?: unknown }

/**
 * How a method misbehaves: `nothing` answers with `undefined`; `wrong shape` with numbers where texts, lists and bytes belong;
 * `throwing getters` with an object that throws when anything of it is read; `other accounts` answers as always, but the wallet
 * has changed to a new account by the time of the answer. A function answers with whatever it returns or throws: `answer` gives
 * what the wallet would have answered.
 */
export type MockMisbehaviour =
  | 'nothing'
  | 'wrong shape'
  | 'throwing getters'
  | 'other accounts'
  | ((request: RequestArguments, answer: () => Promise<unknown>) => unknown)

/** What every mock wallet is controlled with, whatever its ecosystem. */
export interface MockControls {
  /** Every request so far, oldest first. `method` is the name that its ecosystem has for it; `params` is what it was called with. */
  readonly requests: readonly RequestArguments[]
  /** Makes `method` fail from now on; `undefined` makes it work again. */
  fail(method: string, failure: MockFailure | undefined): void
  /** Makes `method` misbehave from now on, where it does not fail; `undefined` makes it answer as it should again. */
  misbehave(method: string, how: MockMisbehaviour | undefined): void
  /** Lets every later request wait before the wallet deals with it. @param ms 0: answers at once */
  delay(ms: number): void
}

/** What mock wallets make their controls of. */
export interface ControlsOptions {
  /** Answers for the person. */
  readonly approve: (request: RequestArguments) => boolean | Promise<boolean>
  /** ms before each answer. */
  readonly delay?: number | undefined
  /** Makes the error of a person's refusal. Default: 4001. */
  readonly refuse?: (() => Error) | undefined
  /** Makes the error of a wallet that shows another request. Default: -32002. */
  readonly pending?: (() => Error) | undefined
  /** Changes the wallet to a new account, and reports it. */
  readonly changeAccounts: () => void
}

/** The controls of one wallet, and the function with which the wallet answers under them. */
export interface Controlled {
  readonly controls: MockControls
  /**
   * Notes a request and answers it with what `answer` gives, unless it is to fail, to wait or to misbehave.
   * @param asks the person is asked first
   */
  answer(request: RequestArguments, asks: boolean, answer: () => unknown): Promise<unknown>
}

const codes = { reject: [4001, 'User rejected the request.'], pending: [-32002, 'Already processing a request.'] } as const

/** Makes the controls of one mock wallet. */
export function createControls({ approve, delay = 0, refuse, pending, changeAccounts }: ControlsOptions): Controlled {
  const requests: RequestArguments[] = []
  const faults = new Map<string, MockFailure>()
  const ways = new Map<string, MockMisbehaviour>()
  let wait = delay
  const errors: Readonly<Record<Exclude<MockFailure, object | 'never'>, () => Error>> = {
    reject: refuse ?? (() => new ProviderRpcError(...codes.reject)),
    pending: pending ?? (() => new ProviderRpcError(...codes.pending)),
    disconnect: () => new ProviderRpcError(4900, 'Disconnected.'),
  }

  return {
    controls: {
      requests,
      fail(method, failure) {
        if (failure === undefined) faults.delete(method)
        else faults.set(method, failure)
      },
      misbehave(method, how) {
        if (how === undefined) ways.delete(method)
        else ways.set(method, how)
      },
      delay(ms) {
        wait = ms
      },
    },
    async answer(request, asks, answer) {
      requests.push(request)
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      const fault = faults.get(request.method)
      if (fault === 'never') return new Promise(() => {})
      if (typeof fault === 'string') throw errors[fault]()
      if (fault) throw new ProviderRpcError(fault.code, fault.message ?? 'Failed on demand.', { data: fault.data })
      if (asks && !(await approve(request))) throw errors.reject()
      const way = ways.get(request.method)
      if (typeof way === 'function') return way(request, () => new Promise((resolve) => resolve(answer())))
      if (way === 'nothing') return undefined
      if (way === 'wrong shape') return wrongShape()
      if (way === 'throwing getters') return throwingGetters()
      const answered = await answer()
      if (way === 'other accounts') changeAccounts()
      return answered
    },
  }
}

/** Everything that wallets answer with is here, and nothing of it is what it should be. */
const wrongShape = () => {
  const wrong = { address: 7, publicKey: 7, signature: 7, signedMessage: 7, psbt: 7, txid: 7, bech32Address: 7, pubKey: 7 }
  return { ...wrong, accounts: [wrong], addresses: [wrong], enabled: 7, signer: 7, pub_key: 7, signed: 7 }
}

/** An object that can be awaited, and throws when anything else of it is read. */
const throwingGetters = () =>
  new Proxy(
    {},
    {
      get(_, key) {
        if (key === 'then') return undefined
        throw new Error('This property throws.')
      },
    },
  )
