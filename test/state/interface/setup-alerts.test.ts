// Problems of the set-up as a page meets them: real services and a real relay that refuse it, and a wrong use of the modal itself.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import { createConnectorPort } from '../../../src/connectors/wallet-port.js'
import { namespaceRows } from '../../../src/root/namespaces.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import { createSetupAlerts, setupAlertOf } from '../../../src/state/interface/setup-alerts.js'
import { createDuplicateIdCheck } from '../../../src/state/interface/duplicate-id.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createAllWallets } from '../../../src/state/wallets/all-wallets.js'
import { createPairing } from '../../../src/state/connections/pairing.js'
import { createWallets } from '../../../src/state/wallets/wallets.js'
import { createActions } from '../../../src/root/actions.js'
import { type StartedRelay, type StartRelayOptions, startRelay } from '../../../services/test/support/relay.js'
import { startServices, type TestServices } from '../../../services/test/support/services.js'
import { json, serve, type TestServer } from '../../api/server.js'
import { createMemoryStorage, createTestCore } from '../../support/core.js'
import { createTestWindow } from '../../support/window.js'
import { testRows } from '../../support/rows.js'

// The client shares its core through globalThis; another page in this process must not find it.
process.env['DISABLE_GLOBAL_CORE'] = 'true'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A page that speaks with real servers. */
function createPage(config: ModalConfig, storage = createMemoryStorage()) {
  const life = new AbortController()
  const { core, log } = createTestCore({
    config: { debug: true, ...config },
    connectors: createConnectorPort(undefined, { rows: namespaceRows, signal: life.signal }),
    fetch: globalThis.fetch,
    storage,
  })
  ends.push(
    () => life.abort(),
    () => core.destroy(),
  )
  return { core, log, alert: () => core.use(createSetupAlerts).$alert.get() }
}

describe('services with a table of projects', () => {
  let services: TestServices
  beforeAll(async () => {
    services = await startServices({ projects: { shop: { origins: [], analytics: false } }, relay: false })
  })
  afterAll(() => services.stop())

  test.each([
    ['', 'PROJECT_ID_MISSING'],
    ['shap', 'PROJECT_INVALID'],
  ])('refuse the list to project %j', async (projectId, code) => {
    const { core, log, alert } = createPage({ services: { wallets: services.url }, projectId })
    ends.push(core.use(createWallets).$connect.subscribe(() => undefined))
    await expect.poll(alert).toMatchObject({ code, details: { url: `${services.url}/getWallets` } })
    expect(log.entries().filter((line) => line.includes(walletError(code as 'PROJECT_INVALID').message))).toHaveLength(1)
  })

  test('refuse the pages of all wallets too', async () => {
    const { core, alert } = createPage({ services: { wallets: services.url } })
    ends.push(core.use(createAllWallets).$list.subscribe(() => undefined))
    await expect.poll(alert).toMatchObject({ code: 'PROJECT_ID_MISSING' })
  })

  test('say nothing to a page that they know', async () => {
    const { core, log, alert } = createPage({ services: { wallets: services.url }, projectId: 'shop' })
    ends.push(core.use(createWallets).$connect.subscribe(() => undefined))
    await expect.poll(() => core.use(createWallets).$connect.get().other.length).toBeGreaterThan(0)
    expect(alert()).toBeUndefined()
    expect(log.entries()).toEqual([])
  })

  test('without debug it is only logged', async () => {
    const { core, log, alert } = createPage({ services: { wallets: services.url }, debug: false })
    ends.push(core.use(createWallets).$connect.subscribe(() => undefined))
    await expect.poll(() => log.entries().join()).toContain('Project ID Not Configured')
    expect(alert()).toBeUndefined()
  })
})

describe('other servers', () => {
  let server: TestServer
  let answer: { readonly status: number; readonly body: unknown }
  beforeAll(async () => {
    server = await serve((response) => json(response, answer.body, answer.status))
  })
  afterAll(() => server.stop())

  testRows([
    [403, { message: 'Unauthorized: origin not allowed' }, 'ORIGIN_NOT_ALLOWED'],
    [403, { reasons: [{ field: 'origin', description: 'This origin is not allowed for this project' }] }, 'ORIGIN_NOT_ALLOWED'],
    [403, {}, 'ORIGIN_NOT_ALLOWED'],
    [401, {}, 'PROJECT_INVALID'],
    [401, { message: 'Unauthorized: invalid key' }, 'PROJECT_INVALID'],
    [401, { reasons: [{ field: 'authentication', description: 'no' }] }, 'PROJECT_INVALID'],
  ])('a refusal is told by its status and reason: HTTP %i %j', async (status, body, code) => {
    answer = { status, body }
    const { core, alert } = createPage({ services: { wallets: server.url }, projectId: 'shop' })
    ends.push(core.use(createWallets).$connect.subscribe(() => undefined))
    await expect.poll(alert).toMatchObject({ code })
  })

  test.each([
    ['a signature', { status: 401, field: 'signature', reasons: 'signature: This address did not sign this message' }],
    ['a failure', { status: 500 }],
    ['a call that is wrong', { status: 400, field: 'projectId', reasons: 'projectId: too long' }],
  ])('%s is no problem of the set-up', (_case, details) => {
    expect(setupAlertOf(walletError('HTTP_STATUS', { details }), '')).toBeUndefined()
  })
})

describe('a relay', () => {
  const start = async (options: StartRelayOptions): Promise<StartedRelay> => {
    const relay = await startRelay(options)
    ends.push(() => relay.stop())
    return relay
  }
  const hour = 3_600_000
  const late = { now: () => Date.now() - hour, every: () => () => undefined }

  test.each([
    ['another origin', 'shop', { config: { allowsOrigin: () => false } }, 'ORIGIN_NOT_ALLOWED'],
    ['an unknown project', 'shop', { config: { knowsProject: () => false } }, 'PROJECT_INVALID'],
    ['no project', '', { config: { knowsProject: () => false } }, 'PROJECT_ID_MISSING'],
    ['a clock that is an hour ahead', 'shop', { clock: late }, 'CLOCK_SKEW'],
    ['another audience', 'shop', { config: { audiences: ['wss://relay.example'] } }, 'RELAY_UNREACHABLE'],
  ] satisfies [string, string, StartRelayOptions, string][])(
    'the relay refuses %s, which is told',
    async (_case, projectId, options, code) => {
      const { url } = await start(options)
      const { core, log, alert } = createPage({ services: { relay: url }, projectId })
      void core.use(createPairing).start()
      await expect.poll(alert).toMatchObject({
        code,
        details: { refusal: expect.stringMatching(/^(Unauthorized|JWT validation error): /) },
      })
      const told = log.entries().filter((line) => line.includes(' error '))
      expect(told).toHaveLength(1)
      core.use(createPairing).cancel({ force: true })
    },
  )

  test('that no longer has the session of the last visit', async () => {
    const { url } = await start({})
    const entry = {
      transport: 'relay',
      namespace: 'eip155',
      connectorId: 'relay:gone',
      topic: 'a'.repeat(64),
      wallet: { id: 'relay:gone', name: 'Gone' },
      chain: 'eip155:1',
      at: 1,
    }
    const storage = createMemoryStorage({ 'wm:shop:default:connections': JSON.stringify([entry]) })
    const { core, alert } = createPage({ services: { relay: url }, projectId: 'shop' }, storage)
    await core.use(createConnection).reconnect()
    await expect.poll(alert).toMatchObject({ code: 'SESSION_EXPIRED' })
    expect(storage.getItem('wm:shop:default:connections') ?? '[]').toBe('[]')
  })
})

describe('the page itself', () => {
  const actionsOf = (core: ReturnType<typeof createPage>['core']) => createActions(core)

  test('switches to a network that it never configured', async () => {
    const { core, alert } = createPage({})
    await expect(actionsOf(core).switchNetwork('eip155:5')).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' })
    await expect.poll(alert).toEqual({ code: 'NETWORK_NOT_FOUND', details: { chainId: 'eip155:5' } })
  })

  test.each(['tlh', 'not a tag!'])('asks for the language %s', async (locale) => {
    const { core, alert } = createPage({})
    actionsOf(core).setLocale(locale)
    await expect.poll(alert).toEqual({ code: 'LOCALE_NOT_FOUND', details: { locale } })
  })

  test('has two modals that are kept under one name, and is told once', async () => {
    const { window } = createTestWindow()
    const of = (config: ModalConfig) => {
      const { core } = createTestCore({ config: { debug: true, ...config }, window })
      ends.push(() => core.destroy())
      core.use(createDuplicateIdCheck)
      return { core, alert: () => core.use(createSetupAlerts).$alert.get() }
    }
    const [first, second, other, third] = [of({}), of({}), of({ id: 'other' }), of({ projectId: 'shop' })]
    await expect.poll(second.alert).toMatchObject({ code: 'CONFIG_INVALID', details: { setting: 'id' } })
    for (const { alert } of [first, other, third]) expect(alert()).toBeUndefined()
    // A name is free again when its modal has ended.
    for (const { core } of [first, second]) core.destroy()
    const fourth = of({})
    const fifth = of({})
    await expect.poll(fifth.alert).toMatchObject({ code: 'CONFIG_INVALID' })
    expect(fourth.alert()).toBeUndefined()
  })
})
