import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { ROOT } from '../command/root.ts'

/** The exit code and output of a program. */
export interface Outcome {
  code: number
  stdout: string
  /** Standard output and standard error together. */
  output: string
}

/** Runs a program and waits until it ends. Looks it up on PATH, then among the binaries of this workspace. */
export function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const path = [process.env['PATH'], join(ROOT, 'tools/node_modules/.bin'), join(ROOT, 'node_modules/.bin')].join(
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
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      output += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once('error', (error) => resolve({ code: 127, stdout: '', output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, output: output.trim() }))
  })
}

/** Returns the last lines of a program's output. */
export const lastLines = (output: string, count = 8): string =>
  output.split('\n').filter(Boolean).slice(-count).join('\n')
