// What containers do, by the kernel's own means: a small disk of one's own, process numbers of one's own. Not every machine lets a test do that.
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'

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

/** Why a command cannot be run as another user in a root directory of its own, or undefined. */
export const missingRoot = (): string | undefined =>
  process.getuid?.() === 0 ? missingIsolation() : 'only root can change the root directory'

/**
 * The command runs as `user` (`uid:gid`) with `root` as its root directory, read-only but for `data`, an empty /tmp and /dev. The programs and libraries are this machine's.
 * @param workdir where it begins, seen from inside
 * @param data a folder of `root`, seen from inside
 */
export const inRoot = (
  root: string,
  { user, workdir, data }: Readonly<Record<'user' | 'workdir' | 'data', string>>,
): readonly string[] => {
  const node = dirname(dirname(process.execPath))
  const script = `set -e
    root=$0 user=$1 workdir=$2 data=$3 node=$4; shift 4
    mount --bind "$root" "$root"; cd "$root"
    for folder in /bin /lib /lib64 /usr /etc /proc /dev "$node"; do
      case $folder in /usr/*) continue;; esac
      if [ -e $folder ]; then mkdir -p ".$folder"; mount --rbind $folder ".$folder"; fi
    done
    mkdir -p tmp; mount -t tmpfs tmpfs tmp
    mount --bind ".$data" ".$data"
    mount -o remount,bind,ro "$root" "$root"
    exec chroot --userspec="$user" . env -C "$workdir" "$@"`
  return ['unshare', '--mount', 'sh', '-c', script, root, user, workdir, data, node]
}
