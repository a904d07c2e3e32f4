import { readdirSync, readFileSync } from 'node:fs'

/** Reads statistics of processes from /proc (Linux). */

/** Returns the fields of /proc/<pid>/stat after the command, or undefined when the process has ended. */
function statOf(pid: number): { command: string; fields: string[] } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    return { command: stat.slice(stat.indexOf('(') + 1, end), fields: stat.slice(end + 2).split(' ') }
  } catch {
    return undefined
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Returns the milliseconds of CPU time that the processes have used, in steps of 10 ms. */
export const cpuOf = (pids: readonly number[]): number =>
  sum(pids.map((pid) => sum((statOf(pid)?.fields.slice(11, 13) ?? []).map(Number)) * 10))

/** Returns the children of a process whose command contains `name`. */
export const childrenOf = (parent: number, name: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const stat = pid > 0 ? statOf(pid) : undefined
      return stat !== undefined && stat.command.includes(name) && Number(stat.fields[1]) === parent
    })

/** Returns the process and all its descendants. */
export const processTree = (pid: number): number[] => [pid, ...childrenOf(pid, '').flatMap(processTree)]

/** Returns the resident memory of the processes in MB. */
export const memoryOf = (pids: readonly number[]): number =>
  sum(pids.map((pid) => (Number(statOf(pid)?.fields[21] ?? 0) * 4096) / 2 ** 20))

/** Returns the value below which the share `p` (0 to 1) of the values lies. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
