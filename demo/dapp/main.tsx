// The demo dapp: React over the generated components and hooks, beside a test wallet that installs itself like an extension. `?evm` leaves out
// the other ecosystems: on such a page a phone wallet can sign in with its approval.
import '../shared/base.css'
import './dapp.css'
import '../injected/main.js'
import { loadConfig } from '../shared/config.js'
import { mount } from '../shared/mount.js'
import { App } from './app.js'

void mount(async () => <App config={await loadConfig()} isEvmOnly={new URLSearchParams(location.search).has('evm')} />)
