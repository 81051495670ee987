// What the faces of the page's buttons share: their further styles, and listening to the session, the texts and the theme.
import { css } from 'lit'
import type { Core } from '../../state/core.js'
import { directionOf } from '../lib/direction.js'
import { type MessageParams, createMessages } from '../lib/localize.js'
import { followTheme } from '../lib/theme.js'
import type button from '../locales/en/button.js'
import { tokens } from '../styles/tokens.js'
import type { PageButton } from './page-button.js'

export const faceStyles = [
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

export interface FaceBase {
  text(key: keyof typeof button, params?: MessageParams): string
  /** The text around `{placeholder}`, for a name that stands in the middle as an element of its own. */
  around(key: keyof typeof button, placeholder: string): readonly [before: string, after: string]
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** For numbers: what the visitor asked for, which may name a region that `language` does not. */
  readonly formatTag: string
  stop(): void
}

export function createFace(host: PageButton, core: Core, changed: () => void): FaceBase {
  const messages = core.use(createMessages)
  const { $status, $account, $network, $isUnsupported } = core.session
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
      return directionOf(messages.$language.get())
    },
    get formatTag() {
      return messages.formatTag()
    },
    stop() {
      for (const stop of stops.splice(0)) stop()
    },
  }
}
