// The demo dapp: React over the generated components and hooks, beside a test wallet that installs itself like an extension.
import '../shared/base.css'
import './dapp.css'
import '../injected/main.js'
import { loadConfig } from '../shared/config.js'
import { mount } from '../shared/mount.js'
import { App } from './app.js'

void mount(async () => <App config={await loadConfig()} />)
