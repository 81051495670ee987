// What the content modules of the `wallet-*-button` elements share: styles, texts, and following the public state and the theme.
import { css, type CSSResult } from 'lit'
import type { Core } from '../../state/core.js'
import { adopt } from '../lib/adopt.js'
import { type MessageParams, createMessages } from '../lib/localize.js'
import { followTheme } from '../lib/follow-theme.js'
import type first from '../locales/en/first.js'
import { tokens } from '../styles/tokens.js'
import type { WalletButton } from './wallet-button.js'

/** Styles of a button that has loaded its content; `wallet-button.ts` has those of the closed button. */
const contentStyles = [
  tokens,
  css`
    .root {
      font-size: calc(1em * var(--_wm-font-scale));
    }
    button {
      transition: background-color var(--_wm-duration-state);
    }
    .plain {
      padding-inline: 0.625em 0.875em;
      border-color: var(--_wm-line);
      background: var(--_wm-raised);
      color: var(--_wm-text);
    }
    .warning {
      border-color: var(--_wm-warning);
      background: var(--_wm-warning-soft);
      color: var(--_wm-warning);
    }
    .address {
      font-variant-ligatures: no-contextual;
      font-variant-numeric: slashed-zero tabular-nums;
    }
    .name {
      display: inline-block;
      max-inline-size: 12em;
      overflow: hidden;
      vertical-align: bottom;
      text-overflow: ellipsis;
    }
    .muted {
      color: var(--_wm-text-2);
      font-variant-numeric: tabular-nums;
    }
    wm-avatar,
    wm-network-icon {
      --size: 1.5em;
    }
    .ring {
      inline-size: 1.125em;
      block-size: 1.125em;
      border: 2px solid currentColor;
      border-block-start-color: transparent;
      border-radius: 50%;
    }
    @media (hover: hover) {
      .accent:hover {
        background: color-mix(in oklab, var(--_wm-accent) 90%, var(--_wm-text));
      }
      .plain:hover {
        background: var(--_wm-hover);
      }
    }
    @media (prefers-reduced-motion: no-preference) {
      .ring {
        animation: turn 900ms linear infinite;
      }
    }
    @media (prefers-reduced-motion: reduce) {
      button {
        transition: none;
      }
    }
    @keyframes turn {
      to {
        transform: rotate(1turn);
      }
    }
  `,
]

type ButtonText = keyof (typeof first)['button']

/** The texts of a button's content, and the end of its subscriptions. */
export interface ContentBase {
  /** The text of `button.<key>` in the chosen language. */
  text(key: ButtonText, params?: MessageParams): string
  /** The text before and after `{placeholder}`, for a template that renders the placeholder's value as an element. */
  around(key: ButtonText, placeholder: string): readonly [before: string, after: string]
  /** BCP 47 tag of the texts, for `lang`. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** BCP 47 tag that the visitor asked for, for numbers. It may name a region that `language` does not. */
  readonly formatTag: string
  /** Ends the subscriptions. The button keeps the theme that it has. */
  stop(): void
}

/**
 * Adds the styles of a button with content to `host`, and subscribes it to the public state, the texts and the theme of `core`. `changed` runs
 * when any of the stores has changed.
 * @param own the styles of one kind of button, after the shared ones
 */
export function createContent(host: WalletButton, core: Core, changed: () => void, own: readonly CSSResult[] = []): ContentBase {
  adopt(host.renderRoot, [...contentStyles, ...own])
  const messages = core.use(createMessages)
  const { $status, $account, $network, $isUnsupported } = core.publicState
  const stops = [
    ...[$status, $account, $network, $isUnsupported, messages.$messages].map((store) => store.listen(changed)),
    followTheme(host, core),
  ]
  return {
    text: (key, params) => messages.t(`button.${key}`, params),
    around(key, placeholder) {
      const [before = '', after = ''] = messages.t(`button.${key}`, { [placeholder]: '\n' }).split('\n')
      return [before, after]
    },
    get language() {
      return messages.$language.get()
    },
    get direction() {
      return messages.direction()
    },
    get formatTag() {
      return messages.formatTag()
    },
    stop() {
      for (const stop of stops.splice(0)) stop()
    },
  }
}
