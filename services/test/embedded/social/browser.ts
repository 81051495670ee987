// A browser as far as logins need one: it keeps cookies by origin, follows redirects, and sends forms.

/** Where a visit ended. */
export interface Visit {
  readonly url: URL
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** Every address on the way, the last one included. */
  readonly path: readonly string[]
}

export interface TestBrowser {
  /** Opens an address, as a person or a script does. */
  open(url: string, init?: RequestInit): Promise<Visit>
  /** Sends the form of a page. */
  submit(page: Visit, fields: Readonly<Record<string, string>>): Promise<Visit>
  /** One request, without following redirects. */
  ask(url: string, init?: RequestInit): Promise<Response>
  /** Keeps the cookies of an answer that a frame of the same site got. */
  keep(origin: string, headers: Headers): void
  /** Its cookies of an origin, by name. */
  cookies(origin: string): ReadonlyMap<string, string>
}

export function openBrowser(): TestBrowser {
  const jars = new Map<string, Map<string, { value: string; path: string; sameSite: string }>>()
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map()
    jars.set(origin, jar)
    return jar
  }

  async function ask(url: string, init: RequestInit = {}, from?: string): Promise<Response> {
    const { origin, pathname } = new URL(url)
    const headers = new Headers(init.headers)
    // `Lax`: what another site posts comes without cookies. Origins stand for sites here, which is stricter.
    const isForeignPost = init.method === 'POST' && from !== undefined && from !== origin
    const cookies = [...jarOf(origin)]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
    if (cookies.length > 0 && !isForeignPost) headers.set('cookie', cookies.join('; '))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    keep(origin, response.headers)
    return response
  }

  function keep(origin: string, headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split(';').map((part) => part.trim())
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(pair.indexOf('=') + 1)
      const attribute = (wanted: string) => rest.find((part) => part.toLowerCase().startsWith(`${wanted}=`))?.split('=')[1]
      const expires = attribute('expires')
      if (value === '' || (expires !== undefined && Date.parse(expires) < Date.now())) jarOf(origin).delete(name)
      else jarOf(origin).set(name, { value, path: attribute('path') ?? '/', sameSite: attribute('samesite') ?? 'Lax' })
    }
  }

  async function follow(url: string, init: RequestInit, from?: string): Promise<Visit> {
    const path = [url]
    let response = await ask(url, init, from)
    for (let hops = 0; hops < 20; hops += 1) {
      const location = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || location === null) break
      const next = new URL(location, path.at(-1)).href
      path.push(next)
      response = await ask(next)
    }
    return {
      url: new URL(path.at(-1) ?? url),
      status: response.status,
      text: await response.text(),
      headers: response.headers,
      path,
    }
  }

  return {
    ask: (url, init) => ask(url, init),
    keep,
    open: (url, init = {}) => follow(url, init),
    submit(page, fields) {
      const action = /<form method="post"(?: action="([^"]*)")?/.exec(page.text)
      if (!action) throw new Error(`no form at ${page.url.href}: ${page.text.slice(0, 300)}`)
      const hidden = [...page.text.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        plain(value),
      ])
      const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields })
      return follow(new URL(plain(action[1] ?? ''), page.url).href, { method: 'POST', body }, page.url.origin)
    },
    cookies: (origin) => new Map([...jarOf(origin)].map(([name, { value }]) => [name, value])),
  }
}

function plain(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}
