import { spawn } from 'node:child_process'

/** `pnpm verify`: runs all static checks. The first layer of `pnpm test`. */

interface Check {
  name: string
  command: string
  args: string[]
}

const CHECKS: Check[] = [
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'lint and import rules', command: 'oxlint', args: ['--type-aware', '--quiet'] },
  { name: 'imports between areas of the worker', command: 'node', args: ['worker/local/area-order.ts'] },
  { name: 'format', command: 'biome', args: ['format', '--reporter=summary'] },
  { name: 'line length', command: 'node', args: ['worker/local/line-length.ts'] },
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
  { name: 'references in the security docs', command: 'node', args: ['worker/local/asvs-check.ts'] },
  { name: 'versions of contract and sdk', command: 'node', args: ['worker/local/release-check.ts'] },
]

/** Runs a check. @returns its output if it failed, or undefined */
function run({ command, args }: Check): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, FORCE_COLOR: '0' } })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', (error) => resolve(String(error)))
    child.once('exit', (code) => resolve(code === 0 ? undefined : output.trim() || `exited with code ${code}`))
  })
}

/** Runs all checks and prints their results. @returns the number of passed and failed checks */
export async function verify(): Promise<{ passed: number; failed: number }> {
  let failed = 0
  for (const check of CHECKS) {
    const started = performance.now()
    const problem = await run(check)
    const ms = Math.round(performance.now() - started)
    if (problem === undefined) console.log(`✓ ${check.name} (${ms} ms)`)
    else {
      failed++
      console.log(`✗ ${check.name} (${ms} ms)\n${problem}`)
    }
  }
  return { passed: CHECKS.length - failed, failed }
}

if (import.meta.main) process.exitCode = (await verify()).failed > 0 ? 1 : 0
