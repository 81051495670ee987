// Which texts from outside may become a picture. Links: `safe-link.ts`.

/** Absolute http or https url. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** A picture that `<img>` may show: https, http, or an image carried in the text. */
export function isImageUrl(text: string): boolean {
  return isWebUrl(text) || /^data:image\/(?:png|jpeg|webp|gif|avif|svg\+xml)[;,]/i.test(text)
}
