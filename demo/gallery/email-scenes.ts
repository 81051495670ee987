// The scenes of the wallet by e-mail, with a frame that answers as each of them needs.
import { FrameError } from '../../src/frame/frame-error.js'
import { createConnection } from '../../src/state/connections/connection.js'
import { createEmailLogin } from '../../src/state/embedded/email-login.js'
import { createUpdateEmail } from '../../src/state/embedded/update-email.js'
import type { View } from '../../src/vocabulary/view.js'
import type { DemoConfig } from '../shared/config.js'
import type { Scene, Scenes } from './scenes.js'
import type { Stage, StageOptions } from './stage.js'
import type { StillAnswers } from './still-frame.js'

const EMAIL = 'ada@example.com'
const LONG = 'augusta.ada.king-noel.countess.of.lovelace@analytical-engines.example.com'
const OWN = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'eoa' }
const SMART = { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', type: 'smartAccount' }
/** Far enough away for every day that pictures are taken. */
const HELD_UNTIL = Date.UTC(2035, 0, 2, 3, 4)

const refuse = (error: FrameError) => () => Promise.reject(error)

/** Connect with the field, and what it looks like in the account and its settings. */
interface EmailScenes extends Pick<
  Scenes,
  | 'EmailLogin'
  | 'EmailVerifyOtp'
  | 'EmailVerifyDevice'
  | 'UpdateEmailWallet'
  | 'UpgradeEmailWallet'
  | 'UpdateEmailPrimaryOtp'
  | 'UpdateEmailSecondaryOtp'
  | 'ApproveTransaction'
> {
  readonly connect: Readonly<Record<string, Scene>>
  readonly account: Readonly<Record<string, Scene>>
  readonly settings: Readonly<Record<string, Scene>>
}

/** @param installed a page with a wallet in the browser */
export function createEmailScenes(demo: DemoConfig, installed: StageOptions): EmailScenes {
  const services = { url: demo.services, relay: demo.relay, frame: 'https://wallet.example.com' }
  const page = (frame: StillAnswers = {}, features: object = {}): StageOptions => ({ config: { services, features }, frame })
  const sent = async (stage: Stage, email = EMAIL) => {
    await stage.core.use(createEmailLogin).send(email)
  }
  const otp =
    (email = EMAIL) =>
    async (stage: Stage) => {
      stage.open({ name: 'Connect' })
      await sent(stage, email)
      stage.open({ name: 'EmailVerifyOtp', email })
    }
  const typed = async (stage: Stage) => {
    await otp()(stage)
    await stage.fill('wm-code-field', '123456')
  }
  const device =
    (email = EMAIL) =>
    async (stage: Stage) => {
      stage.open({ name: 'Connect' })
      await sent(stage, email)
      stage.open({ name: 'EmailVerifyDevice', email })
    }
  const link: StillAnswers = { CONNECT_EMAIL: () => ({ action: 'VERIFY_DEVICE', resendAfterMs: 30_000, matchCode: '42' }) }
  const signIn = async (stage: Stage) => {
    stage.open({ name: 'Connect' })
    await sent(stage)
    stage.open({ name: 'EmailVerifyOtp', email: EMAIL })
    await stage.core.use(createEmailLogin).verify('123456')
  }
  const signedIn = (view: View) => async (stage: Stage) => {
    await signIn(stage)
    stage.open(view)
  }
  const userWith = (more: object): StillAnswers => ({
    GET_USER: (payload) => ({
      address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      chainId: payload?.chainId ?? 1,
      email: EMAIL,
      provider: 'email',
      ...more,
    }),
  })
  const change = async (stage: Stage) => {
    await signIn(stage)
    stage.open({ name: 'UpdateEmailWallet' })
    await stage.core.use(createUpdateEmail).start('lin@example.com')
  }
  return {
    connect: {
      email: {
        about: 'With the field for an address',
        ...installed,
        ...page(),
        play: (stage) => stage.open({ name: 'Connect' }),
      },
      emailLast: {
        about: 'The wallets first',
        ...installed,
        ...page({}, { connectMethodsOrder: ['wallet', 'email'] }),
        play: (stage) => stage.open({ name: 'Connect' }),
      },
      emailCollapsed: {
        about: 'The wallets behind a button',
        ...installed,
        ...page({}, { collapseWallets: true }),
        play: (stage) => stage.open({ name: 'Connect' }),
      },
      emailTaken: {
        about: 'Somebody has signed in',
        ...installed,
        ...page({}, { socials: ['google', 'apple'] }),
        play: signedIn({ name: 'Connect' }),
      },
      emailInvalid: {
        about: 'No whole address',
        ...installed,
        ...page(),
        async play(stage) {
          stage.open({ name: 'Connect' })
          await stage.fill('wm-logins', 'ada@')
          await stage.enter('wm-logins')
        },
      },
      emailTooSoon: {
        about: 'Another mail too soon',
        ...installed,
        ...page({ CONNECT_EMAIL: refuse(new FrameError('EMAIL_COOLDOWN', 'too soon', { retryAfterMs: 23_400 })) }),
        async play(stage) {
          stage.open({ name: 'Connect' })
          await stage.fill('wm-logins', EMAIL)
          await stage.enter('wm-logins')
        },
      },
      emailUnreachable: {
        about: 'The frame did not load',
        ...installed,
        ...page({ CONNECT_EMAIL: refuse(new FrameError('LOAD_FAILED', 'no')) }),
        async play(stage) {
          stage.open({ name: 'Connect' })
          await stage.fill('wm-logins', EMAIL)
          await stage.enter('wm-logins')
        },
      },
    },
    account: { email: { about: 'Of the wallet by e-mail', ...page(), play: signedIn({ name: 'Account' }) } },
    settings: {
      emailAssisted: {
        about: 'A wallet that the mail brings back',
        ...page(userWith({ recovery: { mode: 'assisted' } })),
        play: signedIn({ name: 'AccountSettings' }),
      },
      emailSmart: {
        about: 'A wallet with a smart account',
        ...page(userWith({ accounts: [OWN, SMART], preferredAccountType: 'smartAccount', address: SMART.address })),
        play: signedIn({ name: 'AccountSettings' }),
      },
      emailSealed: {
        about: 'A wallet that only its owner opens, of a long address, held back',
        ...page(userWith({ email: LONG, recovery: { mode: 'sealed', heldUntil: HELD_UNTIL } })),
        play: signedIn({ name: 'AccountSettings' }),
      },
    },
    EmailLogin: { field: { about: 'As a view of its own', ...page(), play: (stage) => stage.open({ name: 'EmailLogin' }) } },
    EmailVerifyOtp: {
      waiting: { about: 'The code is on its way', ...page(), play: otp() },
      long: { about: 'A long address', ...page(), play: otp(LONG) },
      checking: { about: 'A code is checked', ...page({ CONNECT_OTP: () => new Promise<never>(() => {}) }), play: typed },
      wrong: { about: 'A wrong code', ...page({ CONNECT_OTP: refuse(new FrameError('OTP_INVALID', 'no')) }), play: typed },
      expired: { about: 'Too old', ...page({ CONNECT_OTP: refuse(new FrameError('OTP_EXPIRED', 'no')) }), play: typed },
      tooMany: {
        about: 'Too many',
        ...page({ CONNECT_OTP: refuse(new FrameError('RATE_LIMITED', 'no', { retryAfterMs: 61_000 })) }),
        play: typed,
      },
      offline: { about: 'No network', ...page({ CONNECT_OTP: refuse(new FrameError('OFFLINE', 'no')) }), play: typed },
      held: {
        about: 'The wallet is held back on this browser',
        ...page({ GET_USER: refuse(new FrameError('RECOVERY_HELD', 'no', { heldUntil: HELD_UNTIL })) }),
        play: typed,
      },
    },
    EmailVerifyDevice: {
      waiting: { about: 'The link in the mail is waited for', ...page(link), play: device() },
      long: { about: 'A long address', ...page(link), play: device(LONG) },
      declined: {
        about: 'Declined',
        ...page({ ...link, CONNECT_DEVICE: refuse(new FrameError('DEVICE_DENIED', 'no')) }),
        play: device(),
      },
    },
    UpdateEmailWallet: {
      field: { about: 'The present address', ...page(), play: signedIn({ name: 'UpdateEmailWallet' }) },
    },
    UpgradeEmailWallet: {
      key: { about: 'An account with its own key', ...page(), play: signedIn({ name: 'UpgradeEmailWallet' }) },
      smart: {
        about: 'With a smart account',
        ...page(userWith({ accounts: [OWN, SMART], preferredAccountType: 'smartAccount', address: SMART.address })),
        play: signedIn({ name: 'UpgradeEmailWallet' }),
      },
    },
    UpdateEmailPrimaryOtp: {
      waiting: {
        about: 'The code of the present address',
        ...page(),
        async play(stage) {
          await change(stage)
          stage.open({ name: 'UpdateEmailPrimaryOtp' })
        },
      },
    },
    UpdateEmailSecondaryOtp: {
      waiting: {
        about: 'The code of the new address',
        ...page(),
        async play(stage) {
          await change(stage)
          stage.open({ name: 'UpdateEmailSecondaryOtp' })
        },
      },
    },
    ApproveTransaction: {
      shown: {
        about: 'The frame over its box',
        ...page(),
        async play(stage) {
          await signIn(stage)
          const { connector, accounts } = stage.core.use(createConnection).active()
          const [account] = accounts
          if (account) connector.sign({ account: `${account.chain}:${account.address}`, message: 'Hello' }).catch(() => undefined)
        },
      },
    },
  }
}
