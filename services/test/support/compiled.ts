// The compiled services: built by the first that asks, while the others wait.
import { beforeAll } from 'vitest'

/** A build is no test: on a busy machine it takes longer than a test may. */
const BUILD_MS = 600_000

/** Before the tests of this file: services/dist is made of the present sources. */
export function useCompiledServices(): void {
  beforeAll(compileServices, BUILD_MS)
}

export async function compileServices(): Promise<void> {
  const response = await fetch(`${process.env['WM_TEST_DATABASES'] ?? ''}/compiled`)
  if (!response.ok) throw new Error(`The services were not built: ${await response.text()}`)
}
