import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Disks and clocks that affect only this run. */

const NAMESPACE = 'CHAOS_NAMESPACE'
/** Arguments of `unshare` for a new mount namespace: as root, and as a user where the kernel allows it. */
const UNSHARE = [['--mount'], ['--user', '--map-root-user', '--mount']]

/** Returns whether this process may mount disks. They disappear with it. */
export const canMount = (): boolean => process.env[NAMESPACE] === 'mount'

/**
 * Runs this command again in its own mount namespace, or without one if the machine does not allow it.
 * @returns the exit code; undefined in the process that does the work
 */
export async function runInNamespace(): Promise<number | undefined> {
  if (process.env[NAMESPACE]) return undefined
  const namespace = UNSHARE.find(
    (args) => spawnSync('unshare', [...args, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0,
  )
  const node = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const [command = '', ...args] = namespace ? ['unshare', ...namespace, ...node] : node
  const env = { ...process.env, [NAMESPACE]: namespace ? 'mount' : 'none' }
  const child = spawn(command, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

/** Mounts an empty disk. Returns a function that unmounts it. */
export function mountDisk(folder: string, options: string): () => void {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'chaos', folder])
  return () => execFileSync('umount', ['--lazy', folder])
}

/** Writes to a file until the disk is full. */
export function fillDisk(file: string): void {
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k'])
}

/** Builds a wall clock for workerd with the machine's C compiler. Returns undefined if there is none. */
export function buildClock(folder: string) {
  const library = join(folder, 'clock.so')
  const source = join(import.meta.dirname, 'clock.c')
  const build = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])
  if (process.platform !== 'linux' || build.status !== 0) return undefined
  const file = join(folder, 'clock')
  const descriptor = openSync(file, 'w')
  let offset = 0
  const set = (seconds: number): void => {
    offset = seconds
    // In place: workerd maps the file into its memory.
    writeSync(descriptor, new BigInt64Array([BigInt(seconds)]), 0, 8, 0)
  }
  set(0)
  return {
    /** Environment variables for the process that uses the clock. */
    env: { LD_PRELOAD: library, CHAOS_CLOCK: file },
    /** Sets how many seconds it is ahead of the machine's clock. */
    set,
    now: () => new Date(Date.now() + offset * 1000),
  }
}
