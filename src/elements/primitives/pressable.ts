// How a control of one plain `<button>` answers to a pointer, and to a visitor who wants less movement or colours of their own.
import { css } from 'lit'

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
