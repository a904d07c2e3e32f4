import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { containerScript } from '../../../shell/smoke-test/container-script.ts'
import { ENTRY, filesOf, folderOf, newRemote } from '../../../worker/src/testing/remotes.ts'
import { checkBuild } from './check-build.ts'

it('refuses a build when the scripts of a page are larger than the limit of the remote', async () => {
  const entry = `${containerScript('x')}/* ${randomBytes(80_000).toString('hex')} */`
  const dir = folderOf(await newRemote(), {}, { ...filesOf('1'), [ENTRY]: entry })
  const limitTo = (maxSize: unknown) =>
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ portal: { maxSize } }))
  const size = /have (\d+) kB/
  const refused = await checkBuild({ dir }).catch(String)
  expect(refused).toContain('the limit is 60 kB.')
  const [, actual] = size.exec(String(refused)) ?? []
  expect(refused).toContain(`add "portal": { "maxSize": ${actual} } to ${join(dir, 'package.json')}.`)
  limitTo(Number(actual) - 1)
  await expect(checkBuild({ dir })).rejects.toThrow(`the limit is ${Number(actual) - 1} kB.`)
  limitTo('80 kB')
  await expect(checkBuild({ dir })).rejects.toThrow('takes a whole number of kB.')
  limitTo(Number(actual))
  await checkBuild({ dir })
})

it('refuses a build when the shell cannot load it', async () => {
  const dir = folderOf(await newRemote())
  await expect(checkBuild({ dir })).rejects.toThrow('The build does not work in the shell, so it cannot go live. /mf')
})
