import { spawn } from 'node:child_process'

/** `pnpm verify`: checks types, lint with the import rules, formatting, unused code, the security table and the versions. The first layer of `pnpm test`. */

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
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
  { name: 'what the security table names', command: 'node', args: ['worker/local/asvs-check.ts'] },
  { name: 'versions of contract and sdk', command: 'node', args: ['worker/local/release-check.ts'] },
]

/** Runs a check. @returns what it said when it failed, or undefined */
function run({ command, args }: Check): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, FORCE_COLOR: '0' } })
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', (error) => resolve(String(error)))
    child.once('exit', (code) => resolve(code === 0 ? undefined : said.trim() || `ended with ${code}`))
  })
}

/** Runs every check and prints the outcome of each. @returns how many passed and failed */
export async function verify(): Promise<{ passed: number; failed: number }> {
  let failed = 0
  for (const check of CHECKS) {
    const started = performance.now()
    const problem = await run(check)
    const took = Math.round(performance.now() - started)
    if (problem === undefined) console.log(`✓ ${check.name} (${took} ms)`)
    else {
      failed++
      console.log(`✗ ${check.name} (${took} ms)\n${problem}`)
    }
  }
  return { passed: CHECKS.length - failed, failed }
}

if (import.meta.main) process.exitCode = (await verify()).failed > 0 ? 1 : 0
