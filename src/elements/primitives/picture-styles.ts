// What all pictures share: the box, the letter, the image over it.
import { css } from 'lit'

export const pictureStyles = css`
  :host {
    display: inline-block;
    position: relative;
    flex: none;
    inline-size: var(--size);
    block-size: var(--size);
  }
  .picture {
    position: relative;
    display: block;
    inline-size: 100%;
    block-size: 100%;
    overflow: hidden;
    border-radius: var(--shape);
    background: var(--_wm-hover);
  }
  img,
  .monogram {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
  }
  img {
    object-fit: cover;
    /* an edge, for one as white as what it stands on */
    border: 1px solid color-mix(in srgb, currentColor 8%, #0000);
    border-radius: inherit;
    user-select: none;
    -webkit-user-drag: none;
  }
  img.loading {
    opacity: 0;
  }
  .monogram {
    display: grid;
    place-items: center;
    font-weight: 600;
    line-height: 1;
    font-size: calc(var(--size) * 0.44);
  }
  @media (forced-colors: active) {
    .picture {
      border: 1px solid CanvasText;
    }
  }
`
