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

/** The same for Ethereum (EIP-6963), with two that work though nobody expects their form: one frozen, one behind a proxy. No reference to anything around it. */
export function plantHostileProviders(): void {
  const globals = window as unknown as Record<string, unknown>
  const boom = () => {
    throw new Error('boom')
  }
  const throws = () =>
    new Proxy({}, { get: boom, has: boom, ownKeys: boom, getOwnPropertyDescriptor: boom, getPrototypeOf: boom })
  const script = `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.harmed=1"><script>parent.harmed=1;alert(1)</script></svg>`
  const icon = `data:image/svg+xml,${encodeURIComponent(script)}`
  const addresses = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] as const

  /** Shares one account on the devnet; `change` runs in the middle of each request that it names. */
  const provider = (change?: (method: string) => void) => {
    const listeners = new Map<string, Set<(payload: unknown) => void>>()
    let accounts: readonly string[] = [addresses[0]]
    const answers: Record<string, () => unknown> = {
      eth_requestAccounts: () => [addresses[0]], // also when another one has been selected meanwhile
      eth_accounts: () => accounts,
      eth_chainId: () => '0x7a69',
      // in form, and of a key that nobody has: R is the generator of secp256k1
      personal_sign: () => `0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798${'1'.padStart(64, '0')}1b`,
    }
    return {
      select(address: string) {
        accounts = [address]
        for (const listener of listeners.get('accountsChanged') ?? []) listener(accounts)
      },
      async request({ method }: { readonly method: string }) {
        change?.(method)
        const answer = answers[method]
        if (!answer) throw Object.assign(new Error('Unsupported method'), { code: 4200 })
        return answer()
      },
      on: (event: string, listener: (payload: unknown) => void) =>
        void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
      removeListener: (event: string, listener: (payload: unknown) => void) => void listeners.get(event)?.delete(listener),
    }
  }
  const changing = provider((method) => {
    if (method === 'personal_sign') changing.select(addresses[1])
  })
  const silent = () => ({ ...provider(), request: () => new Promise(() => {}) })
  const whole = provider()
  const info = (name: string, rdns: string) => ({ uuid: crypto.randomUUID(), name, icon, rdns })
  const wallets = [
    Object.freeze({ info: Object.freeze(info('Frozen', 'example.frozen')), provider: Object.freeze(provider()) }),
    { info: info('Behind A Proxy', 'example.proxy'), provider: new Proxy(whole, {}) },
    { info: info('Changes', 'example.changes'), provider: changing },
    { info: info('Never Answers', 'example.silent'), provider: silent() },
    { info: info('Throws', 'example.throws'), provider: throws() },
    { info: info('<img src=x onerror="harmed=1;alert(2)">', 'example.markup'), provider: silent() },
    { info: info('Safe\u202Eslaof', 'example.turned'), provider: silent() },
    { info: throws(), provider: silent() },
    { info: Object.defineProperty(info('Getter', 'example.getter'), 'name', { get: boom }), provider: silent() },
    Object.defineProperty({ info: info('Getter', 'example.getter') }, 'provider', { get: boom }),
    throws(),
  ]
  const announce = (detail: unknown) => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  /** Somebody listens whom the flood has not reached. A good wallet announces itself before, too, when nobody would hear the flood. */
  let isAsked = false
  window.addEventListener('eip6963:requestProvider', () => {
    isAsked = true
    wallets.forEach(announce)
  })
  /** Takes the uuid and the rdns of a good wallet, and floods the list: once for each who asks. */
  const onGood = (good: { readonly uuid: string; readonly rdns: string }) => {
    announce({ info: { ...info('Same Uuid', good.rdns), uuid: good.uuid }, provider: silent() })
    announce({ info: info('Same Rdns', good.rdns), provider: silent() })
    for (let index = 0; index < 1_000; index++)
      announce({ info: info(`Flood ${index}`, `example.flood${index}`), provider: silent() })
    globals['flooded'] = true
  }
  window.addEventListener('eip6963:announceProvider', (event) => {
    if (!isAsked || !(event instanceof CustomEvent)) return
    try {
      const announced = (event.detail as { readonly info: { readonly uuid: string; readonly rdns: string } }).info // ours throw
      if (announced.rdns !== 'example.sandbox.extension') return
      isAsked = false
      queueMicrotask(() => onGood(announced))
    } catch {
      // one of ours
    }
  })
}
