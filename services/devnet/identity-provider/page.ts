// The pages of the identity provider: plain HTML, and a script only where Apple has one too.
import { createHash } from 'node:crypto'
import { testPeople } from './people.js'

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-inline-size:26rem;margin:2rem auto;padding-inline:1rem}
.test{border:2px dashed #a15c00;padding:.75rem 1rem;border-radius:.5rem}fieldset{border:1px solid #8888;border-radius:.5rem;margin-block:1rem}
label{display:block;margin-block:.5rem}input[type=text]{font:inherit;inline-size:100%;box-sizing:border-box;padding:.5rem}
button{font:inherit;padding:.6rem 1.2rem;min-block-size:44px;margin:.2rem}`
const submit = 'document.forms[0].submit()'
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** A page, and the headers it needs. */
export interface Page {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Who logs in? @param redirectUri where the browser is sent afterwards, which a strict policy has to name */
export function loginPage(provider: string, redirectUri: string): Page {
  const people = testPeople
    .map(({ key, name, email, isEmailVerified }) => {
      const about = email === undefined ? 'no address' : `${email}${isEmailVerified ? '' : ', not verified'}`
      return `<button name="person" value="${key}">${escape(name)} (${escape(about)})</button>`
    })
    .join('')
  const typed = `<fieldset><legend>Somebody else</legend><label>Name <input type="text" name="name" maxlength="100"></label><label>Mail address <input type="text" name="email" maxlength="200"></label><label><input type="checkbox" name="verified"> the address is verified</label><button name="person" value="">Log in</button></fieldset>`
  return page(
    `Log in with ${provider}`,
    `<p class="test"><strong>For development.</strong> This is not ${escape(provider)}: nobody is asked for a password here, and everybody may be anybody.</p><form method="post"><fieldset><legend>Test people</legend>${people}</fieldset>${typed}<button name="cancel" value="1">Cancel</button></form>`,
    `script-src 'none'; form-action 'self' ${new URL(redirectUri).origin}`,
  )
}

/** Sends an answer as a form, as Apple does. */
export function formPage(action: string, fields: Readonly<Record<string, string>>): Page {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  )
  return page(
    'Back to the app',
    `<form method="post" action="${escape(action)}">${inputs.join('')}<button>Continue</button></form><script>${submit}</script>`,
    `script-src ${hash(submit)}; form-action ${new URL(action).origin}`,
  )
}

/** What is wrong, for the developer. */
export function problemPage(text: string): Page {
  return page('This did not work', `<p role="alert">${escape(text)}</p>`, "script-src 'none'; form-action 'none'")
}

function page(title: string, content: string, policy: string): Page {
  return {
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escape(title)}</title><style>${style}</style></head><body><main><h1>${escape(title)}</h1>${content}</main></body></html>`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src ${hash(style)}; frame-ancestors 'none'; base-uri 'none'; ${policy}`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  }
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
