import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** The root of the workspace. */
export const ROOT = join(import.meta.dirname, '../../..')

/** How a program ended, and what it said. */
export interface Outcome {
  code: number
  stdout: string
  /** What it said on both, for the person at the terminal. */
  said: string
}

/**
 * Runs a program to its end. It is looked for on PATH, then among the workspace's own: whoever puts another `wrangler` in front gets
 * that one.
 */
export function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const path = [process.env['PATH'], join(ROOT, 'worker/node_modules/.bin'), join(ROOT, 'node_modules/.bin')].join(
    delimiter,
  )
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        WRANGLER_SEND_METRICS: 'false',
        WRANGLER_HIDE_BANNER: 'true',
        FORCE_COLOR: '0',
        ...env,
        PATH: path,
      },
    })
    let stdout = ''
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      said += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.once('error', (error) => resolve({ code: 127, stdout: '', said: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, said: said.trim() }))
  })
}

/** The last lines of what a program said: enough to act on. */
export const lastLines = (said: string, count = 8): string => said.split('\n').filter(Boolean).slice(-count).join('\n')
