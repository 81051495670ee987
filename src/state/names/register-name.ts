// Registering an account name: which are free while one types, and what the owner signs for the chosen one.
import { atom, computed, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import type { NameSuggestion } from '../../api/names.js'
import type { AccountId, ChainId } from '../../vocabulary/caip.js'
import { DEBOUNCE_MS } from '../../vocabulary/constants.js'
import { isWalletError, walletError, type WalletError } from '../../vocabulary/errors.js'
import type { Account } from '../../vocabulary/events.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { createIdentity } from '../account/identity.js'
import { createNames } from '../account/names.js'
import { createSigning } from '../connections/signing.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { createAttention } from '../lib/attention.js'
import { asWalletError, once, type Operation } from '../lib/operation.js'
import { labelOf, type NameProblem, problemOf } from './name-field.js'

/** What is typed, and what the services say of it. */
export interface NameField {
  /** The text of the field: a label in lower case, or what was typed where it cannot become one. */
  readonly text: string
  readonly problem?: NameProblem | undefined
  /** What follows the label, such as `wm.example`; undefined while it is not known. */
  readonly zone: string | undefined
  /** `idle`: nothing to ask. `checking`: until the services have answered for what is typed now. */
  readonly status: 'idle' | 'checking' | 'ready' | 'error'
  /** Names of the last answer, the wished one first. */
  readonly suggestions: readonly NameSuggestion[]
  /** The free name, with its zone, that was typed or chosen. */
  readonly chosen: string | undefined
  /** SUGGESTIONS_UNAVAILABLE with its cause, or what makes names impossible here. */
  readonly error?: WalletError | undefined
}

/** What the wallet or the services are asked for: a signature, another one with the services' time in it, to register. */
export type RegisterStep = 'sign' | 'signAgain' | 'register'

/** A name to register, as the person has looked at it. */
export interface NameOrder {
  /** With its zone. */
  readonly name: string
  /** The account that the person has seen. */
  readonly from: AccountId
}

/** The part of registering a name. */
export interface NameRegistration {
  readonly $field: ReadableAtom<NameField>
  /** What the person has typed. The services are asked 500 ms after the last call (specification §4.4, §9). */
  setText(text: string): void
  /** Takes a name of the last answer, with its zone, instead of what was typed. One that is taken is ignored. */
  choose(name: string): void
  /** Asks again after a failure. */
  retry(): void
  readonly $step: ReadableAtom<RegisterStep>
  /**
   * Has the wallet sign and registers the name; resolves with it. What was typed stays until then.
   * @throws WalletError REQUEST_PENDING while another name is on its way; NAME_NEEDS_ADDRESS, ACCOUNT_CHANGED, CHAIN_NOT_SUPPORTED; further as `Signing.sign` and `registerName`
   */
  readonly register: Operation<[NameOrder], string>
  /** The name that the newest call of `register` is about. */
  readonly $registered: ReadableAtom<string | undefined>
}

interface Asked {
  readonly status: NameField['status']
  readonly suggestions: readonly NameSuggestion[]
  readonly error?: WalletError | undefined
}

const nothing: Asked = { status: 'idle', suggestions: [] }
/** Setup that no retry changes. */
const final = ['NO_SERVICES', 'CONFIG_INVALID', 'CHAIN_NOT_SUPPORTED', 'ORIGIN_NOT_ALLOWED', 'PROJECT_INVALID']

/** A part. The first reader of `$field` asks for the zone. */
export function createRegisterName(core: Core): NameRegistration {
  const names = core.use(createNames)
  const { sign } = core.use(createSigning)
  const api = apiOf(core, core.config.services.data)
  const $typed = atom<{
    readonly text: string
    readonly problem?: NameProblem | undefined
    readonly chosen?: string | undefined
  }>({
    text: '',
  })
  const $asked = atom<Asked>(nothing)
  const $step = atom<RegisterStep>('sign')
  const $zone = atom<string | undefined>()
  let running: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    clearTimeout(timer)
    running?.abort(walletError('ABORTED'))
    running = undefined
  }
  core.onEnd(stop)

  let asking: Promise<string> | undefined
  /** The zone of the services; a failure is not kept. @throws WalletError as `getNameZone` */
  function zoneOf(chainId: ChainId): Promise<string> {
    asking ??= import('../../api/names.js')
      .catch(unreachable)
      .then(({ getNameZone }) => getNameZone(api, { chainId, signal: core.signal }))
      .then(
        (zone) => {
          $zone.set(zone)
          return zone
        },
        (error: unknown) => {
          asking = undefined
          throw error
        },
      )
    return asking
  }

  /** Asks about what is typed, in place of the question before: a late answer never replaces a newer one. */
  async function ask(label: string): Promise<void> {
    const controller = (running = new AbortController())
    const isCurrent = () => running === controller
    try {
      const account = names.$account.get()
      if (!account) throw walletError('NAME_NEEDS_ADDRESS')
      const zone = await zoneOf(account.chainId)
      const { getNameSuggestions } = await import('../../api/names.js').catch(unreachable)
      if (!isCurrent()) return
      const { chainId } = account
      const answered = await getNameSuggestions(api, { name: label, zone, chainId, signal: controller.signal })
      const suggestions = answered.filter(({ name }) => isNameIn(name, zone))
      if (!isCurrent()) return
      const wished = `${label}.${zone}`
      const isFree = suggestions.some(({ name, registered }) => name === wished && !registered)
      $asked.set({ status: 'ready', suggestions })
      $typed.set({ text: label, chosen: isFree ? wished : undefined })
    } catch (thrown) {
      if (!isCurrent()) return
      const error = asWalletError(thrown)
      if (isRefused(error, 'name')) {
        $asked.set(nothing)
        $typed.set({ text: label, problem: 'refused' })
      } else $asked.set({ status: 'error', suggestions: [], error: asShown(error) })
    } finally {
      if (isCurrent()) running = undefined
    }
  }

  /** @param delayMs how long to wait for more text */
  function check(delayMs: number): void {
    stop()
    const { text, problem } = $typed.get()
    if (text === '' || problem) return $asked.set(nothing)
    $asked.set({ ...$asked.get(), status: 'checking', error: undefined })
    timer = setTimeout(() => void ask(text), delayMs)
  }

  const $field = computed([$typed, $asked, $zone], (typed, asked, zone): NameField => ({
    ...typed,
    ...asked,
    zone,
    chosen: typed.chosen,
  }))
  onMount($field, () => {
    const askAgain = () => {
      if ($asked.get().status === 'error') check(0)
    }
    const begin = () => {
      askAgain() // an error of an earlier visit, or of another account, may be over
      const account = names.$account.get()
      if (account)
        zoneOf(account.chainId).catch((thrown: unknown) => {
          const error = asShown(asWalletError(thrown))
          // Another failure is shown once there is a text to ask about.
          if (final.includes(error.code)) $asked.set({ status: 'error', suggestions: [], error })
        })
    }
    begin()
    const stops = [core.use(createAttention).$active.listen((active) => active && askAgain()), names.$account.listen(begin)]
    return () => {
      for (const stopOne of stops) stopOne()
    }
  })

  async function signAndRegister(account: Account, name: string, signal: AbortSignal): Promise<void> {
    const { getName, addressOfName } = await import('../../api/names.js').catch(unreachable)
    const { nameMessage, registerName } = await import('../../api/name-writes.js').catch(unreachable)
    const { serverNow } = await import('../../api/clock.js').catch(unreachable)
    const host = new URL(api.services ?? '').host
    for (let isAgain = false; ; isAgain = true) {
      $step.set(isAgain ? 'signAgain' : 'sign')
      // The services take the time in it for some seconds only: it is made right before the wallet is asked.
      const message = nameMessage({ name, host }, serverNow(api))
      const signed = await sign(message, account.namespace)
      if (signed.account.accountId !== account.accountId) throw walletError('ACCOUNT_CHANGED')
      $step.set('register')
      try {
        const { chainId, address } = account
        const { signature } = signed
        const { success } = await registerName(api, { chainId, address, message, signature, signal })
        if (!success) throw walletError('CHAIN_NOT_SUPPORTED', { details: { chain: chainId } })
        return
      } catch (thrown) {
        const error = asWalletError(thrown)
        if (!isAgain && isRefused(error, 'timestamp')) continue
        if (!mayHaveArrived(error)) throw error
        // The answer is lost, and the name may be registered all the same.
        const record = await getName(api, { name, chainId: account.chainId, signal }).catch(() => undefined)
        const owner = record && addressOfName(record, account.chainId)
        if (owner?.toLowerCase() !== account.address.toLowerCase()) throw error
        return
      }
    }
  }

  const $registered = atom<string | undefined>()
  const registering = once(core, async (signal, { name, from }: NameOrder): Promise<string> => {
    const account = names.$account.get()
    if (!account) throw walletError('NAME_NEEDS_ADDRESS')
    if (account.accountId !== from) throw walletError('ACCOUNT_CHANGED')
    if (!api.services) throw walletError('NO_SERVICES')
    const facts = { ensName: name, isSmartAccount: account.type === 'smartAccount' }
    core.emit('event', { name: 'REGISTER_NAME_INITIATED', ...facts })
    try {
      await signAndRegister(account, name, signal)
    } catch (thrown) {
      const error = asWalletError(thrown)
      core.emit('event', { name: 'REGISTER_NAME_ERROR', ...facts, error: error.code })
      if (isRefused(error, 'name')) check(0) // somebody has just taken it: what else is free?
      throw error
    }
    stop()
    $typed.set({ text: '' })
    $asked.set(nothing)
    core.emit('event', { name: 'REGISTER_NAME_SUCCESS', ...facts })
    void names.refresh()
    void core.use(createIdentity).refresh(account)
    return name
  })

  const { $state, cancel, reset } = registering
  const start = (order: NameOrder): Promise<string> => {
    if ($state.get().status === 'pending' && $registered.get() !== order.name)
      return Promise.reject(walletError('REQUEST_PENDING'))
    $registered.set(order.name)
    return registering(order)
  }
  const register = Object.assign(start, { $state, cancel, reset })

  return {
    $field,
    setText(text) {
      const label = labelOf(text, $zone.get())
      if (label === $typed.get().text) return
      $typed.set({ text: label, problem: problemOf(label) })
      register.reset()
      check(DEBOUNCE_MS)
    },
    choose(name) {
      const zone = $zone.get()
      const isFree = $asked.get().suggestions.some((each) => each.name === name && !each.registered)
      if (zone === undefined || !isFree) return
      stop()
      register.reset()
      $typed.set({ text: labelOf(name, zone), chosen: name })
      $asked.set({ ...$asked.get(), status: 'ready' })
    },
    retry: () => check(0),
    $step: readonlyType($step),
    register,
    $registered,
  }
}

/** Whether it is one label in the zone that can be typed here: services may suggest what looks like another name. */
function isNameIn(name: string, zone: string): boolean {
  const label = name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : ''
  return problemOf(label) === undefined
}

/** Whether the services have refused a call for this parameter. */
function isRefused(error: WalletError, field: string): boolean {
  return isWalletError(error, 'HTTP_STATUS') && error.details['field'] === field && Number(error.details['status']) < 500
}

/** Whether a call may have reached the services although it failed. */
function mayHaveArrived({ code, details }: WalletError): boolean {
  return ['NETWORK_ERROR', 'HTTP_TIMEOUT', 'MALFORMED_RESPONSE'].includes(code) || Number(details['status']) >= 500
}

function asShown(error: WalletError): WalletError {
  return final.includes(error.code) || error.code === 'NAME_NEEDS_ADDRESS'
    ? error
    : walletError('SUGGESTIONS_UNAVAILABLE', { cause: error })
}
