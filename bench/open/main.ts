// The smallest page that a bundler makes of the package: one modal, one button. `?services=` names the services.
import { createWalletModal } from 'wallet-modal'

const services = new URLSearchParams(location.search).get('services')
createWalletModal(services === null ? {} : { services })
