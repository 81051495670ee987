// The page at `/` of the services: what this is, whether it is ready, who answers what, and where to read on. It asks these services only.
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './page.css'

interface Provider {
  readonly capability: string
  readonly provider: string
  readonly kind: 'embedded' | 'adapter' | 'sandbox' | 'off'
  readonly isResting?: boolean
}

/** What `GET /ready` answers, see services/src/operations/ready.ts. */
interface Ready {
  readonly ready: boolean
  readonly checks: Readonly<Record<string, 'answers' | 'fails'>>
  readonly wallets: number
  readonly providers: readonly Provider[]
}

const links = [
  ['Running the services', 'page/self-hosting.md'],
  ['OpenAPI document', 'openapi.json'],
  ['Health', 'health'],
  ['Readiness, as JSON', 'ready'],
] as const

const kinds: Readonly<Record<Provider['kind'], string>> = {
  embedded: 'Answered here',
  adapter: 'Asked elsewhere',
  sandbox: 'Sandbox: play money',
  off: 'Off',
}

function useReady() {
  const [ready, setReady] = useState<Ready | 'unreachable'>()
  useEffect(() => {
    const leaving = new AbortController()
    fetch('ready', { signal: leaving.signal })
      .then(async (response) => setReady((await response.json()) as Ready)) // of the same origin and build
      .catch(() => {
        if (!leaving.signal.aborted) setReady('unreachable')
      })
    return () => leaving.abort()
  }, [])
  return ready
}

function State({ ready }: { readonly ready: Ready | 'unreachable' | undefined }) {
  if (ready === undefined) return <p className="state">Asking who answers …</p>
  if (ready === 'unreachable') {
    return (
      <p className="state" data-is="failing">
        These services could not be asked. Reload the page to try again.
      </p>
    )
  }
  const failing = Object.entries(ready.checks).flatMap(([name, how]) => (how === 'fails' ? [name] : []))
  return ready.ready ? (
    <p className="state" data-is="ready">
      Ready. {ready.wallets} wallets are listed.
    </p>
  ) : (
    <p className="state" data-is="failing">
      Not ready. This part does not answer: {failing.join(', ')}.
    </p>
  )
}

function Providers({ rows }: { readonly rows: readonly Provider[] }) {
  return (
    <section aria-labelledby="providers">
      <h2 id="providers">Who answers what</h2>
      <div className="scroll" tabIndex={0} role="region" aria-labelledby="providers">
        <table>
          <thead>
            <tr>
              <th scope="col">Capability</th>
              <th scope="col">Provider</th>
              <th scope="col">How</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ capability, provider, kind, isResting }) => (
              <tr key={`${capability} ${provider}`}>
                <th scope="row">{capability}</th>
                <td>{provider}</td>
                <td data-is={isResting ? 'resting' : kind}>
                  {kinds[kind]}
                  {isResting && ', but failed repeatedly'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Page() {
  const ready = useReady()
  return (
    <main>
      <h1>wallet-modal services</h1>
      <p>
        The relay, wallet list, chain RPC and data that <code>&lt;wallet-modal&gt;</code> asks for. Give this page’s address to
        the modal as <code>services</code>.
      </p>
      <div role="status">
        <State ready={ready} />
      </div>
      <nav aria-label="Documents">
        <ul>
          {links.map(([text, href]) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
      {ready !== undefined && ready !== 'unreachable' && <Providers rows={ready.providers} />}
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
