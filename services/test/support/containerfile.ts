// Reads services/Containerfile and carries it out without a container engine: folders stand for the file systems of its stages, the programs of this machine for those
// of its base image. Takes the instructions that the file has, and refuses any other.
import { execFile, spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../../scripts/prepare.mjs'

/** One instruction: `COPY`, and all that follows it on its line. */
interface Step {
  readonly name: string
  readonly text: string
}

/** From one `FROM` to the next. */
export interface Stage {
  /** What other stages call it; the last one has no name. */
  readonly name: string | undefined
  readonly steps: readonly Step[]
}

const KNOWN = new Set(['WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'EXPOSE', 'HEALTHCHECK', 'CMD'])

/** The stages of a Containerfile, in order. @throws Error for an instruction that this reader does not know */
export function parseContainerfile(text: string): readonly Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const stages: { name: string | undefined; steps: Step[] }[] = []
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push({ name: /\sAS\s+(\S+)$/i.exec(rest)?.[1], steps: [] })
    else if (KNOWN.has(name)) stages.at(-1)?.steps.push({ name, text: rest })
    else throw new Error(`an instruction that is not known: ${line}`)
  }
  return stages
}

/** What the last stage says about running it. */
export function imageOf(stages: readonly Stage[]) {
  const steps = stages.at(-1)?.steps ?? []
  const last = (name: string) => steps.findLast((step) => step.name === name)?.text ?? ''
  const [, check = ''] = /CMD\s+(\[.*\])$/.exec(last('HEALTHCHECK')) ?? []
  const pairs = steps.filter(({ name }) => name === 'ENV').flatMap(({ text }) => [...text.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)])
  return {
    command: JSON.parse(last('CMD')) as readonly string[], // the exec form: without a shell that would keep signals
    healthCheck: JSON.parse(check) as readonly string[],
    env: Object.fromEntries(pairs.map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? ''])) as Readonly<
      Record<string, string>
    >,
    user: last('USER'),
    workdir: last('WORKDIR'),
    ports: last('EXPOSE').split(/\s+/).map(Number),
  }
}

/**
 * Whether a list in the format of .dockerignore leaves a path out: the last pattern that matches it, or a folder that it is in, decides.
 * @param path of a file, from the root of the context
 */
function isIgnored(list: string, path: string): boolean {
  const parts = path.split('/')
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  let isOut = false
  for (const line of list.split('\n').map((text) => text.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const pattern = posix.normalize(line.replace(/^!/, '')).replace(/^\/|\/$/g, '')
    const expression = pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('**', '\0')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]')
      .replaceAll('\0', '.*')
    if (paths.some((one) => new RegExp(`^${expression}$`).test(one))) isOut = !line.startsWith('!')
  }
  return isOut
}

/** Files that the context of the build has in a fresh clone, after the ignore list. */
export function contextFiles(ignoreList: string): readonly string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout.split('\0').filter((path) => path !== '' && !isIgnored(ignoreList, path))
}

/**
 * Builds all stages, each in a folder below `folder`.
 * @param context files of the context, from the root of the repository
 * @returns the folder of the last stage
 */
export async function buildImage(stages: readonly Stage[], context: readonly string[], folder: string): Promise<string> {
  const roots = new Map<string, string>()
  let place = ''
  for (const [index, { name, steps }] of stages.entries()) {
    place = join(folder, String(index))
    roots.set(name ?? String(index), place)
    let workdir = '/'
    for (const { name: instruction, text } of steps) {
      if (instruction === 'WORKDIR') {
        workdir = posix.resolve(workdir, text)
        mkdirSync(join(place, workdir), { recursive: true })
      }
      if (instruction === 'COPY') copy(text, { place, workdir, roots, context })
      if (instruction === 'RUN') await run(text, join(place, workdir))
    }
  }
  return place
}

interface Copying {
  readonly place: string
  readonly workdir: string
  readonly roots: ReadonlyMap<string, string>
  readonly context: readonly string[]
}

function copy(text: string, { place, workdir, roots, context }: Copying): void {
  const words = text.split(/\s+/)
  const option = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
  const paths = words.filter((word) => !word.startsWith('--'))
  const to = paths.pop() ?? ''
  const target = join(place, posix.resolve(workdir, to))
  const from = option('from')
  for (const path of paths) {
    if (from === undefined)
      copyFromContext(path, to.endsWith('/') || paths.length > 1 ? join(target, posix.basename(path)) : target)
    else copyWhole(join(roots.get(from) ?? '', path), target)
  }
  if (option('chown') !== undefined && process.getuid?.() === 0) own(target, option('chown') ?? '')

  /** A folder gives what is in it, a file itself. */
  function copyFromContext(path: string, fileTarget: string): void {
    const inside = context.filter((one) => one.startsWith(`${path}/`))
    for (const one of inside) copyWhole(join(root, one), join(target, one.slice(path.length + 1)))
    if (context.includes(path)) copyWhole(join(root, path), fileTarget)
    else if (inside.length === 0) throw new Error(`COPY ${text}: there is no ${path} in the context`)
  }
}

function copyWhole(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

function own(path: string, owner: string): void {
  const [uid = 0, gid = 0] = owner.split(':').map(Number)
  chownSync(path, uid, gid)
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name), owner)
}

async function run(command: string, cwd: string): Promise<void> {
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: process.env['HOME'] ?? '',
    npm_config_prefer_offline: 'true', // of packages that this machine has had before, the registry need not be asked again
  }
  await promisify(execFile)('sh', ['-c', command], { cwd, env, maxBuffer: 2 ** 26 })
}

export const containerfile = readFileSync(`${root}/services/Containerfile`, 'utf8')
export const ignoreList = readFileSync(`${root}/services/Containerfile.dockerignore`, 'utf8')
