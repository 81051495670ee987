// The real app on a seeded devnet, asked by the client's own functions, and recorded providers in front of nothing else.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NATIVE_EVM_ADDRESS } from '../../../../src/api/native.js'
import { testApi } from '../../../../test/api/server.js'
import { DEVNET } from '../../../src/settings/config.js'
import type { SeededDevnet } from '../../support/devnet.js'
import { startServices, type ServicesOptions, type TestServices } from '../../support/services.js'

export const chainId = DEVNET
export const native = `${DEVNET}:${NATIVE_EVM_ADDRESS}`
export const idOf = ({ address }: { readonly address: string }) => `${DEVNET}:${address}`

export interface World {
  readonly devnet: SeededDevnet
  readonly services: TestServices
  readonly api: ReturnType<typeof testApi>
  /** GET of a path, with what public clients send. */
  get(path: string, init?: RequestInit): Promise<{ readonly status: number; readonly body: Body; readonly headers: Headers }>
  post(path: string, body: unknown): Promise<{ readonly status: number; readonly body: Body; readonly headers: Headers }>
  stop(): Promise<void>
}

/** Answers are read field by field. */
type Body = ReturnType<typeof JSON.parse>

export interface WorldOptions extends ServicesOptions {
  /** Taken back to how it was when it started; it goes on when the world stops. */
  readonly devnet: SeededDevnet
  readonly dataFile?: unknown
}

export async function startWorld({ devnet, ...options }: WorldOptions): Promise<World> {
  await devnet.reset()
  return { devnet, ...(await startData({ ...options, evmUrl: devnet.url })) }
}

/** The services with a data file of this content. */
export async function startData({ dataFile, ...options }: ServicesOptions & { readonly dataFile?: unknown }) {
  const folder = mkdtempSync(join(tmpdir(), 'wm-data-'))
  const file = join(folder, 'data.json')
  if (dataFile !== undefined) writeFileSync(file, JSON.stringify(dataFile))
  const config = { ...options.config, ...(dataFile === undefined ? {} : { dataFile: file }) }
  const services = await startServices({ ...options, config }).finally(() => rmSync(folder, { recursive: true }))
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${services.url}${path}`, init)
    const text = await response.text()
    return { status: response.status, body: JSON.parse(text), headers: response.headers }
  }
  return {
    services,
    api: testApi(services.url),
    get: ask,
    post: (path: string, body: unknown) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    stop: services.stop,
  }
}

/** A `fetch` that answers for hosts that are named here and passes everything else on. Remembers what was asked. */
export function recorded(answers: Readonly<Record<string, (url: URL, init: RequestInit | undefined) => unknown>>) {
  const asked: { readonly url: URL; readonly headers: Headers; readonly body: unknown }[] = []
  const fake: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const answer = answers[url.host]
    if (!answer) return fetch(input, init)
    asked.push({
      url,
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    })
    const found = answer(url, init)
    return found instanceof Response ? found : Response.json(found)
  }
  return { fetch: fake, asked }
}
