import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './sqld.ts'
import { systemReason } from './system-reason.ts'

/** Holds a data folder for one portal: two database servers on one folder would start without complaint and ruin it. */
export interface Lock {
  /** Remembers the database server's process, so that the next start can end it should this one be killed. */
  note(pid: number | undefined): void
  release(): void
}

/** When a process started, in the system's own terms; undefined when there is no such process. */
function startOf(pid: number): string | undefined {
  try {
    // The 22nd field; the name in parentheses before it may contain spaces.
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/** A process as the lock file names it. The start time tells it from a later one with the same number, as in a restarted container. */
const nameOf = (pid: number): string => `${pid}@${startOf(pid) ?? ''}`

/** The number of the process that an entry of the lock file names, if it still runs. */
function running(entry: string | undefined): number | undefined {
  const pid = Number(entry?.split('@')[0])
  return pid > 0 && startOf(pid) !== undefined && nameOf(pid) === entry ? pid : undefined
}

function readLock(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Takes the folder.
 * @throws StartError when another portal runs on it, or it cannot be written
 */
export function takeLock(data: string): Lock {
  const file = join(data, 'lock')
  const write = (...pids: number[]): void => writeFileSync(file, pids.map(nameOf).join('\n'))
  try {
    mkdirSync(data, { recursive: true })
    const [owner, database] = readLock(file).map(running)
    if (owner !== undefined && owner !== process.pid)
      throw new StartError(`A portal already runs on ${data} (process ${owner}).`)
    if (database !== undefined) process.kill(database, 'SIGKILL')
    write(process.pid)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The data folder ${data} cannot be used: ${systemReason(error)} Set PORTAL_DATA to another folder.`,
    )
  }
  return {
    note: (pid) => write(process.pid, ...(pid === undefined ? [] : [pid])),
    release: () => rmSync(file, { force: true }),
  }
}
