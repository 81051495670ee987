// The cookie that recognises a browser between the steps of one login. It carries no power: it says that two requests came from one browser, so that
// nobody completes a login with a link or an answer that somebody else sent them. `Lax`: it must come along when a provider sends the person back.
import { newToken } from '../secrets.js'

const LIFE_S = 15 * 60

/** The cookie of one origin. */
export interface BrowserCookie {
  /** The token of a request's browser; undefined: none, or not one of ours. */
  read(request: Request): string | undefined
  /** A token for a browser without one. */
  make(): string
  /** The header that sets it, or lets it live on. */
  header(token: string): string
}

/** @param origin under which browsers know these services. With https no other origin, not even of the same site, can set the cookie. */
export function browserCookie(origin: string): BrowserCookie {
  const isSecure = origin.startsWith('https:')
  const name = isSecure ? '__Host-wm-login' : 'wm-login'
  return {
    read(request) {
      const all = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
      const own = all.filter((pair) => pair.startsWith(`${name}=`))
      const value = own[0]?.slice(name.length + 1)
      // Two of one name: one of them was put there by somebody else.
      return own.length === 1 && value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined
    },
    make: newToken,
    header: (token) => `${name}=${token}; Path=/; Max-Age=${LIFE_S}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  }
}
