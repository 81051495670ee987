// Access to the operator's console: the admin token, as the password of HTTP basic authentication or as a bearer token.
import { isSame } from '../constant-time.js'
import { HttpError } from '../http/errors.js'

/**
 * Checks the header `authorization` of a request against `WM_ADMIN_TOKEN`, in constant time.
 * @throws HttpError 401 `authorization` with `www-authenticate: Basic`, so that a browser asks for the password
 */
export function assertAdmin(request: Request, token: string): void {
  const given = passwordOf(request.headers.get('authorization') ?? '')
  if (given !== undefined && isSame(given, token)) return
  throw new HttpError(401, 'authorization', 'The console needs the token of its operator', {
    'www-authenticate': 'Basic realm="console", charset="UTF-8"',
  })
}

function passwordOf(header: string): string | undefined {
  const [, scheme = '', value = ''] = /^(Basic|Bearer) (\S+)$/i.exec(header) ?? []
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme === '') return undefined
  const pair = Buffer.from(value, 'base64').toString('utf8')
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined
}
