// The rules of a picture from elsewhere: the box, the letter, and the image over it.
import { css } from 'lit'

/** Styles of the letter and the image. `--size` is the height of the box, `--shape` its corner radius. */
export const letterAndImage = css`
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
    /* an edge, for an image as white as its background */
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
