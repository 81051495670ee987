// The settings of the recovery service as a process of its own. It shares no key and no database with the other services.
import * as z from 'zod'
import { levels } from '../operations/log.js'
import { ConfigError, environmentFaults, isLoopback, SettingFaults } from '../settings/config-error.js'
import { keyText, tokenText } from '../settings/frame.js'

const port = z.coerce.number('a whole number from 0 to 65535 is needed').int('a whole number is needed').min(0).max(65_535)

const environment = z.object({
  WM_RECOVERY_HOST: z.string().min(1).default('127.0.0.1'),
  WM_RECOVERY_PORT: port.default(8790),
  WM_RECOVERY_KEY: keyText,
  WM_RECOVERY_TOKEN: tokenText,
  WM_RECOVERY_DATA_DIR: z.string().min(1).optional(),
  WM_RECOVERY_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'a postgres:// url is needed' }).optional(),
  WM_LOG: z.enum(levels, `one of ${levels.join(', ')} is needed`).default('info'),
})

/** Every variable that the process reads. */
export const recoveryVariables: readonly string[] = Object.keys(environment.shape)

/** What the process needs. */
export interface RecoverySettings {
  readonly host: string
  readonly port: number
  readonly key: string
  readonly token: string
  readonly dataFolder?: string | undefined
  readonly databaseUrl?: string | undefined
  readonly log: (typeof levels)[number]
}

/** @throws ConfigError that names every variable at fault, a line each */
export function readRecoverySettings(env: Readonly<Record<string, string | undefined>>): RecoverySettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const faults = new SettingFaults()
  const parsed = environment.safeParse(given)
  for (const fault of environmentFaults(parsed.error?.issues ?? [], given)) faults.add(fault)
  // What opens the one half must not lie beside what opens the other.
  if (given['WM_SECRET_KEY'] !== undefined)
    faults.add(
      new ConfigError('WM_SECRET_KEY', 'refused here: the key of the services and that of the recovery service must not meet'),
    )
  if (
    given['WM_RECOVERY_DATA_DIR'] === undefined &&
    given['WM_RECOVERY_DATABASE_URL'] === undefined &&
    !isLoopback(given['WM_RECOVERY_HOST'] ?? '127.0.0.1')
  )
    faults.add(
      new ConfigError(
        'WM_RECOVERY_DATA_DIR',
        'needed, or WM_RECOVERY_DATABASE_URL: halves that live in memory are lost with the process',
      ),
    )
  faults.end()
  const values = parsed.data ?? environment.parse(given) // without a fault they were parsed
  return {
    host: values.WM_RECOVERY_HOST,
    port: values.WM_RECOVERY_PORT,
    key: values.WM_RECOVERY_KEY,
    token: values.WM_RECOVERY_TOKEN,
    dataFolder: values.WM_RECOVERY_DATA_DIR,
    databaseUrl: values.WM_RECOVERY_DATABASE_URL,
    log: values.WM_LOG,
  }
}
