// What containers do, by the kernel's own means: a small disk of one's own, process numbers of one's own. Not every machine lets a test do that.
import { spawnSync } from 'node:child_process'

/** Root needs no namespace of users; others need one, which some machines forbid. */
const unshare = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'])]

/** The command runs with `megabytes` of disk at `folder`, which others see under `/proc/<pid>/root`. */
export const onSmallDisk = (folder: string, megabytes: number): readonly string[] => [
  ...[...unshare, '--mount', 'sh', '-c'],
  ...[`mount -t tmpfs -o size=${megabytes}m tmpfs "$0" && exec "$@"`, folder],
]

/** The command sees `folder`, but cannot change it. */
export const onReadOnlyDisk = (folder: string): readonly string[] => [
  ...[...unshare, '--mount', 'sh', '-c'],
  ...['mount -t tmpfs -o ro tmpfs "$0" && exec "$@"', folder],
]

/** The command is process 1 of a world of its own, as in a container. It ends with the process that was started. */
export const asFirstProcess: readonly string[] = [...unshare, '--pid', '--fork', '--kill-child', '--mount-proc']

/** Why this machine cannot do that, or undefined. */
export function missingIsolation(): string | undefined {
  const disk = spawnSync('sh', ['-c', `${[...unshare, '--mount'].join(' ')} mount -t tmpfs tmpfs /tmp`]).status
  const processes = spawnSync(asFirstProcess[0] ?? '', [...asFirstProcess.slice(1), 'true']).status
  return disk === 0 && processes === 0 ? undefined : "no namespaces of one's own on this machine (unshare)"
}
