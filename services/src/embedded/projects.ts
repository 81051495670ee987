// Which pages may embed the frame: the operator's table of projects, read with the strict rules of the frame (src/frame/origins.ts).
import { frameAncestorsOf, matchesOrigin, readOriginList } from '../../../src/frame/origins.js'
import { OriginListError, writeOrigin, type OriginPattern } from '../../../src/vocabulary/origin.js'
import { ConfigError, type Project } from '../settings/config.js'
import type { FrameSettings } from '../settings/frame.js'
import { toAsciiDomain } from '../settings/domain.js'
import { sharedBy } from '../settings/public-suffixes.js'

/** What the frame needs to know of a project. */
export interface FrameProject {
  /** In ASCII, so that no browser reads another name in them than the services do. */
  readonly origins: readonly string[]
  /** The value of `frame-ancestors`. */
  readonly ancestors: string
  allows(origin: string): boolean
}

/** A project by its id; undefined: there is none. */
export type FrameProjects = (id: string) => FrameProject | undefined

/**
 * Without a table there is one project for every id, which only pages of the loopback may use, and those in development alone.
 * @throws ConfigError `WM_PROJECTS` for an entry that would let strangers in
 */
export function createFrameProjects(
  table: Readonly<Record<string, Project>>,
  { devOrigins, allowLoopback }: Pick<FrameSettings, 'devOrigins' | 'allowLoopback'>,
): FrameProjects {
  const of = (patterns: readonly OriginPattern[]): FrameProject => ({
    origins: patterns.map(writeOrigin),
    ancestors: frameAncestorsOf(patterns, { allowLoopback }),
    allows: (origin) => matchesOrigin(origin, patterns, { allowLoopback }),
  })
  const projects = new Map(Object.entries(table).map(([id, { origins }]) => [id, of(read(id, origins, devOrigins))]))
  const open = of([])
  return (id) => (projects.size === 0 ? open : projects.get(id))
}

function read(id: string, origins: readonly string[], devOrigins: boolean): readonly OriginPattern[] {
  try {
    return readOriginList(origins, { devOrigins, toAscii: toAsciiDomain, sharedBy })
  } catch (error) {
    if (!(error instanceof OriginListError)) throw error
    throw new ConfigError('WM_PROJECTS', `${id}: the embedded wallet refuses the origin ${error.message}`)
  }
}
