import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildOrigin } from './build-origin.ts'

let repository = ''
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'origin-'))
})
afterEach(() => rmSync(repository, { recursive: true }))

it('names commit, author, branch and message, and uncommitted changes of the folder', async () => {
  expect(await buildOrigin(repository, {})).toEqual({})
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], { cwd: repository, encoding: 'utf8' })
  git('init', '-q', '-b', 'topic')
  mkdirSync(join(repository, 'mf-x'))
  writeFileSync(join(repository, 'mf-x/a.ts'), '1')
  git('add', '.')
  git('commit', '-q', '-m', 'Show totals\n\nDetails')
  const commit = git('rev-parse', 'HEAD').trim()
  const origin = (env = {}) => buildOrigin(join(repository, 'mf-x'), env)
  expect(await origin()).toEqual({ author: 'A', commit, branch: 'topic', message: 'Show totals' })
  // Changes elsewhere are not part of the build.
  writeFileSync(join(repository, 'other.ts'), '1')
  expect(await origin({ GITHUB_REF_NAME: 'main' })).toEqual({
    author: 'A',
    commit,
    branch: 'main',
    message: 'Show totals',
  })
  writeFileSync(join(repository, 'mf-x/a.ts'), '2')
  git('checkout', '-q', '--detach')
  expect(await origin()).toEqual({ author: 'A', commit, message: 'Show totals (with uncommitted changes)' })
})
