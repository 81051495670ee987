// The little script of the script-tag page: gives the element its settings, and uses the provider as any page would.
// Only types come from the package here; the code is the script build that the page loads.
import '../shared/base.css'
import '../dapp/dapp.css'
import './script.css'
import '../injected/main.js'
import type { WalletModal } from '../../src/index.js'
import { loadConfig } from '../shared/config.js'
import { modalConfig } from '../shared/modal-config.js'
import { messageOf } from '../shared/wallet-message.js'

const find = (id: string): HTMLElement => {
  const node = document.getElementById(id)
  if (node === null) throw new Error(`#${id} is missing`)
  return node
}

const findButton = (id: string): HTMLButtonElement => {
  const node = find(id)
  if (!(node instanceof HTMLButtonElement)) throw new Error(`#${id} is no button`)
  return node
}

const config = await loadConfig()
await customElements.whenDefined('wallet-modal')
const element = Object.assign(document.createElement('wallet-modal'), { config: modalConfig(config) })
document.body.append(element)

// connected, so the element has made its modal; the class itself is in the script build, out of TypeScript's sight
const { modal } = element as unknown as { readonly modal: WalletModal }
const provider = modal.provider()
const account = find('account')
const result = find('result')
const sign = findButton('sign')
const disconnect = findButton('disconnect')

modal.$account.subscribe((now) => {
  account.textContent = now === undefined ? 'Not connected' : `${now.wallet.name}: ${now.address}`
  sign.disabled = disconnect.disabled = now === undefined
})
sign.onclick = async () => {
  result.textContent = 'Waiting for your wallet…'
  const address = modal.$account.get()?.address
  try {
    result.textContent = String(await provider.request({ method: 'personal_sign', params: ['0x48656c6c6f', address] }))
  } catch (error) {
    result.textContent = messageOf(error)
  }
}
disconnect.onclick = () => modal.disconnect().catch((error: unknown) => (result.textContent = messageOf(error)))
