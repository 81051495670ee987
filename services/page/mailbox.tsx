// The mailbox of development at `/dev/mailbox`: mails that were not sent, with their codes and links at hand. It asks these services only.
import { useCallback, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './mailbox.css'

/** What `GET /dev/mailbox.json` answers, see services/src/embedded/mails/mailbox-routes.ts. */
interface Mail {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly at: number
}

const LOOK_MS = 2_000

function useMails() {
  const [mails, setMails] = useState<readonly Mail[] | 'unreachable'>()
  useEffect(() => {
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      try {
        const response = await fetch('mailbox.json', { signal: leaving.signal, cache: 'no-store' })
        setMails(((await response.json()) as { mails: Mail[] }).mails) // of the same origin and build
      } catch {
        if (!leaving.signal.aborted) setMails('unreachable')
      }
      if (!leaving.signal.aborted) timer = setTimeout(() => void look(), LOOK_MS)
    }
    void look()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [])
  return mails
}

const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const codeOf = (mail: Mail) => /^\d{6,10}$/m.exec(mail.text)?.[0]
const linkOf = (mail: Mail) => /^https?:\/\/\S+#\S+$/m.exec(mail.text)?.[0]

function List({
  mails,
  open,
  onOpen,
}: {
  readonly mails: readonly Mail[]
  readonly open: string | undefined
  readonly onOpen: (id: string) => void
}) {
  return (
    <nav aria-label="Mails">
      <ul>
        {mails.map((mail) => (
          <li key={mail.id}>
            <button type="button" aria-current={mail.id === open ? 'true' : undefined} onClick={() => onOpen(mail.id)}>
              <strong dir="auto">{mail.subject}</strong>
              <span>{mail.to}</span>
              <time dateTime={new Date(mail.at).toISOString()}>{times.format(mail.at)}</time>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Copy({ code }: { readonly code: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = useCallback(() => {
    void navigator.clipboard.writeText(code).then(() => setCopied(true))
  }, [code])
  return (
    <>
      <button type="button" onClick={copy}>
        Copy code {code}
      </button>
      <span role="status">{isCopied ? 'Copied' : ''}</span>
    </>
  )
}

function Reader({ mail }: { readonly mail: Mail }) {
  const [isText, setText] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [mail.id])
  const [code, link] = [codeOf(mail), linkOf(mail)]
  return (
    <article aria-labelledby="subject">
      <h2 id="subject" tabIndex={-1} ref={heading} dir="auto">
        {mail.subject}
      </h2>
      <dl>
        <dt>To</dt>
        <dd>{mail.to}</dd>
        <dt>From</dt>
        <dd>{mail.from}</dd>
        <dt>Time</dt>
        <dd>{times.format(mail.at)}</dd>
      </dl>
      <div className="actions">
        {code === undefined ? null : <Copy key={mail.id} code={code} />}
        {link === undefined ? null : (
          <a href={link} target="_blank" rel="noopener noreferrer">
            Open the link in a new tab
          </a>
        )}
        <button type="button" aria-pressed={isText} onClick={() => setText(!isText)}>
          Plain text
        </button>
      </div>
      {isText ? (
        <pre dir="auto" tabIndex={0} aria-label="The mail as plain text">
          {mail.text}
        </pre>
      ) : (
        <iframe title="The mail as its reader sees it" sandbox="" src={`mailbox/${mail.id}`} />
      )}
    </article>
  )
}

function Page() {
  const mails = useMails()
  const [chosen, setChosen] = useState<string>()
  if (mails === undefined) return <main aria-busy="true">Looking for mails …</main>
  const list = mails === 'unreachable' ? [] : mails
  const open = list.find(({ id }) => id === chosen)
  return (
    <>
      <header>
        <h1>Mailbox</h1>
        <p role="status">
          {mails === 'unreachable'
            ? 'The services do not answer. This page goes on asking.'
            : list.length === 0
              ? 'No mail yet. What would be sent appears here.'
              : `${list.length} ${list.length === 1 ? 'mail' : 'mails'}, newest first. Nothing was sent.`}
        </p>
      </header>
      <main data-open={open ? '' : undefined}>
        <List mails={list} open={open?.id} onOpen={setChosen} />
        {open ? <Reader mail={open} /> : list.length > 0 ? <p className="hint">Choose a mail to read it.</p> : null}
      </main>
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
