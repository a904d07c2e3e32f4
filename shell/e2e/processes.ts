import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The processes of this machine, as far as tests end some of their own. */

/** Pids of the processes below `parent`. */
export function descendants(parent: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = (pid: number): number[] =>
    rows.filter(([, ppid]) => ppid === pid).flatMap(([child = 0]) => [child, ...below(child)])
  return below(parent)
}

/** The command line of a process, '' where there is none. */
export const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
