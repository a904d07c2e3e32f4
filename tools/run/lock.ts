import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../command/start-error.ts'
import { systemReason } from '../command/system-reason.ts'

/** An exclusive lock on a data folder, because two database servers on one folder would corrupt it. */
export interface Lock {
  /** Records the process of the database server, so that the next start can end it if this process is killed. */
  recordDatabase(pid: number | undefined): void
  release(): void
}

/** Returns the start time of a process in the format of the system, or undefined if there is no such process. */
function startTimeOf(pid: number): string | undefined {
  try {
    // The 22nd field; the name in parentheses before it may contain spaces.
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/** Returns the lock file's entry for a process. Its start time distinguishes it from a later one with the same id. */
const entryOf = (pid: number): string => `${pid}@${startTimeOf(pid) ?? ''}`

/** Returns the process id of a lock file entry if that process is still running. */
function runningPid(entry: string | undefined): number | undefined {
  const pid = Number(entry?.split('@')[0])
  return pid > 0 && startTimeOf(pid) !== undefined && entryOf(pid) === entry ? pid : undefined
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
 * Locks a data folder.
 * @throws StartError when another portal uses it, or it cannot be written
 */
export function takeLock(data: string): Lock {
  const file = join(data, 'lock')
  const write = (...pids: number[]): void => writeFileSync(file, pids.map(entryOf).join('\n'))
  try {
    mkdirSync(data, { recursive: true })
    const [owner, database] = readLock(file).map(runningPid)
    if (owner !== undefined && owner !== process.pid)
      throw new StartError(`Another portal is using ${data} (process ${owner}).`)
    if (database !== undefined) process.kill(database, 'SIGKILL')
    write(process.pid)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The data folder ${data} cannot be used: ${systemReason(error)} Set PORTAL_DATA to another folder.`,
    )
  }
  return {
    recordDatabase: (pid) => write(process.pid, ...(pid === undefined ? [] : [pid])),
    release: () => rmSync(file, { force: true }),
  }
}
