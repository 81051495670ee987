// The page of `<wallet-onramp>`: gives the modal its settings. The code of the elements is the script build that the page loads.
import '../shared/base.css'
import '../dapp/dapp.css'
import '../injected/main.js'
import { loadConfig } from '../shared/config.js'
import { modalConfig } from '../shared/modal-config.js'

const config = await loadConfig()
await customElements.whenDefined('wallet-modal')
document.body.append(Object.assign(document.createElement('wallet-modal'), { config: modalConfig(config) }))
