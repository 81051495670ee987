// The styles of a control that is one native `<button>`: hover, pressed and disabled, reduced motion, forced colours.
import { css } from 'lit'

/** Styles of `<wm-icon-button>` and `<wm-copy-button>`. */
export const pressable = css`
  button {
    transition: background-color var(--_wm-duration-state);
  }
  @media (hover: hover) {
    button:hover:enabled {
      background: var(--_wm-hover);
    }
  }
  button:active:enabled {
    background: var(--_wm-pressed);
  }
  @media (prefers-reduced-motion: reduce) {
    button {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    button {
      border-color: ButtonText;
    }
  }
`
