// A drawing for each social login, of our own: letters and plain signs, because the logos are their owners'. Strokes on a 24 × 24 grid.
import type { Social } from '../../vocabulary/social.js'

/** The path of each social login. */
export const socialMarks: Readonly<Record<Social, string>> = {
  google: 'M18.5 6.5a8.5 8.5 0 1 0 2 5.5H13',
  x: 'M5.5 4.5l13 15M18.5 4.5l-13 15',
  discord:
    'M5 5h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 17h-5.5L9 20.5V17H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 5zM9 11h.01M15 11h.01',
  farcaster:
    'M12 12h.01M8.8 15.2a4.5 4.5 0 0 1 0-6.4M15.2 8.8a4.5 4.5 0 0 1 0 6.4M5.6 18.4a9 9 0 0 1 0-12.8M18.4 5.6a9 9 0 0 1 0 12.8',
  github:
    'M7 8.5v7M17 10.5c0 3-5 2-10 5M7 4.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM7 15.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM17 6.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  apple: 'M5 19.5l7-15 7 15M7.7 14h8.6',
  facebook: 'M16.5 4.5H15A3.5 3.5 0 0 0 11.5 8v11.5M8 11.5h7.5',
}

/** Of the way to the others. */
export const moreMark = 'M6 12h.01M12 12h.01M18 12h.01'
