import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placeOf } from '@portal/contract/pages'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT, remoteSources } from '../../shell/kit/build/inputs.ts'
import { pagesOfRemote } from '../../shell/kit/build/pages.ts'
import { createRemote, workflowOf } from '../publish/create-remote.ts'
import { REMOTES } from '../run/build.ts'

/** Checks that each remote has all files that its team needs, and that they match each other. */

interface Workflow {
  on: { push: { paths?: string[] }; pull_request: { paths?: string[] } | null }
  jobs: Record<string, { steps?: { run?: string }[] }>
}

const workflows = join(ROOT, '.github/workflows')
const scriptsOf = (folder: string): string[] =>
  Object.keys(
    (JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as { scripts?: object }).scripts ?? {},
  )
const covers = (pattern: string, path: string): boolean =>
  pattern === path || (pattern.endsWith('/**') && `${path}/`.startsWith(pattern.slice(0, -2)))

it.each(REMOTES)('provides commands, tests, workflow, README and changelog when the remote is %s', (name) => {
  expect(scriptsOf(name)).toEqual(expect.arrayContaining(['dev', 'build', 'test']))
  const { version } = JSON.parse(readFileSync(join(ROOT, name, 'package.json'), 'utf8')) as { version: string }
  expect(readFileSync(join(ROOT, name, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`)
  const readme = readFileSync(join(ROOT, name, 'README.md'), 'utf8')
  // Folders named in the README exist.
  for (const [, folder = ''] of readme.matchAll(/`(src\/\w[\w-]*\/)`/g))
    expect([folder, existsSync(join(ROOT, name, folder))]).toEqual([folder, true])

  const text = readFileSync(join(workflows, `${name}.yml`), 'utf8')
  expect(text).toBe(workflowOf(name))
  const { on } = parse(text) as Workflow
  for (const source of remoteSources(name)) {
    for (const paths of [on.push.paths, on.pull_request?.paths])
      expect([source, paths?.some((pattern) => covers(pattern, source))]).toEqual([source, true])
  }
  const others = REMOTES.filter((other) => other !== name)
  expect(others.filter((other) => on.push.paths?.some((pattern) => covers(pattern, `${other}/src`)))).toEqual([])
})

it('runs only existing scripts when a workflow calls pnpm', () => {
  for (const file of readdirSync(workflows)) {
    const { jobs } = parse(readFileSync(join(workflows, file), 'utf8')) as Workflow
    const commands = Object.values(jobs).flatMap((job) =>
      (job.steps ?? []).flatMap((step) => step.run?.split('\n') ?? []),
    )
    for (const given of commands) {
      const command = given.replace('"$REMOTE"', 'mf-clients')
      const [, folder = '.', script = ''] = /^pnpm (?:--dir (\S+) )?(?:run )?([\w:-]+)/.exec(command) ?? []
      if (['', 'install', 'exec', 'audit', 'sbom'].includes(script)) continue
      expect([file, command, scriptsOf(folder).includes(script)]).toEqual([file, command, true])
    }
  }
})

it('fills in name, page, role and workflow when it creates a remote from the template', async () => {
  const into = mkdtempSync(join(tmpdir(), 'create-'))
  createRemote({ name: 'mf-tax-returns', label: 'Tax returns', role: 'client', into })
  const dir = join(into, 'mf-tax-returns')
  expect(placeOf(await pagesOfRemote(dir))).toMatchObject({
    routes: ['/tax-returns'],
    role: 'client',
    nav: { label: 'Tax returns' },
  })
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const entry of files) expect(readFileSync(join(entry.parentPath, entry.name), 'utf8')).not.toMatch(/example/i)
  expect(readFileSync(join(into, '.github/workflows/mf-tax-returns.yml'), 'utf8')).toContain('secrets: MF_TAX_RETURNS')
  expect(() => createRemote({ name: 'mf-tax-returns', into })).toThrow('already exists')
  expect(() => createRemote({ name: 'tax', into })).toThrow('named mf-')
  expect(() => createRemote({ name: 'mf-x', route: '/a/b', into })).toThrow('--route')
  expect(() => createRemote({ name: 'mf-x', label: '</script>', into })).toThrow('--label')
  rmSync(into, { recursive: true })
})
