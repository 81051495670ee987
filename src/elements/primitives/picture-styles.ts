// The styles that the elements of pictures share.
import { css } from 'lit'
import { letterAndImage } from '../styles/picture.js'

/** Styles of `WmPicture` and its subclasses. */
export const pictureStyles = [
  css`
    :host {
      display: inline-block;
      position: relative;
      flex: none;
      inline-size: var(--size);
      block-size: var(--size);
    }
  `,
  letterAndImage,
]
