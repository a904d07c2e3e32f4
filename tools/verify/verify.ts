import { spawn } from 'node:child_process'
import { REMOTES } from '../run/build.ts'

/**
 * `pnpm verify`: runs all static checks. The first layer of `pnpm test`. `pnpm verify <remote>` checks one remote, so
 * that a mistake of another team does not block its release.
 */

interface Check {
  name: string
  command: string
  args: string[]
  /** Returns the part of the output that matters; undefined if there is none. */
  filter?: (output: string) => string | undefined
}

const CHECKS: Check[] = [
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'lint and import rules', command: 'oxlint', args: ['--type-aware', '--quiet'] },
  { name: 'imports between areas of the worker', command: 'node', args: ['tools/verify/area-order.ts'] },
  { name: 'format', command: 'biome', args: ['format', '--reporter=summary'] },
  { name: 'line length', command: 'node', args: ['tools/verify/line-length.ts'] },
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
  { name: 'references in the security docs', command: 'node', args: ['tools/verify/asvs-check.ts'] },
  { name: 'versions of contract and sdk', command: 'node', args: ['tools/verify/release-check.ts'] },
]

/** Returns the output of the compiler without errors in other remotes. */
export function withoutOtherRemotes(output: string, remote: string): string | undefined {
  // An error starts at the beginning of a line; its details are indented.
  const errors = output.split(/\n(?=\S)/)
  const relevant = errors.filter((error) => !error.startsWith('mf-') || error.startsWith(`${remote}/`))
  return relevant.length > 0 ? relevant.join('\n') : undefined
}

const checksOf = (remote: string): Check[] => [
  { name: 'types', command: 'tsc', args: ['-b'], filter: (output) => withoutOtherRemotes(output, remote) },
  { name: 'lint and import rules', command: 'oxlint', args: ['--type-aware', '--quiet', remote] },
  { name: 'format', command: 'biome', args: ['format', '--reporter=summary', remote] },
  { name: 'line length', command: 'node', args: ['tools/verify/line-length.ts', remote] },
  { name: 'unused code', command: 'knip', args: ['--no-progress', '--workspace', remote] },
]

/** Runs a check. @returns its output if it failed, or undefined */
function run({ command, args, filter = (output) => output }: Check): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, FORCE_COLOR: '0' } })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', (error) => resolve(String(error)))
    child.once('exit', (code) => resolve(code === 0 ? undefined : filter(output.trim() || `exited with code ${code}`)))
  })
}

/**
 * Runs all checks, or those of a remote, and prints their results.
 * @returns the checks, with what is wrong
 */
export async function verify(remote?: string): Promise<{ name: string; problem: string | undefined }[]> {
  const results: { name: string; problem: string | undefined }[] = []
  for (const check of remote ? checksOf(remote) : CHECKS) {
    const started = performance.now()
    const problem = await run(check)
    const ms = Math.round(performance.now() - started)
    console.log(problem === undefined ? `✓ ${check.name} (${ms} ms)` : `✗ ${check.name} (${ms} ms)\n${problem}`)
    results.push({ name: check.name, problem })
  }
  return results
}

if (import.meta.main) {
  const [remote] = process.argv.slice(2)
  if (remote !== undefined && !REMOTES.includes(remote)) {
    console.error(`There is no remote ${remote}. Available: ${REMOTES.join(', ')}.`)
    process.exitCode = 1
  } else process.exitCode = (await verify(remote)).some(({ problem }) => problem !== undefined) ? 1 : 0
}
