// What an app may do, in plain words: one row for each allowance, and one for each contract.
import { html, nothing, type TemplateResult } from 'lit'
import type { Core } from '../../state/core.js'
import { createNetworks } from '../../state/networks/networks.js'
import type { Ability, AllowedFunction } from '../../state/smart-sessions/abilities.js'
import { idOf, type TokenName } from '../../state/smart-sessions/token-names.js'
import type { ChainId } from '../../vocabulary/caip.js'
import { exactSum } from './amounts.js'
import { createMessages } from '../lib/localize.js'
import { fullAddress } from './full-address.js'
import '../primitives/icon.js'
import '../primitives/skeleton.js'

/** The units that a period is told in, the longest first, in seconds. */
const units = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** The tokens of allowances: the view asks for their names. */
export const tokensOf = (abilities: readonly Ability[]): readonly string[] =>
  abilities.flatMap((ability) => (ability.kind === 'spend' && ability.token !== undefined ? [ability.token] : []))

/** What is put into words. */
export interface AbilityWords {
  readonly chainId: ChainId
  readonly abilities: readonly Ability[]
  /** Of tokens: the view watches `TokenNames.$names`. */
  readonly names: ReadonlyMap<string, TokenName | 'unknown'>
}

/** Whether all amounts can be read, or never will be: nobody should agree before. */
export function areKnown({ chainId, abilities, names }: AbilityWords): boolean {
  return tokensOf(abilities).every((token) => names.has(idOf(chainId, token)))
}

/** A moment, in the visitor's language. @param moment unix ms */
export function momentOf(core: Core, moment: number): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(core.use(createMessages).formatTag(), style).format(moment)
}

/** The list. */
export function abilityList(core: Core, about: AbilityWords): TemplateResult {
  const { t } = core.use(createMessages)
  return html`<ul class="group named" role="list" aria-label=${t('permissions.allowed')}>
    ${about.abilities.map((ability) => html`<li>${rowOf(core, about, ability)}</li>`)}
  </ul>`
}

/** The same in one line, for a row of a list. */
export function abilityLine(core: Core, about: AbilityWords): string {
  const { t } = core.use(createMessages)
  const texts = about.abilities.map((ability) => {
    if (ability.kind === 'unknown') return t('permissions.unknown')
    if (ability.kind === 'call') return t('permissions.contract')
    const amount = amountOf(core, about, ability, ability.amount)
    return amount === undefined ? '…' : t('permissions.limit', { amount, period: periodOf(core, ability.period) })
  })
  return [...new Set(texts)].join(' · ')
}

function rowOf(core: Core, about: AbilityWords, ability: Ability) {
  const { t } = core.use(createMessages)
  if (ability.kind === 'unknown') return words('danger', html`<span class="danger">${t('permissions.unknown')}</span>`)
  if (ability.kind === 'call')
    return words(
      'link',
      t('permissions.contract'),
      html`${ability.functions.map(
        (rule) => html`<span class="block" translate="no">${functionOf(core, about.chainId, rule)}</span>`,
      )}${fullAddress(ability.contract)}`,
    )
  const { token, startsAt, total } = ability
  const amount = amountOf(core, about, ability, ability.amount)
  if (amount === undefined) return words('wallet', html`<span aria-busy="true"><wm-skeleton shape="line"></wm-skeleton></span>`)
  const begins = startsAt === undefined ? '' : ` · ${t('permissions.from', { date: momentOf(core, startsAt) })}`
  const all = amountOf(core, about, ability, total) ?? ''
  return words(
    'wallet',
    t('permissions.limit', { amount, period: periodOf(core, ability.period) }),
    html`<span class="block ${ability.isUnlimited ? 'danger' : ''}">${t('permissions.total', { amount: all })}${begins}</span
      >${token === undefined ? nothing : fullAddress(token)}`,
  )
}

const words = (icon: 'danger' | 'link' | 'wallet', text: string | TemplateResult, note?: TemplateResult) =>
  html`<wm-icon name=${icon}></wm-icon>
    <div>
      <div>${text}</div>
      ${note === undefined ? nothing : html`<div class="meta">${note}</div>`}
    </div>`

/** Undefined while the token's name is not known yet. */
function amountOf(
  core: Core,
  { chainId, names }: AbilityWords,
  { token }: Ability & { kind: 'spend' },
  amount: bigint,
): string | undefined {
  const { t, formatTag } = core.use(createMessages)
  if (token === undefined) return coinAmount(core, chainId, amount)
  const name = names.get(idOf(chainId, token))
  if (name === undefined) return undefined
  return name === 'unknown'
    ? t('permissions.units', { amount: new Intl.NumberFormat(formatTag()).format(amount) })
    : exactSum(core, amount, name)
}

function coinAmount(core: Core, chainId: ChainId, amount: bigint): string {
  const coin = core.use(createNetworks).find(chainId)?.nativeCurrency
  return exactSum(core, amount, { decimals: coin?.decimals ?? 18, symbol: coin?.symbol ?? '' })
}

function functionOf(core: Core, chainId: ChainId, { name, conditions, valueLimit }: AllowedFunction): string {
  const { t } = core.use(createMessages)
  const limited =
    valueLimit === undefined || valueLimit === 0n
      ? name
      : t('permissions.each', { function: name, amount: coinAmount(core, chainId, valueLimit) })
  if (conditions.length === 0) return limited
  const list = new Intl.ListFormat(core.use(createMessages).formatTag(), { type: 'conjunction' })
  return t('permissions.where', {
    function: limited,
    conditions: list.format(conditions.map(({ argument, sign, value }) => `${argument} ${sign} ${value}`)),
  })
}

function periodOf(core: Core, seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds % each === 0) ?? units[4]
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(core.use(createMessages).formatTag(), style).format(seconds / length)
}
