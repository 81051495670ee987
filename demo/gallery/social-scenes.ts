// The scenes of the social logins, with a frame that answers as each of them needs.
import { FrameError } from '../../src/frame/frame-error.js'
import { createSocialLogin } from '../../src/state/embedded/social-login.js'
import type { Social } from '../../src/vocabulary/social.js'
import type { View } from '../../src/vocabulary/view.js'
import type { DemoConfig } from '../shared/config.js'
import type { Scene, Scenes } from './scenes.js'
import type { Stage, StageOptions } from './stage.js'
import type { StillAnswers } from './still-frame.js'

const never = () => new Promise<never>(() => {})
const refuse = (error: FrameError) => () => Promise.reject(error)
const FRAME = 'https://wallet.example.com'
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A window that goes nowhere. */
const stillWindow = (closed = false) => ({ closed, close() {}, location: { replace() {} } }) as unknown as Window // what is used of one

/** Connect with the row, and what it looks like in the account and its settings. */
interface SocialScenes extends Pick<Scenes, 'ConnectSocials' | 'ConnectingSocial' | 'ConnectingFarcaster'> {
  readonly connect: Readonly<Record<string, Scene>>
  readonly account: Readonly<Record<string, Scene>>
  readonly settings: Readonly<Record<string, Scene>>
}

/** @param installed a page with a wallet in the browser */
export function createSocialScenes(demo: DemoConfig, installed: StageOptions): SocialScenes {
  const services = { url: demo.services, relay: demo.relay, frame: FRAME }
  const page = (frame: StillAnswers = {}, features: object = {}): StageOptions => ({
    config: { services, features: { socials: true, ...features } },
    frame: { CONNECT_SOCIAL: never, CONNECT_FARCASTER: never, ...frame },
  })
  const connect = (about: string, features: object): Scene => ({
    about,
    ...installed,
    ...page({}, features),
    play: (stage) => stage.open({ name: 'Connect' }),
  })
  const begin =
    (social: Social = 'google', popup?: Window) =>
    (stage: Stage) => {
      stage.open({ name: 'Connect' })
      stage.open(social === 'farcaster' ? { name: 'ConnectingFarcaster' } : { name: 'ConnectingSocial', social })
      if (social !== 'farcaster') stage.core.use(createSocialLogin).begin(social, popup)
    }
  const failing = (about: string, error: FrameError): Scene => ({
    about,
    ...page({ CONNECT_SOCIAL: refuse(error) }),
    play: begin('google', stillWindow()),
  })
  const user = (more: object): StillAnswers => ({
    CONNECT_SOCIAL: () => ({ address: ADDRESS, chainId: 1 }),
    GET_USER: (payload) => ({ address: ADDRESS, chainId: payload?.chainId ?? 1, ...more }),
  })
  const signedIn = (view: View) => async (stage: Stage) => {
    begin('google', stillWindow())(stage)
    const { $run } = stage.core.use(createSocialLogin)
    await new Promise<void>((resolve) => {
      const stop = $run.subscribe((run) => {
        if (run) return
        resolve()
        queueMicrotask(() => stop())
      })
    })
    stage.open(view)
  }
  const google = user({ provider: 'google', userName: 'Ada Lovelace', email: 'ada@example.com' })
  const discord = user({ provider: 'discord', userName: 'countess.of.analytical.engines.and.other.things#0' })
  return {
    connect: {
      social: connect('With all social logins', {}),
      socialTwo: connect('With two', { socials: ['google', 'apple'] }),
      socialFour: connect('With four, after the wallets', {
        socials: ['google', 'discord', 'farcaster', 'github'],
        connectMethodsOrder: ['wallet', 'social', 'email'],
      }),
      socialAlone: connect('Without e-mail, and the wallets behind a button', { email: false, collapseWallets: true }),
    },
    account: { social: { about: 'Of a social login', ...page(google), play: signedIn({ name: 'Account' }) } },
    settings: {
      social: { about: 'Of a social login', ...page(google), play: signedIn({ name: 'AccountSettings' }) },
      socialLong: { about: 'A long name', ...page(discord), play: signedIn({ name: 'AccountSettings' }) },
    },
    ConnectSocials: { all: { about: 'All of them', ...page(), play: (stage) => stage.open({ name: 'ConnectSocials' }) } },
    ConnectingSocial: {
      idle: {
        about: 'Opened by the page',
        ...page(),
        play: (stage) => stage.open({ name: 'ConnectingSocial', social: 'google' }),
      },
      opening: { about: 'Asking where to', ...page({ GET_SOCIAL_REDIRECT_URI: never }), play: begin('google', stillWindow()) },
      away: { about: 'In the window', ...page(), play: begin('discord', stillWindow()) },
      blocked: { about: 'No window', ...page(), play: begin('github') },
      gone: { about: 'The window is gone', ...page(), play: begin('apple', stillWindow(true)) },
      finishing: {
        about: 'Signed in, the accounts are asked for',
        ...page({ ...google, GET_USER: never }),
        play: begin('google', stillWindow()),
      },
      declined: failing('Declined', new FrameError('CANCELLED', 'no')),
      refused: failing('The provider did not confirm', new FrameError('LOGIN_REFUSED', 'no')),
      expired: failing('Too late', new FrameError('LOGIN_EXPIRED', 'no')),
      offline: failing('No network', new FrameError('OFFLINE', 'no')),
      stopped: {
        about: 'An address that is not the frame’s',
        ...page({ GET_SOCIAL_REDIRECT_URI: () => ({ uri: 'https://elsewhere.example' }) }),
        play: begin('x', stillWindow()),
      },
    },
    ConnectingFarcaster: {
      preparing: { about: 'The code is asked for', ...page({ GET_FARCASTER_URI: never }), play: begin('farcaster') },
      code: { about: 'The code', ...page(), play: begin('farcaster') },
      expired: {
        about: 'Too late',
        ...page({ CONNECT_FARCASTER: refuse(new FrameError('LOGIN_EXPIRED', 'no')) }),
        play: begin('farcaster'),
      },
      away: {
        about: 'The relay is away',
        ...page({ GET_FARCASTER_URI: refuse(new FrameError('PROVIDER_UNAVAILABLE', 'no')) }),
        play: begin('farcaster'),
      },
      phone: { about: 'On a phone', ...page(), isPhone: true, play: begin('farcaster') },
    },
  }
}
