import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The command for other repositories. */
const CLI = join(import.meta.dirname, '../../remote-cli/cli.ts')

/** Asks the command for its usage, with a Node that says to have a version. */
function usageWith(version: string) {
  const versions = `{ ...process.versions, node: '${version}' }`
  const code = `Object.defineProperty(process, 'versions', { value: ${versions} })`
  const options = ['--import', `data:text/javascript,${encodeURIComponent(code)}`, CLI]
  return spawnSync(process.execPath, [...options, 'history', '--help'], { encoding: 'utf8' })
}

it.each(['20.20.2', '22.14.0'])('names the version that it needs when it runs with Node %s', (version) => {
  const { status, stdout, stderr } = usageWith(version)
  const problem = `This command needs Node 22.15 or newer. This is Node ${version}.\n`
  expect([status, stdout, stderr]).toEqual([1, '', problem])
})

it.each(['22.15.0', '24.0.0'])('runs with Node %s', (version) => {
  expect(usageWith(version)).toMatchObject({ status: 0, stdout: expect.stringContaining('history <name>') as string })
})
