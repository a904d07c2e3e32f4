import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './root.ts'

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** Runs Node without a database or a place for data. */
const run = (...args: string[]) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], PORTAL_DATA: '/dev/null' }
    const child = execFile(process.execPath, args, { cwd: ROOT, env }, (_, out, error) =>
      resolve({ code: child.exitCode ?? 1, out, error }),
    )
  })

/** The commands of the workspace by their name, except those that pass their arguments on. */
const COMMANDS = Object.entries(scripts).flatMap(([name, script]): [string, string][] => {
  const [, file] = /^node (tools\/\S+)$/.exec(script) ?? []
  return file && /^await (?:command|runAction)\(/m.test(readFileSync(join(ROOT, file), 'utf8')) ? [[name, file]] : []
})

/** Begins what a command prints. */
const NEXT = '\f'

it('prints the usage of each command when asked', async () => {
  expect(COMMANDS.length).toBeGreaterThan(10)
  // In one process, because most of the time goes into loading what they share.
  const runs = COMMANDS.map(([, file]) => `console.log('${NEXT}'); await import('./${file}')`)
  const { code, out, error } = await run('--input-type=module', '-e', runs.join('\n'), '--', 'command', '--help')
  expect([code, error]).toEqual([0, ''])
  const usages = out.split(`${NEXT}\n`).slice(1)
  for (const [i, [name]] of COMMANDS.entries()) expect(usages[i]).toMatch(new RegExp(`^pnpm (?:run )?${name}\\b`))
}, 60_000)

it('prints the usage of one action, and of a command whose arguments are wrong', async () => {
  const help = await run('tools/publish/remote.ts', 'history', '--help')
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('pnpm remote history')])
  expect(help.out).not.toContain('pnpm remote publish')
  const more = await run('tools/publish/remote.ts', 'team', 'mf-clients', 'ada@example.com')
  expect([more.code, more.error]).toEqual([1, expect.stringMatching(/^ada@example\.com is one argument too many\.\n/)])
  const wrong = await run('tools/backup/restore.ts', '--nope')
  expect([wrong.code, wrong.error]).toEqual([1, expect.stringContaining("'--nope'\n\npnpm restore ")])
})
