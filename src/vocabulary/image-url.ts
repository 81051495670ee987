// Which untrusted urls may be shown as an image. Links: `safe-url.ts`.

/** Whether a text is an absolute http or https url. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** Whether a text is a url that `<img>` may load: http, https, or `data:image/…` of a usual type. */
export function isImageUrl(text: string): boolean {
  return isWebUrl(text) || /^data:image\/(?:png|jpeg|webp|gif|avif|svg\+xml)[;,]/i.test(text)
}
