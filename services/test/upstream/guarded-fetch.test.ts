import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createGuardedFetch, toFetchable, type GuardedFetchOptions } from '../../src/upstream/guarded-fetch.js'
import { isPublicAddress } from '../../src/upstream/public-address.js'
import { checkEach } from '../../../test/support/rows.js'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(answer: RequestListener): Promise<{ readonly url: string; readonly host: string; readonly port: number }> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, host: `127.0.0.1:${port}`, port }
}

const reject = (url: string, options: GuardedFetchOptions = {}) =>
  createGuardedFetch(options)(url).then(
    () => 'answered',
    (error: unknown) => (error as { reason: string }).reason,
  )

test('addresses of no public network are told', () =>
  checkEach(
    [
      '127.0.0.1',
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:db8::1',
      'fe80::1%eth0',
      'host',
    ],
    '%s is not public',
    (address) => expect(isPublicAddress(address)).toBe(false),
  ))

test('addresses beside them are public', () =>
  checkEach(['8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:4700::1111'], '%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  ))

describe('what is never asked', () => {
  test('each is refused with its reason', () =>
    checkEach(
      [
        ['file:///etc/passwd', 'scheme'],
        ['ftp://example.org/', 'scheme'],
        ['javascript:alert(1)', 'scheme'],
        ['http://user:secret@example.org/', 'scheme'],
        ['ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi', 'scheme'],
        ['ar://bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U', 'scheme'],
        ['http://127.0.0.1:1/', 'address'],
        ['http://[::1]:1/', 'address'],
        ['http://[::ffff:127.0.0.1]:1/', 'address'],
        ['http://2130706433/', 'address'],
        ['http://0x7f.1/', 'address'],
        ['http://169.254.169.254/latest/meta-data/', 'address'],
      ],
      '%s',
      async (url, reason) => {
        expect(await reject(url)).toBe(reason)
      },
    ))

  test('a name that leads to the loopback', async () => {
    const { port } = await serve((_, response) => response.end('secret'))
    expect(await reject(`http://rebound.example:${port}/`, { resolve: async () => ['127.0.0.1'] })).toBe('address')
  })

  test('a name with one public and one private address', async () => {
    expect(await reject('http://mixed.example/', { resolve: async () => ['8.8.8.8', '10.0.0.1'] })).toBe('address')
  })

  test('a redirect into the private network', async () => {
    const inner = await serve((_, response) => response.end('secret'))
    const outer = await serve((_, response) => response.writeHead(302, { location: inner.url }).end())
    expect(await reject(outer.url, { allowedHosts: [outer.host] })).toBe('address')
  })

  test('a redirect to data:', async () => {
    const outer = await serve((_, response) => response.writeHead(302, { location: 'data:text/plain,hello' }).end())
    expect(await reject(outer.url, { allowedHosts: [outer.host] })).toBe('scheme')
  })
})

test('a name is resolved once, and the connection goes to what was checked', async () => {
  const { port } = await serve((request, response) => response.end(request.headers.host))
  const answers = [['127.0.0.1'], ['192.0.2.1']]
  const resolve = async () => answers.shift() ?? []
  const host = `twice.example:${port}`
  const { bytes } = await createGuardedFetch({ allowedHosts: [host], resolve })(`http://${host}/`)
  expect(bytes.toString()).toBe(host)
  expect(answers).toHaveLength(1)
})

test('follows three redirects and not four', async () => {
  const { url, host } = await serve((request, response) => {
    const left = Number(request.url?.slice(1))
    return left === 0 ? response.end('there') : response.writeHead(302, { location: `/${left - 1}` }).end()
  })
  const fetch = createGuardedFetch({ allowedHosts: [host] })
  expect((await fetch(`${url}3`)).bytes.toString()).toBe('there')
  expect(await reject(`${url}4`, { allowedHosts: [host] })).toBe('redirects')
})

test('gives up on long, slow, compressed and failing answers', async () => {
  const { url, host } = await serve((request, response) => {
    if (request.url === '/long') return void response.end('x'.repeat(2000))
    if (request.url === '/zip') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
    if (request.url === '/gone') return void response.writeHead(404).end()
    response.write('x') // and never ends
  })
  const options = { allowedHosts: [host], maxBytes: 1000, timeoutMs: 200 }
  expect(await reject(`${url}long`, options)).toBe('size')
  expect(await reject(`${url}zip`, options)).toBe('encoding')
  expect(await reject(`${url}gone`, options)).toBe('status')
  expect(await reject(`${url}slow`, options)).toBe('time')
})

test('reads data: urls, base64 or not, within the size', async () => {
  const fetch = createGuardedFetch({ maxBytes: 100 })
  const json = '{"name":"100% mine"}'
  expect(await fetch(`data:application/json;base64,${Buffer.from(json).toString('base64')}`)).toMatchObject({
    contentType: 'application/json',
    bytes: Buffer.from(json),
  })
  expect((await fetch(`data:application/json;utf8,${json}`)).bytes.toString()).toBe(json)
  expect(await reject(`data:text/plain,${'x'.repeat(101)}`, { maxBytes: 100 })).toBe('size')
})

test('asks the gateway for ipfs urls, and keeps them below it', () => {
  const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
  expect(toFetchable(`ipfs://${cid}/1.json`, 'https://gate.example/ipfs')).toBe(`https://gate.example/ipfs/${cid}/1.json`)
  expect(toFetchable(`ipfs://ipfs/${cid}`, 'https://gate.example/ipfs/')).toBe(`https://gate.example/ipfs/${cid}`)
  for (const path of ['../../admin', '%2e%2e/admin', '%zz'])
    expect(() => toFetchable(`ipfs://${cid}/${path}`, 'https://gate.example/ipfs/')).toThrow()
})
