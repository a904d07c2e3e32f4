import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of CPU time that the processes have used so far, all threads. Linux only: a tick is 10 ms. */
export function cpuOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) * 10
  }, 0)
}

/** The same to the nanosecond, of the threads that are alive: for what takes less than a second. */
export function cpuInDetail(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.reduce((all, thread) => {
      try {
        return all + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
      } catch {
        return all
      }
    }, sum)
  }, 0)
}

/** Pids of the living children of `parent` whose command holds `name`. */
export function childrenOf(parent: number, name: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return stat.includes(name) && Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}

/** The process and all below it. */
export function processTree(pid: number): number[] {
  return [pid, ...childrenOf(pid, '').flatMap(processTree)]
}

/** Resident memory of the processes, in MB. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      return sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    } catch {
      return sum
    }
  }, 0)
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The value below which the share `p` (0 to 1) of the values lies. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN
}

/** Runs `task` `count` times, `width` at once. */
export async function times(count: number, width: number, task: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await task(next++)
  }
  await Promise.all(Array.from({ length: width }, lane))
}
