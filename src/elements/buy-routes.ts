// The rows of the views for buying.
import type { Core } from '../state/core.js'
import { unreachable } from '../vocabulary/wallet-error.js'
import { route } from './route.js'

/** The rows by name of the view. */
export const buyRoutes = {
  /**
   * `amount`: what is to be paid, a decimal number with a point; `currency`: ISO 4217; `token`: CAIP-19 id or symbol; `method`: such as `card`. Without
   * parameters it shows what was entered before.
   */
  OnRampProviders: route<{
    readonly amount?: string | undefined
    readonly currency?: string | undefined
    readonly token?: string | undefined
    readonly method?: string | undefined
  }>({
    tag: 'wm-on-ramp-providers-view',
    task: 'buy',
    load: () => import('./views/buy/on-ramp-providers-view.js'),
    words: ['buy', 'assets', 'errors'],
    title: (t) => t('onramp.title'),
    needs: { connection: 'first' },
    async outcome(core: Core, view) {
      const { buyOutcome } = await import('../state/buy/outcome.js').catch(unreachable)
      return buyOutcome(core, view)
    },
  }),
  OnRampTokenSelect: route({
    tag: 'wm-on-ramp-token-select-view',
    task: 'buy',
    load: () => import('./views/buy/on-ramp-token-select-view.js'),
    words: ['buy', 'assets', 'errors'],
    title: (t) => t('send.chooseToken'),
    needs: { connection: true },
    focus: 'field',
  }),
  OnRampFiatSelect: route({
    tag: 'wm-on-ramp-fiat-select-view',
    task: 'buy',
    load: () => import('./views/buy/on-ramp-fiat-select-view.js'),
    words: ['buy', 'errors'],
    title: (t) => t('onramp.currency'),
    needs: { connection: true },
    focus: 'field',
  }),
  /** `id`: of the purchase; by default the one that was begun last. */
  BuyInProgress: route<{ readonly id?: string | undefined }>({
    tag: 'wm-buy-in-progress-view',
    task: 'buy',
    load: () => import('./views/buy/buy-in-progress-view.js'),
    words: ['buy', 'assets', 'account'],
    title: (t) => t('onramp.progress'),
    needs: { connection: true },
  }),
  OnRampActivity: route({
    tag: 'wm-on-ramp-activity-view',
    task: 'buy',
    load: () => import('./views/buy/on-ramp-activity-view.js'),
    words: ['buy', 'assets', 'errors'],
    title: (t) => t('onramp.activity'),
    needs: { connection: 'first' },
  }),
  WhatIsABuy: route({
    tag: 'wm-what-is-a-buy-view',
    task: 'buy',
    load: () => import('./views/buy/what-is-a-buy-view.js'),
    words: ['buy'],
    title: (t) => t('whatIsABuy.title'),
    needs: {},
  }),
}
