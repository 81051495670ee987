// What every reader of settings throws, and what counts as this machine.

/** A setting that cannot be used. The message starts with the variable at fault and is shown to the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}`)
  }
}

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])
/** True for a host name or address that reaches this machine alone. */
export const isLoopback = (host: string) => loopbackHosts.has(host)
