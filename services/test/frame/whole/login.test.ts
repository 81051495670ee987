// Logging in and out, by the handlers of the frame and the real services.
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { codeIn, otherThan } from '../../embedded/support/frame.js'
import { engine } from '../../support/engines.js'
import { APP, logIn, openBrowser, openWorld, OTHER_APP, reachCode } from './support.js'

const ADA = 'ada@example.org'

test('a new person on a new device has a wallet, and the page a token for itself alone', async () => {
  const world = await openWorld(engine)
  const tab = await openBrowser(world).tab()
  expect(await tab.ask('IS_CONNECTED')).toEqual({ isConnected: false })
  await expect(tab.ask('GET_USER')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  const user = await logIn(world, tab)
  expect(user).toMatchObject({ email: ADA, provider: 'email', chainId: 1, preferredAccountType: 'eoa' })
  expect(user.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(user.accounts).toEqual([{ address: user.address, type: 'eoa' }])
  expect(await tab.ask('IS_CONNECTED')).toEqual({ isConnected: true })
  expect(tab.person.asked).toEqual([])
  const [token = ''] = tab.tokens
  const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(`${world.url}/.well-known/jwks.json`)), {
    audience: APP,
  })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(3600)
})

test('a known device is asked for the code alone, and has the same wallet without asking for keys', async () => {
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const { address } = await logIn(world, await browser.tab())
  await (await browser.tab()).ask('SIGN_OUT')
  world.later(60_000)
  const tab = await browser.tab()
  expect((await tab.ask('CONNECT_EMAIL', { email: ADA })).action).toBe('VERIFY_OTP')
  world.later(60_000)
  browser.called.length = 0
  expect(await logIn(world, tab)).toMatchObject({ address })
  expect(browser.called).not.toContain('/api/slots/release')
  expect(browser.called).not.toContain('/api/recovery/start')
})

test('codes of other shapes are refused before they are sent; spaces and full-width digits are fine', async () => {
  // attack 20
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const code = await reachCode(world, tab, ADA)
  browser.called.length = 0
  for (const otp of ['', '12345', 'abcdef', '1'.repeat(64), '１２３'])
    await expect(tab.ask('CONNECT_OTP', { otp })).rejects.toMatchObject({ code: 'OTP_INVALID' })
  expect(browser.called).toEqual([])
  const wide = code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  await tab.ask('CONNECT_OTP', { otp: ` ${wide.slice(0, 3)} ${wide.slice(3)} ` })
  expect(await tab.ask('IS_CONNECTED')).toEqual({ isConnected: true })
})

test('a wrong code may be tried again; after the sixth a new one is needed', async () => {
  // attack 15
  const world = await openWorld(engine)
  const tab = await openBrowser(world).tab()
  const code = await reachCode(world, tab, ADA)
  const codes: string[] = []
  for (let at = 1; at <= 6; at += 1)
    await tab.ask('CONNECT_OTP', { otp: otherThan(code) }).catch((error: unknown) => codes.push((error as { code: string }).code))
  expect(codes.slice(0, 4)).toEqual(['OTP_INVALID', 'OTP_INVALID', 'OTP_INVALID', 'OTP_INVALID'])
  expect(codes.at(-1)).toBe('OTP_EXPIRED')
  await expect(tab.ask('CONNECT_OTP', { otp: code })).rejects.toMatchObject({ code: 'OTP_EXPIRED' })
})

test('a code serves the page that asked for it, and no other', async () => {
  // attack 18
  const world = await openWorld(engine)
  const tab = await openBrowser(world).tab()
  const code = await reachCode(world, tab, ADA)
  await expect(tab.ask('CONNECT_OTP', { otp: code }, OTHER_APP)).rejects.toMatchObject({ code: 'OTP_EXPIRED' })
  await tab.ask('CONNECT_OTP', { otp: code })
})

test('a second mail within 30 s is refused with what is left of them', async () => {
  // attack 21
  const world = await openWorld(engine)
  const tab = await openBrowser(world).tab()
  await tab.ask('CONNECT_EMAIL', { email: ADA })
  await expect(tab.ask('CONNECT_EMAIL', { email: ADA })).rejects.toMatchObject({
    code: 'EMAIL_COOLDOWN',
    message: expect.stringMatching(/^Please try again after \d+ seconds$/),
  })
})

test('an address that is none is said to be none', async () => {
  // attack 23
  const world = await openWorld(engine)
  const tab = await openBrowser(world).tab()
  for (const email of ['a@b\r\nBcc:x@y.example', 'nobody', `${'a'.repeat(255)}@b.example`])
    await expect(tab.ask('CONNECT_EMAIL', { email })).rejects.toMatchObject({ code: 'EMAIL_INVALID' })
})

test('a page of an origin that is not on the list gets no mail sent', async () => {
  const world = await openWorld(engine)
  const tab = await openBrowser(world).tab()
  await expect(tab.ask('CONNECT_EMAIL', { email: ADA }, 'https://evil.example')).rejects.toMatchObject({
    code: 'ORIGIN_NOT_ALLOWED',
  })
  expect(await world.mails(ADA)).toEqual([])
})

test('a second page of the same browser learns nothing until the visitor lets it in', async () => {
  const world = await openWorld(engine)
  const tab = await openBrowser(world).tab()
  const { address } = await logIn(world, tab)
  expect(await tab.ask('IS_CONNECTED', undefined, OTHER_APP)).toEqual({ isConnected: false })
  expect(await tab.rpc('eth_accounts', undefined, {}, OTHER_APP)).toEqual([])
  for (const call of [
    () => tab.rpc('personal_sign', ['0x68690a', address], {}, OTHER_APP),
    () => tab.ask('UPDATE_EMAIL', { email: 'other@example.org' }, OTHER_APP),
    () => tab.ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' }, OTHER_APP),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  expect(tab.person.approvals).toEqual([])
  tab.person.consents = false
  await expect(tab.ask('GET_USER', undefined, OTHER_APP)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  expect(tab.person.asked).toEqual([`consent ${OTHER_APP} ${ADA}`])
  expect(await tab.ask('IS_CONNECTED', undefined, OTHER_APP)).toEqual({ isConnected: false })
  tab.person.consents = true
  expect(await tab.ask('GET_USER', undefined, OTHER_APP)).toMatchObject({ address })
  expect(await tab.ask('IS_CONNECTED', undefined, OTHER_APP)).toEqual({ isConnected: true })
  await tab.ask('GET_USER', undefined, OTHER_APP)
  expect(tab.person.asked).toHaveLength(2)
})

test('signing out in one tab ends the others; a reload stays signed out', async () => {
  // attack 34
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const [one, two] = [await browser.tab(), await browser.tab()]
  await logIn(world, one)
  expect(await two.ask('IS_CONNECTED')).toEqual({ isConnected: true })
  await one.ask('SIGN_OUT')
  expect(await two.ask('IS_CONNECTED')).toEqual({ isConnected: false })
  await expect(two.ask('GET_USER')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  expect(await (await browser.tab()).ask('IS_CONNECTED')).toEqual({ isConnected: false })
})

test('offline at each step of a login says so, and the step can be made again', async () => {
  // attack 80
  const world = await openWorld(engine)
  const browser = openBrowser(world)
  const tab = await browser.tab()
  const offline = async (step: () => Promise<unknown>) => {
    browser.isOnline = false
    await expect(step()).rejects.toMatchObject({ code: 'OFFLINE' })
    browser.isOnline = true
  }
  await offline(() => tab.ask('CONNECT_EMAIL', { email: ADA }))
  const otp = await reachCode(world, tab, ADA)
  await offline(() => tab.ask('CONNECT_OTP', { otp }))
  await tab.ask('CONNECT_OTP', { otp })
  await offline(() => tab.ask('GET_USER'))
  expect(await tab.ask('GET_USER')).toMatchObject({ email: ADA })
  browser.isOnline = false
  expect(await tab.ask('IS_CONNECTED')).toEqual({ isConnected: true })
  await tab.ask('SIGN_OUT')
  expect(await tab.ask('IS_CONNECTED')).toEqual({ isConnected: false })
})

test('two browsers of one person have a session each', async () => {
  // attack 33
  const world = await openWorld(engine)
  const [one, two] = [await openBrowser(world).tab(), await openBrowser(world).tab()]
  expect(one.thumbprint).not.toBe(two.thumbprint)
  await logIn(world, one)
  expect(await two.ask('IS_CONNECTED')).toEqual({ isConnected: false })
  world.later(60_000)
  await logIn(world, two)
  await two.ask('SIGN_OUT')
  expect(await one.ask('IS_CONNECTED')).toEqual({ isConnected: true })
  expect(await one.ask('GET_USER')).toMatchObject({ email: ADA })
})

test('what is not offered is refused by name', async () => {
  const world = await openWorld(engine)
  const tab = await openBrowser(world).tab()
  await logIn(world, tab)
  await expect(tab.ask('INIT_SMART_ACCOUNT')).rejects.toMatchObject({
    code: 'METHOD_NOT_SUPPORTED',
    message: 'method not supported',
  })
  const social = tab.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })
  for (const call of [social, tab.ask('GET_FARCASTER_URI')])
    await expect(call).rejects.toMatchObject({ code: 'PROVIDER_NOT_OFFERED' })
  expect(await tab.ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toEqual({ smartAccountEnabledNetworks: [] })
  await expect(tab.ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).rejects.toMatchObject({ code: 'FAILED' })
  expect(await tab.ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).toMatchObject({ type: 'eoa' })
})

test('another e-mail: a code to the old address, then one to the new, each for the page that asked', async () => {
  const world = await openWorld(engine)
  const tab = await openBrowser(world).tab()
  await logIn(world, tab)
  world.later(60_000)
  const NEW = 'ada@new.example.org'
  const codeTo = async (to: string) => codeIn((await world.mails(to))[0])
  await expect(tab.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: '123456' })).rejects.toMatchObject({ code: 'OTP_EXPIRED' })
  expect(await tab.ask('UPDATE_EMAIL', { email: NEW })).toMatchObject({ action: 'VERIFY_PRIMARY_OTP' })
  const first = await codeTo(ADA)
  await expect(tab.ask('UPDATE_EMAIL_SECONDARY_OTP', { otp: first })).rejects.toMatchObject({ code: 'OTP_EXPIRED' })
  await expect(tab.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: first }, OTHER_APP)).rejects.toMatchObject({ code: 'OTP_EXPIRED' })
  await expect(tab.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: otherThan(first) })).rejects.toMatchObject({ code: 'OTP_INVALID' })
  await tab.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: first })
  expect(await tab.ask('UPDATE_EMAIL_SECONDARY_OTP', { otp: await codeTo(NEW) })).toEqual({ newEmail: NEW })
  expect(await tab.ask('GET_USER')).toMatchObject({ email: NEW })
})
