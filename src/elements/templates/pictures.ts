// The pictures of rows, drawn in a view's own shadow root. They look and behave like `<wm-wallet-icon>`. Made by hand and not by a template: a picture that
// has loaded changes nothing but itself, in a list of any length.
import type { Core } from '../../state/core.js'
import { IMAGE_PRELOAD_LIMIT_MS } from '../../vocabulary/constants.js'
import { isImageUrl } from '../../vocabulary/image-url.js'
import type { Wallet } from '../../vocabulary/wallet.js'
import { afterOpen, painted } from '../lib/after-open.js'
import { monogramOf } from '../lib/monogram.js'

/** A picture, and what it shows. */
interface Picture extends Pick<Wallet, 'icon' | 'name'> {
  readonly box: HTMLElement
}

/** What has a picture: a wallet, an asset. */
export type Pictured = Pick<Wallet, 'id' | 'icon' | 'name'>

/** The pictures of a view: the first letter of a name until its image has loaded, and for good where it does not. */
export class Pictures {
  readonly #host: { readonly core: Core }
  /** By the id of what it shows. */
  readonly #known = new Map<string, Picture>()

  /** `host` has a core when `of` is called. */
  constructor(host: { readonly core: Core }) {
    this.#host = host
  }

  /** The element of a picture: the same one until the wallet or asset has another icon or name. */
  of({ id, icon, name }: Pictured): HTMLElement {
    const known = this.#known.get(id)
    if (known?.icon === icon && known?.name === name) return known.box
    const box = create('span', 'picture')
    this.#known.set(id, { icon, name, box })
    const letter = create('span', 'monogram')
    letter.setAttribute('aria-hidden', 'true')
    letter.textContent = monogramOf(name)
    box.append(letter)
    // The colours of a letter that stays. By the style object: a strict content security policy forbids `style` attributes.
    const colour = () =>
      void painted()
        .then(() => afterOpen(this.#host.core))
        .then(({ tint }) => tint(letter, name), ignore)
    if (icon === undefined || !isImageUrl(icon)) colour()
    else box.append(imageOf(icon, letter, colour))
    return box
  }
}

/** An image over `letter`, which goes when the image is there. `failed`: it does not load, or takes longer than `IMAGE_PRELOAD_LIMIT_MS`. */
function imageOf(src: string, letter: HTMLElement, failed: () => void): HTMLElement {
  const image = create('img', 'loading')
  const timer = setTimeout(() => settle(false), IMAGE_PRELOAD_LIMIT_MS)
  const settle = (isThere: boolean) => {
    clearTimeout(timer)
    image.onload = image.onerror = null
    image.className = ''
    ;(isThere ? letter : image).remove()
    if (!isThere) failed()
  }
  image.onload = () => settle(true)
  image.onerror = () => settle(false)
  Object.assign(image, { alt: '', draggable: false, decoding: 'async', referrerPolicy: 'no-referrer', src })
  return image
}

function create<Tag extends 'img' | 'span'>(tag: Tag, className: string): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  element.className = className
  return element
}

/** The letters stay grey where the colours do not load. */
const ignore = () => undefined
