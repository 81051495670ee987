// compose.yaml and nginx.conf agree with the Containerfile and the settings.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { recoveryVariables } from '../../src/recovery/settings.js'
import { variables } from '../../src/settings/config.js'
import { containerfile, imageOf, parseContainerfile } from '../support/containerfile.js'

interface Service {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly command?: readonly string[]
  readonly profiles?: readonly string[]
  readonly network_mode?: string
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
  readonly read_only?: boolean
  readonly user?: string
  readonly tmpfs?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: unknown
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
}

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const text = read('services/compose.yaml')
const { services, volumes } = parse(text) as {
  services: Readonly<Record<'database' | 'services' | 'recovery' | 'nginx', Service>>
  volumes: Readonly<Record<string, unknown>>
}
const image = imageOf(parseContainerfile(containerfile))
const nginx = read('services/nginx.conf')
const manual = read('docs/self-hosting.md')

/** What the process of the image gets: its own variables that are settings, and those of compose. */
const settingsOf = ({ environment = {} }: Service) =>
  Object.keys({ ...image.env, ...environment }).filter((name) => !name.startsWith('NODE_'))

test('the services and the recovery service are the image that the Containerfile makes, without rights and read-only', () => {
  expect(services.services.build).toEqual({ context: '..', dockerfile: 'services/Containerfile' })
  expect(services.recovery.image).toBe(services.services.image)
  expect(services.recovery.profiles).toEqual(['recovery'])
  for (const service of [services.services, services.recovery]) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(service.tmpfs).toContain('/tmp')
    expect(service.user).toBeUndefined() // that of the image
  }
  // The entry is a program that the image has, started as itself so that it gets the signals.
  expect(image.command).toEqual(['node', 'services/dist/main.js'])
  expect(services.recovery.command).toEqual(['node', 'services/dist/recovery-main.js'])
})

test('Node gets the same bounded heap in the image and by npm, whatever the memory of the machine', () => {
  const { scripts } = JSON.parse(read('services/package.json')) as { scripts: Readonly<Record<string, string>> }
  const flags = image.env['NODE_OPTIONS'] ?? ''
  expect(scripts['start']).toBe(`node ${flags} dist/main.js`)
  const print = "console.log(require('node:v8').getHeapStatistics().heap_size_limit)"
  const limit = execFileSync(process.execPath, ['-e', print], { env: { NODE_OPTIONS: flags }, encoding: 'utf8' })
  expect(Number(limit)).toBeLessThan(600 * 1024 * 1024)
  for (const flag of flags.split(' ')) expect(manual).toContain(flag)
})

test('names settings that exist, of the process that gets them', () => {
  expect(settingsOf(services.services).filter((name) => !variables.includes(name))).toEqual([])
  expect(Object.keys(services.recovery.environment ?? {}).filter((name) => !recoveryVariables.includes(name))).toEqual([])
  const interpolated = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  expect(new Set(interpolated)).toEqual(new Set(['WM_DATABASE_PASSWORD']))
  // The one key must not lie where the other lies.
  expect(services.services.env_file).toBe('.env')
  expect(services.recovery.env_file).toEqual([{ path: 'recovery.env', required: false }])
})

test('publishes on the loopback what the image exposes, and nginx passes the names of both to it', () => {
  const published = (services.services.ports ?? []).map((port) => port.split(':'))
  expect(published.map(([host]) => host)).toEqual(['127.0.0.1', '127.0.0.1'])
  expect(published.map(([, , inside]) => Number(inside))).toEqual(image.ports)
  expect(image.env['WM_SERVICES_PORT']).toBe(String(image.ports[0]))
  expect(manual).toContain(`WM_FRAME_PORT=${image.ports[1]}`)
  const passed = [...nginx.matchAll(/^ +server 127\.0\.0\.1:(\d+);/gm)].map(([, port]) => port)
  expect(passed).toEqual(published.map(([, outside]) => outside))
  expect(services.nginx).toMatchObject({ profiles: ['nginx'], network_mode: 'host' })
  expect(services.nginx.volumes).toContain('./nginx.conf:/etc/nginx/nginx.conf:ro')
})

test('every volume is declared, every service that is named exists, and the data lie where the image lets its user write', () => {
  const all: [string, Service][] = Object.entries(services)
  const named = all.flatMap(([, service]) => service.volumes ?? []).filter((volume) => !volume.startsWith('.'))
  expect(named.map((volume) => volume.split(':')[0]).sort()).toEqual(Object.keys(volumes).sort())
  const names = all.flatMap(([, { depends_on: on = [], network_mode: mode = '' }]) => [
    ...(Array.isArray(on) ? (on as readonly string[]) : Object.keys(on)),
    ...(mode.startsWith('service:') ? [mode.slice('service:'.length)] : []),
  ])
  expect(names.filter((name) => !(name in services))).toEqual([])
  const data = image.env['WM_DATA_DIR'] ?? ''
  expect(containerfile).toMatch(new RegExp(`^COPY --from=build --chown=${image.user} \\S+ ${data}$`, 'm'))
  expect(services.recovery.environment?.['WM_RECOVERY_DATA_DIR']).toBe(data)
  expect(services.recovery.volumes).toEqual([`recovery:${data}`])
})

test('the guide has no other nginx configuration than the one that is run, and names each profile', () => {
  expect(manual).not.toContain('proxy_pass')
  expect(manual).toContain('`services/nginx.conf`')
  for (const { profiles = [] } of Object.values<Service>(services))
    for (const profile of profiles) expect(manual).toContain(`--profile ${profile}`)
})
