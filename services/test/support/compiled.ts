// The compiled services: built by whoever asks first, while the others wait.

/** Resolves when services/dist is made of the present sources. */
export async function compileServices(): Promise<void> {
  const response = await fetch(`${process.env['WM_TEST_DATABASES'] ?? ''}/compiled`)
  if (!response.ok) throw new Error(`The services were not built: ${await response.text()}`)
}
