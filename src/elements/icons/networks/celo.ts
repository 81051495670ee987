// Written by scripts/network-marks.mjs from @web3icons/core (MIT, see THIRD-PARTY-NOTICES.md).
import { svg } from 'lit'

// oxfmt-ignore
export const mark = svg`<g clip-path="url(#celo__a)"><path fill="#FCFE52" d="M24 0H0v24h24z"/><path fill="#fff" d="M4 4h16v5.715h-2.765a5.714 5.714 0 1 0 0 4.57H20V20H4z"/></g><defs><clipPath id="celo__a"><path fill="#fff" d="M0 0h24v24H0z"/></clipPath></defs>`
