import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './sqld.ts'

/** Holds a data folder for one portal: two database servers on one folder would start without complaint and ruin it. */
export interface Lock {
  /** Remembers the database server's process, so that the next start can end it should this one be killed. */
  note(pid: number | undefined): void
  release(): void
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Whether the process is the database server this folder was left with, and not another that got its number since. */
function isSqld(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sqld')
  } catch {
    return false
  }
}

/**
 * Takes the folder.
 * @throws StartError when another portal runs on it, or it cannot be written
 */
export function takeLock(data: string): Lock {
  const file = join(data, 'lock')
  const write = (pids: (number | undefined)[]) => writeFileSync(file, pids.filter((p) => p !== undefined).join(' '))
  let held: number[] = []
  try {
    mkdirSync(data, { recursive: true })
    held = readFileSync(file, 'utf8')
      .split(' ')
      .map(Number)
      .filter((p) => p > 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new StartError(`The data folder ${data} cannot be used: ${(error as Error).message}`)
  }
  const [owner, orphan] = held
  if (owner !== undefined && owner !== process.pid && alive(owner))
    throw new StartError(`A portal already runs on ${data} (process ${owner}).`)
  if (orphan !== undefined && alive(orphan) && isSqld(orphan)) process.kill(orphan, 'SIGKILL')
  write([process.pid])
  return { note: (pid) => write([process.pid, pid]), release: () => rmSync(file, { force: true }) }
}
