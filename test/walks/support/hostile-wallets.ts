// Wallets that mean harm, in each ecosystem's place in the page: they throw wherever they are touched, come in a flood, have names and icons that would be
// markup or script, and answer never.

/** Runs in the page before its own scripts, with no reference to anything around it. */
export function plantHostileWallets(): void {
  const globals = window as unknown as Record<string, unknown>
  const boom = () => {
    throw new Error('boom')
  }
  const proxy = () => new Proxy({}, { get: boom, has: boom, ownKeys: boom, getOwnPropertyDescriptor: boom, getPrototypeOf: boom })
  const never = () => new Promise(() => {})
  const script = `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.harmed=1"><script>parent.harmed=1;alert(1)</script></svg>`
  const icons = [
    `data:image/svg+xml,${encodeURIComponent(script)}`,
    'javascript:window.harmed=1',
    `data:text/html,${encodeURIComponent('<script>parent.harmed=1</script>')}`,
  ]
  const names = ['<img src=x onerror="harmed=1;alert(2)">', 'Safe\u202Eslaof', '\u200B\u200B', 'N'.repeat(10_000), '__proto__']
  const wallet = (name: string, index: number, connect: () => unknown) => ({
    version: '1.0.0',
    name,
    icon: icons[index % icons.length],
    chains: ['solana:localnet', 'bitcoin:mainnet'],
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'bitcoin:connect': { version: '1.0.0', connect },
      'solana:signMessage': { version: '1.0.0', signMessage: boom },
      'bitcoin:signMessage': { version: '1.0.0', signMessage: boom },
    },
  })
  const some: unknown[] = [
    proxy(),
    Object.defineProperty({}, 'name', { get: boom }),
    wallet('Never Answers', 0, never),
    ...names.map((name, index) => wallet(name, index, boom)),
  ]
  const flood = Array.from({ length: 1_000 }, (_, index) => wallet(`Flood ${index}`, index, boom))
  const register = (wallets: readonly unknown[]) => {
    const callback = (api: { register(...wallets: readonly unknown[]): unknown }) => api.register(...wallets)
    window.addEventListener('wallet-standard:app-ready', (event) => callback((event as CustomEvent).detail))
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  }
  register(some)
  window.dispatchEvent(Object.defineProperty(new Event('wallet-standard:register-wallet'), 'detail', { get: boom }))
  globals['unisat'] = proxy()
  globals['XverseProviders'] = Object.defineProperty({}, 'BitcoinProvider', { get: boom })
  globals['satsHostile'] = { request: never }
  globals['btc_providers'] = [
    proxy(),
    { id: 'no.such.path', name: 'Nowhere' },
    { id: 'document.body', name: names[0], icon: icons[1] },
    { id: 'satsHostile', name: names[0], icon: icons[0] },
  ]
  const extension = { version: '1', enable: boom }
  globals['injectedWeb3'] = Object.fromEntries([...names.map((name) => [name, extension]), ['throws', proxy()]])
  // At most 50 wallets are kept. The floods come after the good wallet, which as an extension is there before any script of the page.
  const onGood = () => {
    register(flood)
    const [listed, injected] = [globals['btc_providers'] as unknown[], globals['injectedWeb3'] as Record<string, unknown>] // as made here
    for (let index = 0; index < 1_000; index++) {
      listed.push({ id: 'satsHostile', name: `Sats ${index}` })
      injected[`flood-${index}`] = extension
    }
  }
  window.addEventListener('wallet-standard:register-wallet', () => queueMicrotask(onGood), { once: true })
  globals['leap'] = proxy()
  globals['cosmostation'] = Object.defineProperty({}, 'providers', { get: boom })
  const provider = { request: never, on: () => {}, removeListener: () => {} }
  window.addEventListener('eip6963:requestProvider', () => {
    const announce = (detail: unknown) => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    announce(proxy())
    for (const [index, name] of names.entries())
      announce({ provider, info: { uuid: crypto.randomUUID(), name, icon: icons[index % 3], rdns: 'example.hostile' } })
  })
}
