// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineFlags } from '@portal/contract/flags'
import { expect, it, onTestFinished } from 'vitest'
import { flagsOfRemote } from './pages.ts'

/** Returns the folder of a remote with flags. */
function remoteWith(flags: object): string {
  const dir = mkdtempSync(join(tmpdir(), 'flags-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  mkdirSync(join(dir, 'src/remote'), { recursive: true })
  writeFileSync(join(dir, 'src/remote/flags.ts'), `export default ${JSON.stringify(flags)}`)
  return dir
}

it('announces what a remote says about its flags, unless they are read under other names', async () => {
  const forecast = { description: 'Shows the expected work.', default: false, expires: '2027-05-31' }
  const dir = remoteWith(defineFlags('mf-clients', { forecast }))
  expect(await flagsOfRemote(dir, 'mf-clients')).toEqual({ forecast })
  await expect(flagsOfRemote(dir, 'mf-review')).rejects.toThrow("pass 'mf-review' to defineFlags.")
  expect(await flagsOfRemote(join(dir, 'src'), 'mf-clients')).toEqual({})
})
