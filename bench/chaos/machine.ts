import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** What this machine lets a run do to its disks and clocks, none of which the rest of the machine notices. */

const INSIDE = 'CHAOS_INSIDE'

/** Ways into a mount namespace of one's own: as root, and as anybody else where the kernel allows it. */
const WAYS = [['--mount'], ['--user', '--map-root-user', '--mount']]

/** Whether disks can be mounted that only this run sees, and that are gone with it. */
export const canMount = (): boolean => process.env[INSIDE] === 'mounts'

/**
 * Runs the command once more in a mount namespace of its own, where the machine allows that.
 * @returns its exit code; undefined inside, where the work is to be done
 */
export async function insideNamespace(): Promise<number | undefined> {
  if (process.env[INSIDE]) return undefined
  const way = WAYS.find((args) => spawnSync('unshare', [...args, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0)
  const [command, args] = way ? ['unshare', [...way, process.execPath]] : [process.execPath, []]
  const child = spawn(command, [...args, ...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: way ? 'mounts' : 'plain' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

/** Mounts a disk of so many megabytes at a folder. */
export function mountDisk(folder: string, megabytes: number): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'chaos', folder])
}

/** Hides a folder behind an empty one that nobody can write to, until the function given back is called. */
export function hide(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=4k', 'chaos', folder])
  return () => unmount(folder)
}

export function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder])
}

/** Writes a file until the disk is full. @returns how many bytes went in */
export function fillDisk(file: string): number {
  const descriptor = openSync(file, 'w')
  const block = Buffer.alloc(64 * 1024)
  let size = 0
  try {
    for (let length = block.length; length > 0; ) {
      try {
        size += writeSync(descriptor, block, 0, length)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        // What is left may still take less than a block.
        length = Math.floor(length / 2)
      }
    }
    return size
  } finally {
    closeSync(descriptor)
  }
}

/** A wall clock for workerd that can be set. */
export interface Clock {
  /** Environment of the process whose clock it is. */
  environment: Record<string, string>
  /** Seconds that it is ahead of the machine's. */
  ahead: number
  set(ahead: number): void
}

/** Builds the clock with the machine's C compiler. @returns undefined where there is none */
export function makeClock(folder: string): Clock | undefined {
  const library = join(folder, 'clock.so')
  const source = join(import.meta.dirname, 'clock.c')
  if (process.platform !== 'linux') return undefined
  if (spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']).status !== 0) return undefined
  const file = join(folder, 'clock')
  const descriptor = openSync(file, 'w')
  const clock: Clock = {
    environment: { LD_PRELOAD: library, CHAOS_CLOCK: file },
    ahead: 0,
    set: (ahead) => {
      const seconds = Buffer.alloc(8)
      seconds.writeBigInt64LE(BigInt(ahead))
      writeSync(descriptor, seconds, 0, 8, 0)
      clock.ahead = ahead
    },
  }
  clock.set(0)
  return clock
}
