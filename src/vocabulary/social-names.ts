// What the social logins are called. A file of its own: the settings need no names.
import type { Social } from './social.js'

/** The names, which are not translated. */
export const socialNames: Readonly<Record<Social, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}

/** Whether a text is one of `socials`. */
export const isSocial = (text: string): text is Social => Object.hasOwn(socialNames, text)
