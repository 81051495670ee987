// The demo phone wallet. `?uri=` pairs at once; `?auto=approve|reject` answers by itself, for automated walks.
import '../shared/base.css'
import './wallet.css'
import { loadConfig } from '../shared/config.js'
import { mount } from '../shared/mount.js'
import { createAccountChoice } from './accounts.js'
import { App } from './app.js'
import { readPairingUri } from './pairing-uri.js'
import { openSessions } from './sessions.js'

void mount(async () => {
  const query = new URLSearchParams(location.search)
  const config = await loadConfig()
  const choice = createAccountChoice(localStorage)
  const given = query.get('auto')
  const auto = given === 'approve' || given === 'reject' ? given : undefined
  const sessions = await openSessions(config, choice, auto)
  const text = query.get('uri')
  const uri = text === null ? undefined : readPairingUri(text)
  if (text !== null) {
    // A code works once: a reload must not try it again.
    query.delete('uri')
    history.replaceState(null, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}`)
  }
  return <App config={config} choice={choice} sessions={sessions} auto={auto} linked={text === null ? undefined : (uri ?? '')} />
})
