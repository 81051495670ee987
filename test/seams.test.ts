// The two seams: what the first open brings, what follows it as one piece, and every other dynamic import, each with its reason.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { closure } from '../vite/closure.mjs'

const root = join(import.meta.dirname, '..')
const sourcesOf = (entry: string): string[] =>
  [...closure(join(root, entry))]
    .filter((path) => path.startsWith('/'))
    .map((path) => relative(root, path))
    .sort()

const entry = sourcesOf('src/index.ts')
const firstOpen = sourcesOf('src/root/first-open.ts').filter((path) => !entry.includes(path))
const afterOpen = sourcesOf('src/root/after-open.ts').filter((path) => !entry.includes(path) && !firstOpen.includes(path))

function groupBy(paths: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    folders.set(folder, [...(folders.get(folder) ?? []), path])
  }
  return folders
}

/** By folder, so that somebody who reads it sees what a static import costs. */
function print(title: string, paths: readonly string[]) {
  const folders = groupBy(paths)
  const lines = [...folders].map(
    ([folder, files]) => `  ${folder}: ${files.map((path) => path.slice(folder.length + 1, -3)).join(' ')}`,
  )
  console.log([`${title}: ${paths.length} modules`, ...lines].join('\n'))
}

test('the two closures', () => {
  print('closed button', entry)
  print('first open', firstOpen)
  print('after the first open', afterOpen)
  expect(firstOpen).toEqual(
    expect.arrayContaining([
      'src/root/loaded-modal.ts',
      'src/elements/shell/dialog.ts',
      'src/elements/views/connect/connect-view.ts',
    ]),
  )
  expect(afterOpen).toEqual(
    expect.arrayContaining([
      'src/config/check.ts',
      'src/elements/shell/dialog-effects.ts',
      'src/state/interface/reactions.ts',
      'src/root/actions.ts',
    ]),
  )
  // What a wallet is spoken with, and what reads answers of servers, is in neither.
  const foreign = [...entry, ...firstOpen].filter((path) => /^src\/(api|connectors\/relay)\//.test(path))
  expect(foreign).toEqual([])
})

/** Rows of tables: views, languages, marks of networks, ecosystems. */
const tables = new Set([
  'src/elements/all-routes.ts',
  'src/elements/buy-routes.ts',
  'src/elements/embedded-routes.ts',
  'src/elements/icons/network-marks.ts',
  'src/root/namespaces.ts',
])
const isTable = (path: string) => tables.has(path) || /^src\/elements\/locales\//.test(path)

/** Everything else that is fetched apart, and why it is in neither closure. */
const apart: Readonly<Record<string, string>> = {
  'src/wallet-modal.ts → ./root/first-open.js': 'the first seam',
  'src/root/loaded-modal.ts → ./after-open.js': 'the second seam',
  // wallets
  'src/connectors/wallet-port.ts → ./open-wallet.js': 'a wallet is chosen, or the page brings wallets of its own',
  'src/connectors/open-wallet.ts → ./relay/pairing.js': 'a phone wallet is wanted',
  'src/connectors/open-wallet.ts → ./embedded/index.js':
    'the page has a frame, and the visitor signs in by e-mail or has done so',
  'src/root/start-reactions.ts → ../state/embedded/embedded.js': 'the visitor has signed in by e-mail on an earlier page',
  'src/state/connections/stored-session.ts → ../embedded/embedded.js': 'the visitor has signed in by e-mail on an earlier page',
  'src/state/embedded/embedded.ts → ./account-type.js': 'the frame has smart accounts',
  'src/state/embedded/embedded.ts → ./origin-check.js': 'the frame did not load',
  'src/connectors/provider-connector.ts → ./eip155/index.js': 'a provider of the page that was chosen',
  'src/connectors/relay/pairing.ts → ./authenticate.js': 'pages with the setting `siwx`',
  'src/connectors/relay/pairing.ts → ./relay-session.js': 'a phone wallet has approved, or a session is restored',
  'src/connectors/relay/load-library.ts → ./library.js': 'a phone wallet is wanted',
  'src/connectors/preload-relay.ts → ./open-wallet.js': 'a phone wallet is wanted: asked for with the view',
  'src/connectors/preload-relay.ts → ./relay/pairing.js': 'a phone wallet is wanted: asked for with the view',
  'src/connectors/eip155/connector.ts → ./optional-methods.js': 'batches, permissions and assets: pages that ask for them',
  'src/connectors/eip155/discover-all.ts → ./injected.js': 'wallets at globals of their own',
  'src/connectors/eip155/discover-all.ts → ./safe.js': 'pages in a frame',
  'src/connectors/eip155/discover.ts → ./injected.js': 'something stands at window.ethereum that has not announced itself',
  'src/connectors/eip155/safe.ts → ./safe-provider.js': 'pages in the frame of a Safe',
  'src/connectors/mock/port.ts → ./bip122.js': 'a mock wallet of the namespace is asked for, in tests of pages',
  'src/connectors/mock/port.ts → ./cosmos.js': 'a mock wallet of the namespace is asked for, in tests of pages',
  'src/connectors/mock/port.ts → ./polkadot.js': 'a mock wallet of the namespace is asked for, in tests of pages',
  'src/connectors/mock/port.ts → ./solana.js': 'a mock wallet of the namespace is asked for, in tests of pages',
  'src/connectors/solana/load-transaction.ts → ./transaction.js': 'a transaction of Solana is signed, which needs its library',
  'src/connectors/solana/sign-in.ts → ./ed25519.js': 'a Solana wallet has signed in',
  'src/connectors/solana/requests.ts → ./sign-in.js': 'a Solana wallet is asked to sign in, whose signature is verified',
  'src/connectors/solana/signer.ts → ./transfer.js': 'something is sent on Solana, which needs its library',
  'src/root/actions.ts → ./account-watch.js': 'the page watches what an account has and does',
  'src/root/actions.ts → ../state/connections/sign-in.js': 'pages with the setting `siwx`',
  'src/root/load-siwx.ts → ../siwx/for-modal.js': 'pages with the setting `siwx`',
  'src/state/connections/one-click.ts → ./sign-in.js': 'pages with the setting `siwx`',
  'src/state/interface/reactions.ts → ./sign-in-reactions.js': 'pages with the setting `siwx`',
  'src/solana/index.ts → ./follow.js': 'the page has wallet-modal/solana, and the core is loaded',
  'src/siwx/verify/eip155.ts → ./eip155-contract.js': 'a signature of a contract is verified',
  'src/siwx/verify-signature.ts → ./verify/bip122.js': 'a signature of the namespace is verified, on a server as a rule',
  'src/siwx/verify-signature.ts → ./verify/cosmos.js': 'a signature of the namespace is verified, on a server as a rule',
  'src/siwx/verify-signature.ts → ./verify/eip155.js': 'a signature of the namespace is verified, on a server as a rule',
  'src/siwx/verify-signature.ts → ./verify/polkadot.js': 'a signature of the namespace is verified, on a server as a rule',
  'src/siwx/verify-signature.ts → ./verify/solana.js': 'a signature of the namespace is verified, on a server as a rule',
  'src/state/wallets/connect-rows.ts → ./wallets.js':
    'the rules of the lists: after the first row, or before it where they may change it',
  'src/state/wallets/wallets.ts → ./listed-wallets.js': 'the page has a wallet list service',
  'src/state/wallets/wallets.ts → ./phone-reach.js': 'phones only',
  'src/state/wallets/wallet-source.ts → ../../api/wallets.js': 'the page has a wallet list service',
  // what is read of services and nodes
  'src/state/account/portfolio.ts → ../../api/balances.js': 'the page has a data service, and balances are shown',
  'src/state/account/transactions.ts → ../../api/outcomes.js': 'a transaction that was sent here is pending',
  'src/state/activity/activity.ts → ../../api/history.js': 'the page has a data service, and transactions are shown',
  'src/state/swap/swap.ts → ./prepare.js': 'a swap is reviewed',
  'src/state/swap/permits.ts → ../../api/permits.js': 'a swap sells a token that may take permits',
  'src/state/nfts/nfts.ts → ../../api/nfts.js': 'the page has a data service, and NFTs are shown',
  'src/state/account/identity.ts → ../../api/identity.js': 'the page has a data service, and an account is shown',
  'src/state/account/names.ts → ../../api/names.js': 'the page has a data service, and names are asked for',
  'src/state/names/name-offer.ts → ../../api/names.js': 'settings that could offer a name are open',
  'src/state/names/register-name.ts → ../../api/names.js': 'a name is looked for, to register it',
  'src/state/names/register-name.ts → ../../api/name-writes.js': 'a name is registered',
  'src/state/names/register-name.ts → ../../api/clock.js': 'a name is registered',
  'src/state/approvals/approvals.ts → ../../api/token-approvals.js': 'approvals are shown, and the page has a data service',
  'src/state/approvals/approvals.ts → ../../api/fees.js': 'an approval is about to be taken back',
  'src/state/smart-sessions/smart-sessions.ts → ../../api/smart-sessions.js': 'smart sessions are shown, and the page has them',
  'src/state/smart-sessions/smart-sessions.ts → ../../api/permissions.js': 'smart sessions are shown, and the page has them',
  'src/state/smart-sessions/smart-session-request.ts → ../../api/smart-sessions.js': 'the page asks for permissions',
  'src/state/smart-sessions/smart-session-request.ts → ../../api/permissions.js': 'the page asks for permissions',
  'src/state/smart-sessions/permissions-support.ts → ../../api/permissions.js': 'a wallet has said what it knows',
  'src/state/smart-sessions/token-names.ts → ../../api/erc20.js': 'an allowance of a token is shown',
  'src/state/send/receiver.ts → ../../api/receivers.js': 'a receiver is entered',
  'src/state/send/receiver.ts → ../../api/resolve-name.js': 'a receiver that is no address is entered',
  'src/state/send/cost.ts → ../../api/transfer-costs.js': 'the fee of a transfer is asked for',
  'src/state/send/outcome.ts → ../../api/receivers.js': 'the page has filled in a receiver',
  'src/state/send/outcome.ts → ../../api/resolve-name.js': 'the page has filled in a receiver',
  'src/state/networks/reads.ts → ../../api/rpc.js': 'a node is asked',
  // analytics
  'src/root/start-reactions.ts → ../state/interface/analytics.js': 'the page has switched analytics on',
  'src/state/interface/analytics.ts → ../../api/analytics.js': 'the first event is to be sent',
  'src/state/interface/analytics.ts → ../../api/project.js': 'the first event is to be sent',
  // the page's buttons
  'src/elements/shell/connect-button.ts → ./connect-content.js': 'a button that shows more than its closed form',
  'src/elements/shell/account-button.ts → ./account-content.js': 'a button that shows more than its closed form',
  'src/elements/shell/network-button.ts → ./network-content.js': 'a button that shows more than its closed form',
  'src/elements/shell/onramp.ts → ./onramp-content.js': 'the page buys without the dialog, and the core is loaded',
  'src/elements/shell/account-content.ts → ../../state/account/native-balance.js': 'the button shows the balance',
  'src/elements/shell/account-label.ts → ../../state/account/identity.js': 'an account is shown, and there is a data service',
  // words
  'src/elements/lib/localize.ts → ./words.js': 'another language, a plural, or the words of another feature',
  'src/elements/lib/check-locale.ts → ./words.js': 'the page names a language',
  // settings of few pages
  'src/elements/shell/attributes.ts → ../../config/network-names.js': 'the attribute networks',
  'src/elements/shell/attributes.ts → ./unknown-names.js': 'debug',
  'src/root/actions.ts → ../elements/shell/unknown-names.js': 'debug',
  'src/elements/shell/unknown-names.ts → ../lib/words.js': 'debug',
  'src/elements/shell/modal-element.ts → ./duplicate-id.js': 'several modals on one page',
  'src/elements/shell/modal-element.ts → ./attribute-changes.js': 'theme or locale changes later',
  'src/elements/lib/follow-theme.ts → ./accent.js': 'the page sets an accent',
  'src/elements/views/account/account-settings-view.ts → ../../shell/wallet-keeping.js': 'an account of the embedded wallet',
  'src/elements/views/connect/connect-view.ts → ../../shell/logins.js': 'the page has a frame',
  'src/elements/shell/logins.ts → ./login-actions.js': 'after the paint, or the first press',
  'src/elements/views/connect/connect-view.ts → ../../templates/consent-box.js': 'the page asks for consent',
  'src/elements/views/connect/connect-view.ts → ../../templates/wallet-finder.js': 'twelve wallets or more',
  // drawing
  'src/elements/primitives/icon.ts → ../icons/all.js': 'an icon that is not on the first screen',
  'src/elements/primitives/network-icon.ts → ../icons/network-marks.js': 'a network without a picture of its own',
  'src/elements/primitives/qr-code.ts → ./qr-encoder.js': 'a code is drawn, while the relay is being reached',
  // parts of the view of a code or link, asked for with it
  'src/elements/lib/preload-phone-wallet.ts → ../icons/all.js': 'a phone wallet is wanted',
  'src/elements/lib/preload-phone-wallet.ts → ../primitives/button.js': 'a phone wallet is wanted',
  'src/elements/lib/preload-phone-wallet.ts → ../primitives/qr-encoder.js': 'a phone wallet is wanted',
  'src/elements/lib/preload-phone-wallet.ts → ../primitives/tabs.js':
    'a phone wallet is wanted that can be reached in several ways',
  'src/elements/lib/preload-phone-wallet.ts → ../templates/pairing-link.js': 'a phone wallet is wanted that is reached by a link',
  'src/elements/lib/preload-phone-wallet.ts → ../templates/pairing-outcome.js': 'a phone wallet is wanted',
  // parts of one view that few visits need
  'src/elements/views/connect/all-wallets-view.ts → ../../../state/connections/pairing.js': 'phones only: links are made ahead',
  'src/elements/views/connecting/connecting-walletconnect-view.ts → ../../primitives/tabs.js': 'a wallet with several ways',
  'src/elements/views/connecting/connecting-walletconnect-view.ts → ../../templates/pairing-outcome.js':
    'a pairing that ends in another way than by success',
  'src/elements/views/connecting/connecting-walletconnect-view.ts → ../../templates/pairing-link.js':
    'a wallet that is reached by a link',
  'src/elements/templates/pairing-outcome.ts → ../primitives/empty-state.js': 'there are no services',
  'src/elements/templates/pairing-outcome.ts → ../views/connecting/connecting-external-view.js': 'the wallet is installed, too',
  'src/elements/templates/pairing-outcome.ts → ../views/get-wallet/downloads-view.js': 'the wallet has to be had first',
}

const files = (folder: string): string[] =>
  readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name)
    return statSync(join(root, path)).isDirectory() ? files(path) : /\.tsx?$/.test(name) ? [path] : []
  })

/** Comments are left out: some show an import. */
const codeOf = (path: string) => readFileSync(join(root, path), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
const importsIn = (code: string) =>
  [...code.matchAll(/(?<!typeof )(?<!: )\bimport\('([^']+)'\)/g)].map(([, specifier = '']) => specifier)

test('each dynamic import is a row of a table, or stands here with its reason', () => {
  const found = files('src').flatMap((path) => {
    if (isTable(path)) return []
    return importsIn(codeOf(path)).map((specifier) => `${path} → ${specifier}`)
  })
  expect([...new Set(found)].sort()).toEqual(Object.keys(apart).sort())
})

test('all that a code for a phone needs is asked for with its view', () => {
  const early = new Set([...entry, ...firstOpen, ...afterOpen])
  const lazyOf = (path: string) => importsIn(codeOf(path)).map((specifier) => target(path, specifier))
  const together = new Set(
    [
      'src/connectors/preload-relay.ts',
      'src/connectors/relay/load-library.ts',
      'src/elements/lib/preload-phone-wallet.ts',
    ].flatMap((path) => {
      expect(early.has(path), `${path} is there before the press`).toBe(true)
      return lazyOf(path)
    }),
  )
  together.add('src/elements/views/connecting/connecting-walletconnect-view.ts')
  const parts = new Set([...together].flatMap(sourcesOf).filter((path) => !early.has(path)))
  expect([...parts]).toEqual(expect.arrayContaining(['src/connectors/relay/client.ts', 'src/elements/primitives/qr-code.ts']))
  // What these import when they run is one of them, has come before, or is needed after the code only.
  const afterwards = new Set([
    'src/elements/primitives/empty-state.ts', // there are no services
    'src/elements/icons/network-marks.ts', // no network is shown
    'src/elements/views/connecting/connecting-external-view.ts', // the wallet is installed, too
    'src/elements/views/get-wallet/downloads-view.ts', // the wallet has to be had first
    'src/connectors/embedded/index.ts', // another wallet
    'src/state/embedded/embedded.ts', // likewise
    'src/connectors/relay/relay-session.ts', // once a wallet has approved
    'src/connectors/relay/authenticate.ts', // only on pages with `siwx`, which wait for a nonce too
    'src/state/connections/sign-in.ts', // likewise
  ])
  const late = [...parts].flatMap((path) =>
    lazyOf(path)
      .filter((lazy) => !together.has(lazy) && !early.has(lazy) && !afterwards.has(lazy))
      .map((lazy) => `${path} → ${lazy}`),
  )
  expect(late).toEqual([])
})

/** The source that a module of `path` imports as `specifier`. */
const target = (path: string, specifier: string) => join(path, '..', specifier).replace(/\.js$/, '.ts')
