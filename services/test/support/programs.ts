// Our programs that tests start as processes of their own, each bundled to one file for the whole run: from its sources it takes two seconds to load.

/** By name, from the root of the repository. */
export const sources = {
  relay: 'services/test/support/relay-process.ts',
  embedded: 'services/test/support/embedded-process.ts',
  attacker: 'services/test/flood/attacker.ts',
  prober: 'services/test/flood/prober.ts',
  'heavy-node': 'services/test/flood/heavy-node.ts',
  /** The entry for machines with devnets, which is never compiled. */
  'beside-devnets': 'services/devnet/services-main.ts',
} as const

/** The file of a program, for Node; bundled by whoever asks first, while the others wait. */
export async function programOf(name: keyof typeof sources): Promise<string> {
  const response = await fetch(`${process.env['WM_TEST_DATABASES'] ?? ''}/programs`)
  const answer = await response.text()
  if (!response.ok) throw new Error(`The programs were not bundled: ${answer}`)
  return `${answer}/${name}.js`
}
