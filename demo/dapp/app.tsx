// The page: header with the modal's own buttons, what to do with a connected wallet, switches, and the event log.
import { useEffect, useMemo } from 'react'
import {
  WalletAccountButton,
  WalletConnectButton,
  WalletNetworkButton,
  WalletProvider,
  useAccount,
  useMaybeWalletModal,
  useModalTheme,
} from '../../src/react/index.js'
import type { DemoConfig } from '../shared/config.js'
import { settingsFor } from '../shared/languages.js'
import { everyEcosystem, modalConfig } from '../shared/modal-config.js'
import { AccountCard } from './account-card.js'
import { useAccounts } from './accounts.js'
import { EcosystemCard } from './ecosystem-card.js'
import { EventLog } from './event-log.js'
import { FeaturesCard } from './features-card.js'
import { createHttpStore } from '../../src/siwx/index.js'
import { SendCard } from './send-card.js'
import { SettingsCard, useSettings, type Settings } from './settings.js'
import { SignCard } from './sign-card.js'
import { SignInCard } from './sign-in-card.js'
import { useReopen } from './use-reopen.js'

/** The page's own server: `demo/server/sign-in.mjs`. */
const store = createHttpStore({ url: '/siwx/v1' })

interface AppProps {
  readonly config: DemoConfig
  /** The page has Ethereum's chains only. */
  readonly isEvmOnly: boolean
}

export function App({ config, isEvmOnly }: AppProps) {
  const [settings, change] = useSettings()
  const { dialog, locale, signIn } = settings
  const settled = useMemo(
    () =>
      modalConfig(config, {
        ...(isEvmOnly ? {} : everyEcosystem(config)),
        dialog,
        ...settingsFor(locale),
        theme: { mode: 'system' },
        ...(signIn === 'off' ? {} : { siwx: { store, statement: 'Sign in to the demo.', required: signIn === 'required' } }),
      }),
    [config, dialog, isEvmOnly, locale, signIn],
  )
  return (
    // A dialog mode is for life, so another one is another modal; the connection is restored by it.
    <WalletProvider key={`${dialog} ${locale} ${signIn}`} config={settled}>
      <ThemeFollower theme={settings.theme} />
      <Header />
      <main>
        <Intro config={config} />
        {dialog === 'inline' && <InlineModal />}
        <Cards config={config} settings={settings} change={change} />
        {!isEvmOnly && <Ecosystems config={config} />}
        <EventLog />
      </main>
      <Footer config={config} />
    </WalletProvider>
  )
}

interface CardsProps {
  readonly config: DemoConfig
  readonly settings: Settings
  readonly change: (change: Partial<Settings>) => void
}

function Cards({ config, settings, change }: CardsProps) {
  const { eip155 } = useAccounts()
  return (
    <div className="grid">
      <AccountCard />
      <FeaturesCard />
      <SettingsCard settings={settings} onChange={change} />
      <SignCard address={eip155?.address} />
      <SendCard rpcUrl={config.evm} address={eip155?.address} />
      <SignInCard settings={settings} onChange={change} />
    </div>
  )
}

function Ecosystems({ config }: Pick<CardsProps, 'config'>) {
  const { solana, bip122, polkadot, cosmos } = useAccounts()
  return (
    <>
      <h2 className="part">Other ecosystems</h2>
      <div className="grid uneven">
        <EcosystemCard namespace="solana" title="Solana" account={solana} devnet={config.solana} />
        <EcosystemCard namespace="bip122" title="Bitcoin" account={bip122} />
        <EcosystemCard namespace="polkadot" title="Polkadot" account={polkadot} />
        <EcosystemCard namespace="cosmos" title="Cosmos" account={cosmos} />
      </div>
    </>
  )
}

function ThemeFollower({ theme }: Pick<Settings, 'theme'>) {
  const modal = useMaybeWalletModal()
  const { setTheme } = useModalTheme()
  useEffect(() => {
    if (modal) setTheme(theme)
  }, [modal, setTheme, theme])
  return null
}

function Header() {
  useReopen()
  const { isConnected } = useAccount()
  return (
    <header className="top">
      <a className="brand" href="/" aria-label="wallet-modal">
        <img src="/favicon.svg" alt="" width="32" height="32" />
        <span>wallet-modal</span>
      </a>
      <div className="row">
        <WalletNetworkButton />
        {isConnected ? <WalletAccountButton /> : <WalletConnectButton />}
      </div>
    </header>
  )
}

function Intro({ config }: { readonly config: DemoConfig }) {
  return (
    <section className="intro">
      <h1>Connect a wallet and try it</h1>
      <p>
        Everything here runs on this machine: the chains, the relay, the services and both wallets. Connect the{' '}
        <b>Sandbox Extension</b> that sits in this page, or bring a code to the{' '}
        <a href={config.wallet} target="_blank" rel="noreferrer">
          phone wallet
        </a>
        ; both speak Ethereum, Solana, Bitcoin, Polkadot and Cosmos. Where it says Ethereum, the devnet plays it too.
      </p>
    </section>
  )
}

/** In `inline` mode the modal stands where the page puts it. */
function InlineModal() {
  const modal = useMaybeWalletModal()
  useEffect(() => {
    const place = document.getElementById('inline-modal')
    if (modal?.element && place) place.append(modal.element)
    void modal?.open()
  }, [modal])
  return <section id="inline-modal" className="inline" aria-label="Wallet" />
}

function Footer({ config }: { readonly config: DemoConfig }) {
  return (
    <footer>
      <nav aria-label="Other pages">
        <ul className="row">
          <li>
            <a href="/script/">Script tag</a>
          </li>
          <li>
            <a href="/onramp/">Buying in the page</a>
            <a href="/two/">Two modals</a>
          </li>
          <li>
            <a href="/viem/">viem</a>
          </li>
          <li>
            <a href="/wagmi/">wagmi</a>
          </li>
          <li>
            <a href={config.gallery}>Gallery</a>
          </li>
          <li>
            <a href={config.wallet}>Phone wallet</a>
          </li>
        </ul>
      </nav>
      <p className="note">Devnet only. The accounts of both sandbox wallets are public knowledge.</p>
    </footer>
  )
}
