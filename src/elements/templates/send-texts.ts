// What is said of a transfer: why it cannot be made yet, and what to look out for.
import { html, type TemplateResult } from 'lit'
import type { Core } from '../../state/core.js'
import { createNetworks } from '../../state/networks/networks.js'
import { feeShareOf, type ReceiverProblem, type SendAmountProblem, type SendWarning } from '../../state/send/check.js'
import { createReceiver } from '../../state/send/receiver.js'
import type { DraftCheck, Review } from '../../state/send/send.js'
import { createMessages, type MessageKey } from '../lib/localize.js'
import type { BannerVariant } from '../primitives/banner.js'
import { exactSum, percentText } from './amounts.js'
import { fullAddress } from './full-address.js'

const numberTexts = {
  format: 'amountProblems.format',
  group: 'amountProblems.group',
  negative: 'amountProblems.negative',
  tooLarge: 'amountProblems.tooLarge',
} as const satisfies Partial<Record<SendAmountProblem, MessageKey>>
const addressTexts = {
  nobody: 'send.nobody',
  tokenContract: 'send.tokenContract',
  tokenAccount: 'send.tokenAccount',
} as const satisfies Partial<Record<ReceiverProblem, MessageKey>>

/** What is wrong with the amount; undefined while it is right, or the fields are only half filled in. */
export function amountError(core: Core, { amount, means }: DraftCheck, isPressed: boolean): string | undefined {
  const { t } = core.use(createMessages)
  const problem = amount?.problem
  if (!problem || !means) return undefined
  const { asset, coin, cost } = means
  switch (problem) {
    case 'empty':
      return isPressed ? t('amountProblems.empty') : undefined
    case 'zero':
      return isPressed ? t('amountProblems.negative') : undefined
    case 'decimals':
      return t('amountProblems.decimals', { count: asset.decimals })
    case 'unpriced':
      return t('send.unpriced', { symbol: asset.symbol })
    case 'maxUnknown':
      return cost.status === 'failed' ? t('send.maxFailed') : undefined
    case 'insufficient':
      return t('assets.insufficient', { symbol: asset.symbol })
    case 'insufficientFee':
      return t('send.insufficientFee', { symbol: coin.symbol })
    case 'leavesTooLittle':
      return t('send.leavesTooLittle', { amount: exactSum(core, cost.value?.minimum ?? 0n, coin) })
    case 'otherDecimals':
      return t('send.otherDecimals', { symbol: asset.symbol })
    case 'opensTooLittle':
      return t('send.opensTooLittle', { amount: exactSum(core, cost.value?.minimum ?? 0n, coin) })
    default:
      return t(numberTexts[problem])
  }
}

/** What is wrong with the receiver. @param isPressed the visitor wants to go on, or has left the field */
export function receiverError(core: Core, { receiver: problem }: DraftCheck, isPressed: boolean): string | undefined {
  const { t } = core.use(createMessages)
  if (problem === undefined || problem === 'looking') return undefined
  if (problem === 'empty') return isPressed ? t('send.needReceiver') : undefined
  if (problem === 'unresolved') return t('errors.NAME_NOT_RESOLVED')
  if (problem === 'unavailable') {
    const receiver = core.use(createReceiver).$receiver.get()
    return t(receiver.status === 'failed' ? `errors.${receiver.error.code}` : 'errors.UNKNOWN')
  }
  if (problem !== 'invalid') return t(addressTexts[problem])
  const account = core.publicState.$account.get()
  const network = account && core.use(createNetworks).find(account.chainId)
  return isPressed ? t('send.badAddress', { network: network?.name ?? '' }) : undefined
}

/** Why what is reviewed can no longer be sent; undefined while it can. */
export function reviewError(core: Core, { problem, receiverProblem }: Review, check: DraftCheck): string | undefined {
  return (
    (problem && amountError(core, { ...check, amount: { problem } }, true)) ??
    (receiverProblem && receiverError(core, { ...check, receiver: receiverProblem }, true))
  )
}

/** What the main button does, in words: go on, or the first thing that is missing. */
export function nextStep(core: Core, { problem, field, means }: DraftCheck): string {
  const { t } = core.use(createMessages)
  if (problem === undefined) return t('send.review')
  if (problem === 'both') return t('send.needBoth')
  if (problem === 'insufficient') return t('assets.insufficient', { symbol: means?.asset.symbol ?? '' })
  if (problem === 'insufficientFee') return t('send.insufficientFee', { symbol: means?.coin.symbol ?? '' })
  if (problem === 'maxUnknown') return t(means?.cost.status === 'failed' ? 'common.retry' : 'send.counting')
  if (problem === 'looking') return t('send.reading')
  if (field === 'token') return t('send.chooseToken')
  if (problem === 'empty') return t(field === 'to' ? 'send.needReceiver' : 'amountProblems.empty')
  return t(field === 'to' ? 'send.checkReceiver' : 'send.checkAmount')
}

const variants: Readonly<Record<SendWarning, BannerVariant>> = {
  lookAlike: 'danger',
  nameMoved: 'danger',
  wouldFail: 'danger',
  ofEthereum: 'warning',
  self: 'warning',
  contract: 'warning',
  unverified: 'warning',
  feeHigh: 'warning',
  feeNoted: 'info',
  first: 'info',
}
const texts = {
  lookAlike: 'send.lookAlike',
  nameMoved: 'send.nameMoved',
  wouldFail: 'send.wouldFail',
  ofEthereum: 'send.ofEthereum',
  self: 'send.ownAddress',
  contract: 'send.contract',
  unverified: 'assets.unverified',
  feeHigh: 'send.feeShare',
  feeNoted: 'send.feeShare',
  first: 'send.firstTime',
} as const satisfies Record<SendWarning, MessageKey>

/** The warnings of a review, one banner each. */
export function warningBanners(core: Core, review: Review): TemplateResult {
  const { warnings, other, to, asset } = review
  const { t } = core.use(createMessages)
  const network = core.use(createNetworks).find(asset.chainId)?.name ?? ''
  const percent = percentText(core, feeShareOf(review) ?? 0n)
  const params = { name: to.name ?? '', symbol: asset.symbol, network, percent }
  return html`${warnings.map(
    (warning) =>
      html`<wm-banner variant=${variants[warning]} data-key=${warning}
        >${t(texts[warning], params)}${
          (warning === 'lookAlike' || warning === 'nameMoved') && other !== undefined
            ? html` <span class="block">${fullAddress(other)}</span>`
            : ''
        }</wm-banner
      >`,
  )}`
}
