// What every reader of settings throws, and what counts as this machine.

/** A setting that cannot be used, or several. Each line of the message starts with the variable at fault and is shown to the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  /** By variable; this error itself where it is one alone. */
  readonly parts: readonly ConfigError[]
  /** @param problem a sentence without a line break, or several, which get a line each */
  constructor(
    readonly variable: string,
    problem: string | readonly string[],
    parts?: readonly ConfigError[],
  ) {
    super(
      parts?.map(({ message }) => message).join('\n') ??
        [problem]
          .flat()
          .map((one) => `${variable}: ${one}`)
          .join('\n'),
    )
    this.parts = parts ?? [this]
  }
}

/** Gathers what is wrong with the settings, so that the operator is told all of it at once. Of each variable, what is found first. */
export class SettingFaults {
  readonly #found = new Map<string, ConfigError>()

  /** Whether one of the variables is wrong. */
  has(...variables: readonly string[]): boolean {
    return variables.some((variable) => this.#found.has(variable))
  }

  add(error: ConfigError): void {
    for (const part of error.parts) if (!this.has(part.variable)) this.#found.set(part.variable, part)
  }

  /**
   * What `read` returns; `fallback` where it throws a ConfigError, which is gathered.
   * @param needs variables whose values `read` depends on: where one is wrong it is not called, because what it finds may come from that
   */
  attempt<T, F>(read: () => T, fallback: F, needs: readonly string[] = []): T | F {
    if (this.has(...needs)) return fallback
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      this.add(error)
      return fallback
    }
  }

  /** @throws ConfigError of everything that was gathered */
  end(): void {
    const parts = [...this.#found.values()]
    const [first] = parts
    if (first) throw parts.length === 1 ? first : new ConfigError(first.variable, [], parts)
  }
}

/** The variable at fault of each issue, and what is wrong with it. @param given variables that are set: the others are missing */
export function environmentFaults(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
  given: Readonly<Record<string, unknown>>,
): readonly ConfigError[] {
  return issues.map(({ path: [name = 'environment'], message }) => {
    const variable = String(name)
    return new ConfigError(variable, variable in given ? message : 'this setting is needed')
  })
}

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])
/** True for a host name or address that reaches this machine alone. */
export const isLoopback = (host: string) => loopbackHosts.has(host)
