// What an account can do: by setting, ecosystem and region, in the page's order.
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import type { Namespace } from '../../../src/vocabulary/caip.js'
import { createWalletFeatures, RESTRICTED_TIME_ZONES } from '../../../src/state/account/wallet-features.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { accountOn } from './account-stage.js'
import { testRows } from '../../support/rows.js'

afterEach(() => vi.restoreAllMocks())

const inZone = (timeZone: string) => {
  const real = new Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...real, timeZone })
}
async function offersOf(
  features: NonNullable<ModalConfig['features']> = {},
  namespace: Namespace = 'eip155',
  config: object = {},
) {
  const { core } = await accountOn({}, { namespace }, { features, ...config })
  return { core, ...core.use(createWalletFeatures) }
}
const names = (offers: readonly { feature: string; refused?: string | undefined }[]) =>
  offers.map(({ feature, refused }) => (refused ? `${feature} (${refused})` : feature))

describe('the features of an account', () => {
  test.each<[string, Namespace, string[]]>([
    ['EVM', 'eip155', ['onramp', 'swaps', 'receive', 'send']],
    ['Solana', 'solana', ['onramp', 'receive', 'send']],
    ['Bitcoin', 'bip122', ['receive']],
  ])('on %s are those that work there', async (_, namespace, expected) => {
    inZone('Europe/Berlin')
    expect(names((await offersOf({}, namespace)).$offers.get())).toEqual(expected)
  })

  test('follow the order of the page, then the usual one', async () => {
    inZone('Europe/Berlin')
    const { $offers } = await offersOf({ walletFeaturesOrder: ['send', 'receive'] })
    expect(names($offers.get())).toEqual(['send', 'receive', 'onramp', 'swaps'])
  })

  test('can be turned off, and those that need services are off without them', async () => {
    inZone('Europe/Berlin')
    expect(names((await offersOf({ send: false, onramp: false })).$offers.get())).toEqual(['swaps', 'receive'])
    const alone = await offersOf({}, 'eip155', { services: {} })
    expect(names(alone.$offers.get())).toEqual(['receive', 'send'])
    expect(alone.$history.get()).toBe(false)
  })

  testRows(RESTRICTED_TIME_ZONES)('in %s buying and swapping are refused, with the reason', async (zone) => {
    inZone(zone)
    expect(names((await offersOf()).$offers.get())).toEqual(['onramp (region)', 'swaps (region)', 'receive', 'send'])
  })

  test('the page may name other time zones', async () => {
    inZone('Asia/Shanghai')
    expect(names((await offersOf({ restrictedTimeZones: ['Europe/Berlin'] })).$offers.get())).not.toContain('swaps (region)')
    inZone('Europe/Berlin')
    expect(names((await offersOf({ restrictedTimeZones: ['Europe/Berlin'] })).$offers.get())).toContain('swaps (region)')
  })

  test('are none when the connection ends', async () => {
    const { core, $offers, $history } = await offersOf()
    expect($history.get()).toBe(true)
    await core.use(createConnection).disconnect()
    expect($offers.get()).toEqual([])
    expect($history.get()).toBe(false)
  })
})
