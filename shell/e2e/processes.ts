import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Returns the ids of all descendants of a process. */
export function descendants(parent: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = (pid: number): number[] =>
    rows.filter(([, ppid]) => ppid === pid).flatMap(([child = 0]) => [child, ...below(child)])
  return below(parent)
}

/** Returns the command line of a process, or '' if there is no such process. */
export const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
