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

/** Blocks of IANA's registries of special-purpose addresses, and one address of each cloud's metadata. */
const special = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32', '169.254.169.254/32', '100.100.100.200/32', '192.0.0.192/32'] // oxfmt-ignore

test('addresses of no public network are told', () => {
  const ends = special.flatMap((block) => {
    const [first = '', bits] = block.split('/')
    const start = first.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    const last = start + 2 ** (32 - Number(bits)) - 1
    return [start, last].map((number) => [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.'))
  })
  const inside6 = [...ends, '8.8.8.8'].flatMap((address) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
    const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
    const forms = ['::ffff:', '::ffff:0:', '::', '64:ff9b::', '64:ff9b:1::', '2606:4700::5efe:', '2606:4700::200:5efe:', 'fe80::5efe:'] // oxfmt-ignore
    return [...forms.map((form) => form + hex), ...forms.map((form) => form + address), `2002:${hex}::1`, `2001:0:${hex}::1`, `2001:0:4136:e378:8000:63bf:${hex}`] // oxfmt-ignore
  })
  const others = ['::', '::1', '100::1', '2001:1::1', '2001:2::1', '2001:20::1', '2001:db8::1', '2620:4f:8000::1', '3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fd20:ce::254', 'fe80::1', 'fec0::1', 'ff02::1', 'fe80::1%eth0', '2606:4700::1%1', 'host', '', '8.8.8', '0x8.8.8.8', '[2606:4700::1111]'] // oxfmt-ignore
  return checkEach([...ends, ...inside6, ...others], '%s is not public', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  )
})

test('addresses beside them are public', () =>
  checkEach(
    ['8.8.8.8', '1.0.0.0', '9.255.255.255', '100.63.255.255', '100.128.0.0', '168.63.129.15', '168.63.129.17', '172.32.0.1', '192.0.1.0', '192.169.0.1', '198.20.0.0', '223.255.255.255', '2606:4700::1111', '2001:4860:4860::8888', '2606:4700:0:1:2:5efe:808:808', '2003::1'], // oxfmt-ignore
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
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
        ['http://168.63.129.16/', 'address'],
        ['http://[::ffff:7f00:1]/', 'address'],
        ['http://[fd00:ec2::254]/', 'address'],
        ['http://0177.0.0.1/', 'address'],
        ['http://127.1/', 'address'],
        ['http://0/', 'address'],
        ['http://\uff11\uff12\uff17.0.0.1/', 'address'],
        ['http://\u2460\u2461\u2466.0.0.1/', 'address'],
        ['http://127\u30020.0.1/', 'address'],
        ['http://127.0.0.1./', 'address'],
        ['http://[fe80::1%25eth0]/', 'scheme'],
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

describe('a link by content', () => {
  const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
  const old = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPBdG'

  test('is asked of the gateway', () =>
    checkEach(
      [
        [`ipfs://${cid}/1.json`, `${cid}/1.json`],
        [`ipfs://ipfs/${cid}`, cid],
        [`IPFS://${old}/`, `${old}/`],
        [`ipfs://${old}/a/b.c/..d/e..f`, `${old}/a/b.c/..d/e..f`],
        [`ipfs://${cid}/Kitten%20%23123%3F%20100%25.png`, `${cid}/Kitten%20%23123%3F%20100%25.png`],
        [`ipfs://${cid}/ü;v=1/%C3%BC`, `${cid}/%C3%BC;v=1/%C3%BC`],
      ],
      '%s',
      (link, path) => {
        for (const gateway of ['https://gate.example/ipfs', 'https://gate.example/ipfs/'])
          expect(toFetchable(link, gateway)).toBe(`https://gate.example/ipfs/${path}`)
      },
    ))

  const ups = ['..', '.', '%2e%2e', '.%2E', '%252e%252e', '%25252e.', '..;a=b', '%2e%2e%3bx', '..%20', '%20..', '...', '..%00', '．．', '%EF%BC%8E.', '‥', '.\t.', '.%09.', '.\n.', '.%0d.'] // oxfmt-ignore
  const slashes = ['/', '\\', '%2f', '%5C', '%252F', '%255c', '%25252f', '／', '%EF%BC%BC']
  const hostile = [
    ...ups.flatMap((up) => slashes.map((slash) => `ipfs://${old}/${slash}${up}${slash}${up}${slash}admin`)),
    ...ups.map((up) => `ipfs://${old}/${up}`),
    ...ups.flatMap((up) => [`ipfs://${up}/${up}/admin`, `ipfs://ipfs/${up}/${up}/admin`]),
    ...['\\admin', '%5cadmin', 'a%2fb', '%c0%ae%c0%ae', '%u002e', '%zz', '%', `%${'25'.repeat(9)}2e`, 'a?b', 'a#b', 'a b', 'a\tb', '%0d%0aHost:%20x', '%00'].map((path) => `ipfs://${old}/${path}`), // oxfmt-ignore
    ...[`${old}@evil.example`, `${old}:80`, `${old}.evil.example`, 'admin', `${old}\\..`, `//${old}`, old.slice(0, -1), `${old}0OIl`, 'a'.repeat(59), ''].map((id) => `ipfs://${id}`), // oxfmt-ignore
    `ipfs:${old}`,
    `ipfs:/${old}`,
    `ipfs:\\\\${old}`,
    `ipfs://${old}/${'a/'.repeat(4000)}`,
    `ipns://${old}`,
    `ipns://k51qzi5uqu5dlvj2baxnqndepeb86cbk3ng7n3i46uzyxzyqj2xjonzllnv0v8/../../admin`,
    'ar://bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U/../../admin',
    `\tipfs://${old}`,
  ]
  test('leads to content alone, or nowhere', async () => {
    await checkEach(hostile, '%j', (link) => {
      expect(() => toFetchable(link, 'https://gate.example/ipfs/')).toThrow(expect.objectContaining({ reason: 'scheme' }))
    })
  })

  describe('with a gateway in the private network', () => {
    /** A gateway with other pages beside its content, and a server of somebody else: `away` says where each sends its callers. */
    async function gate(away: { readonly gateway?: string; readonly stranger?: string } = {}) {
      const asked: string[] = []
      const gateway = await serve((request, response) => {
        asked.push(request.url ?? '')
        if (request.url !== `/ipfs/${old}/away`) return void response.end('content')
        response.writeHead(302, { location: away.gateway?.replace('STRANGER', stranger.host) }).end()
      })
      const stranger = await serve((_, response) =>
        response.writeHead(302, { location: away.stranger?.replace('GATEWAY', gateway.host) }).end(),
      )
      const options = { ipfsGateway: `${gateway.url}ipfs/`, allowedHosts: [stranger.host] }
      return { ...gateway, stranger, asked, ask: (url: string) => reject(url, options) }
    }

    test('content is reached by its link', async () => {
      const { ask, asked } = await gate()
      expect(await ask(`ipfs://${old}/1.json`)).toBe('answered')
      expect(asked).toEqual([`/ipfs/${old}/1.json`])
    })

    test('no other url of its host is, not even of content', async () => {
      const { ask, asked, url, port } = await gate()
      const urls = [url, `${url}admin`, `${url}ipfs/${old}`, `${url}ipfs/`, `http://2130706433:${port}/`, `http://127.1:${port}/ipfs/${old}`] // oxfmt-ignore
      await checkEach(urls, '%s', async (each) => expect(await ask(each)).toBe('address'))
      expect(asked).toEqual([])
    })

    test('its redirects lead to content, and nowhere else', () =>
      checkEach(
        [
          [`/ipfs/${cid}/`, 'answered'],
          ['there', 'answered'],
          [`ipfs://${cid}/x`, 'answered'],
          ['/admin', 'address'],
          ['../../admin', 'address'],
          ['/ipfs/../admin', 'address'],
          ['/ipfs/', 'address'],
          ['/ipfs/admin', 'address'],
          [`/ipfs/${cid}/%2e%2e%2f%2e%2e%2fadmin`, 'address'],
          [`/ipfs/${cid}/..;/..;/admin`, 'address'],
          [`/ipfs/${cid}/%252e%252e%255cadmin`, 'address'],
          [`/ipfs/${cid}\\..\\..\\..\\admin`, 'address'],
          [`/ipfs%2f${cid}`, 'address'],
          ['//127.0.0.1:1/', 'address'],
          [`ipfs://${cid}/../../admin`, 'answered'], // the parser of urls has taken the dots away
          [`ipfs://${cid}/%2e%2e%2fadmin`, 'scheme'],
          [`ipfs://${cid}/\\..\\..\\admin`, 'scheme'],
        ],
        'to %s: %s',
        async (location, expected) => {
          const { ask, asked } = await gate({ gateway: location })
          expect(await ask(`ipfs://${old}/away`)).toBe(expected)
          expect(asked.filter((path) => !path.startsWith(`/ipfs/${old}/`) && !path.startsWith(`/ipfs/${cid}/`))).toEqual([])
        },
      ))

    test('a redirect of somebody else reaches content by its link alone', () =>
      checkEach(
        [
          [`ipfs://${cid}/1.json`, 'answered'],
          [`http://GATEWAY/ipfs/${cid}/1.json`, 'address'],
          ['http://GATEWAY/admin', 'address'],
        ],
        'to %s: %s',
        async (location, expected) => {
          const { ask, stranger } = await gate({ stranger: location })
          expect(await ask(stranger.url)).toBe(expected)
        },
      ))

    test('whom the gateway has sent away is a stranger when they come back', async () => {
      const { ask, asked } = await gate({ gateway: 'http://STRANGER/', stranger: `http://GATEWAY/ipfs/${cid}/1.json` })
      expect(await ask(`ipfs://${old}/away`)).toBe('address')
      expect(asked).toEqual([`/ipfs/${old}/away`])
    })
  })
})
