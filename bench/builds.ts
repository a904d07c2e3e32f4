import { spawn } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './cpu.ts'
import type { Row } from './table.ts'

const root = join(import.meta.dirname, '..')
/** What builds remember of the one before. */
const CACHE = join(root, '.cache/rspack')
const ASIDE = join(root, '.cache/rspack-aside')
const ROUNDS = 3

/** Seconds that a script takes, from its start to its end. */
async function seconds(script: string, ...args: string[]): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, [join(root, script), ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${script} ended with ${String(code)}`)
  return (performance.now() - started) / 1000
}

async function cold(): Promise<number> {
  rmSync(ASIDE, { recursive: true, force: true })
  if (existsSync(CACHE)) renameSync(CACHE, ASIDE)
  try {
    return await seconds('worker/local/build.ts', '--force')
  } finally {
    rmSync(ASIDE, { recursive: true, force: true })
  }
}

/** Building all five bundles and the worker, against one bundle of the same sources and the worker alone; in turns. */
export async function buildRows(): Promise<Row[]> {
  const took = { cold: [] as number[], warm: [] as number[], same: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    took.bare.push(await seconds('bench/build-floor.ts'))
    took.cold.push(await cold())
    took.warm.push(await seconds('worker/local/build.ts', '--force'))
    took.same.push(await seconds('worker/local/build.ts'))
  }
  const bare = median(took.bare)
  const row = (what: string, values: readonly number[]): Row => {
    const value = median(values)
    return {
      what,
      figure: `${(value / bare).toFixed(2)} × floor`,
      against: `${value.toFixed(1)} against ${bare.toFixed(1)} s`,
      budget: '',
      met: null,
    }
  }
  return [
    row('Build of everything, cold (five bundles, worker)', took.cold),
    row('Build of everything, warm', took.warm),
    row('Build, nothing changed', took.same),
  ]
}
