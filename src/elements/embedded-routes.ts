// The rows of the views of the embedded wallet: signing in by e-mail or a social login, changing the address, and what the frame shows itself.
import type { Core } from '../state/core.js'
import type { WindowSocial } from '../vocabulary/social.js'
import { createSurface } from '../state/embedded/surface.js'
import { route } from './route.js'

/** The rows by name of the view. */
export const embeddedRoutes = {
  EmailLogin: route({
    tag: 'wm-email-login-view',
    task: 'email',
    load: () => import('./views/embedded/email-login-view.js'),
    words: ['logins', 'email'],
    title: (t) => t('emailLogin.title'),
    needs: {},
    connects: true,
    focus: 'field',
    consent: 'first',
  }),
  /** `email`: where the code was sent. */
  EmailVerifyOtp: route<{ readonly email: string }>({
    tag: 'wm-email-verify-otp-view',
    task: 'email',
    load: () => import('./views/embedded/email-verify-otp-view.js'),
    words: ['email', 'errors'],
    title: (t) => t('emailOtp.title'),
    needs: { email: true },
    connects: true,
    focus: 'field',
  }),
  /** `email`: where the link was sent. */
  EmailVerifyDevice: route<{ readonly email: string }>({
    tag: 'wm-email-verify-device-view',
    task: 'email',
    load: () => import('./views/embedded/email-verify-device-view.js'),
    words: ['email', 'errors'],
    title: (t) => t('emailDevice.title'),
    needs: { email: true },
    connects: true,
  }),
  ConnectSocials: route({
    tag: 'wm-connect-socials-view',
    load: () => import('./views/embedded/connect-socials-view.js'),
    words: ['logins', 'social', 'email'],
    title: (t) => t('connectSocials.title'),
    needs: {},
    connects: true,
    consent: 'first',
  }),
  ConnectingSocial: route<{ readonly social: WindowSocial }>({
    tag: 'wm-connecting-social-view',
    task: 'social',
    load: () => import('./views/embedded/connecting-social-view.js'),
    words: ['logins', 'email', 'social', 'errors'],
    title: (t) => t('connectSocials.title'), // the view has the name
    needs: { social: true },
    connects: true,
    consent: 'first',
  }),
  ConnectingFarcaster: route({
    tag: 'wm-connecting-farcaster-view',
    task: 'social',
    load: () => import('./views/embedded/connecting-farcaster-view.js'),
    words: ['social', 'email', 'errors'],
    title: (t) => t('connectSocials.title'), // likewise
    needs: {},
    connects: true,
    consent: 'first',
  }),
  UpdateEmailWallet: route({
    tag: 'wm-update-email-wallet-view',
    task: 'updateEmail',
    load: () => import('./views/embedded/update-email-wallet-view.js'),
    words: ['email', 'errors'],
    title: (t) => t('updateEmail.title'),
    needs: { connection: 'first' },
    focus: 'field',
  }),
  UpgradeEmailWallet: route({
    tag: 'wm-upgrade-email-wallet-view',
    load: () => import('./views/embedded/upgrade-email-wallet-view.js'),
    words: ['account', 'email'],
    title: (t) => t('upgradeEmail.title'),
    needs: { connection: 'first' },
  }),
  UpdateEmailPrimaryOtp: route({
    tag: 'wm-update-email-primary-otp-view',
    task: 'updateEmail',
    load: () => import('./views/embedded/update-email-primary-otp-view.js'),
    words: ['email', 'errors'],
    title: (t) => t('updateEmail.primaryTitle'),
    needs: { connection: true },
    focus: 'field',
  }),
  UpdateEmailSecondaryOtp: route({
    tag: 'wm-update-email-secondary-otp-view',
    task: 'updateEmail',
    load: () => import('./views/embedded/update-email-secondary-otp-view.js'),
    words: ['email', 'errors'],
    title: (t) => t('updateEmail.secondaryTitle'),
    needs: { connection: true },
    focus: 'field',
  }),
  /** Shown while the frame of the embedded wallet needs to be seen. */
  ApproveTransaction: route({
    tag: 'wm-approve-transaction-view',
    task: 'approve',
    load: () => import('./views/embedded/approve-transaction-view.js'),
    words: ['email'],
    title: (t) => t('approve.title'),
    needs: {},
    focus: 'frame',
    left: '',
    refusesClosing: (core: Core) => core.use(createSurface).$shown.get(),
  }),
}
