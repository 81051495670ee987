// The connect walk in the other engines: an announced wallet, and a phone wallet that scans the code, each through a reload to the end.
import { canStart, type Engine, type EngineName, startEngine } from './support/engines.js'
import { EXTENSION } from './support/dapp.js'
import { devnetKeys, startWallet } from './support/stack.js'
import { expect, test } from './support/walk.js'

const engines: readonly EngineName[] = ['firefox', 'webkit']

const button = (name: string, within?: string) => ({ role: 'button', name, ...(within && { within }) }) as const
const text = (name: string) => ({ role: 'text', name }) as const

const isDisconnected = (engine: Engine) => engine.sees(text('No wallet is connected.'))

async function startPage(engine: Engine, url: string) {
  await engine.goto(url)
  await engine.press(button('Connect'))
  await engine.sees({ role: 'dialog', name: 'Connect a wallet' })
}

for (const name of engines) {
  test.describe(name, () => {
    // Where everything is required (`.ci/run`) an engine that is missing fails instead.
    test.skip(!canStart(name) && process.env['WM_REQUIRE_ALL'] !== '1', `${name} is not on this machine`)
    let engine: Engine
    test.beforeEach(async () => {
      engine = await startEngine(name)
    })
    test.afterEach(async () => {
      await engine.close()
    })

    test(`${name}: an announced wallet connects, signs, is restored and disconnected`, async ({ stack }) => {
      await startPage(engine, stack.dapp)
      await engine.press(button(`/^${EXTENSION}/`, 'Connect a wallet'))
      await engine.press(button('/^Ethereum/', 'Which network?'))
      await engine.press(button('Connect', 'Let this site see your account?'))
      await engine.sees(text(EXTENSION))
      await engine.sees(text('/^0x[0-9a-fA-F]{40}$/'))

      await engine.press(button('Sign'))
      await engine.press(button('Sign', 'Sign a message'))
      await engine.sees(text('The signature belongs to this account.'))

      await engine.reload()
      await engine.sees(text('/^0x[0-9a-fA-F]{40}$/'))
      await engine.press(button('Disconnect'))
      await isDisconnected(engine)
      await engine.reload()
      await isDisconnected(engine)
      expect(await engine.problems()).toEqual([])
    })

    test(`${name}: a phone wallet scans the code, signs, is restored and told of the end`, async ({ stack }) => {
      const wallet = await startWallet({
        relayUrl: stack.relay,
        privateKey: devnetKeys[1],
        chains: ['eip155:31337'],
        rpcUrl: stack.evm,
        name: 'Phone',
      })
      try {
        await startPage(engine, stack.dapp)
        await engine.press(button('/^Use a phone wallet/', 'Connect a wallet'))
        const uri = await engine.scan()
        expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
        await wallet.pair(uri)
        await engine.sees(text(wallet.address))

        await engine.press(button('Sign'))
        await engine.sees(text('The signature belongs to this account.'))

        await engine.reload()
        await engine.sees(text(wallet.address))
        await engine.press(button('Disconnect'))
        await isDisconnected(engine)
        await expect.poll(() => wallet.sessions()).toBe(0)
        expect(await engine.problems()).toEqual([])
      } finally {
        await wallet.close()
      }
    })
  })
}
