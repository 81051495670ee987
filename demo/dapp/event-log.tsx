// Everything the modal tells the page, newest first.
import { useState } from 'react'
import { useModalEvents } from '../../src/react/index.js'

const KEPT = 50

interface Line {
  readonly id: number
  readonly at: Date
  readonly name: string
  readonly detail: string
}

const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })

export function EventLog() {
  const [lines, setLines] = useState<readonly Line[]>([])
  const add = (name: string, detail: unknown) =>
    setLines((before) =>
      [{ id: (before[0]?.id ?? 0) + 1, at: new Date(), name, detail: brief(detail) }, ...before].slice(0, KEPT),
    )
  useModalEvents('connect', (detail) => add('connect', detail.accountId))
  useModalEvents('disconnect', (detail) => add('disconnect', detail))
  useModalEvents('account', (detail) => add('account', detail?.accountId))
  useModalEvents('network', (detail) => add('network', detail.chainId))
  useModalEvents('open', () => add('open', undefined))
  useModalEvents('close', () => add('close', undefined))
  useModalEvents('event', ({ name, ...detail }) => add(name, detail))

  return (
    <section className="card stack" aria-labelledby="log-title">
      <div className="row spread">
        <h2 id="log-title">Events</h2>
        <button className="button small" type="button" disabled={lines.length === 0} onClick={() => setLines([])}>
          Clear
        </button>
      </div>
      {lines.length === 0 ? (
        <p className="note">What the modal tells the page appears here. Nothing of it leaves the page.</p>
      ) : (
        <ol className="log" tabIndex={0} aria-label="Events, newest first">
          {lines.map(({ id, at, name, detail }) => (
            <li key={id}>
              <time dateTime={at.toISOString()}>{time.format(at)}</time>
              <b>{name}</b>
              <span className="mono">{detail}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function brief(detail: unknown): string {
  if (detail === undefined) return ''
  if (typeof detail === 'string') return detail
  const text = JSON.stringify(detail)
  return text === '{}' ? '' : text
}
