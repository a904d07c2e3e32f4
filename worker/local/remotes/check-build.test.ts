import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { ENTRY, filesOf, folderOf, newRemote } from '../../src/testing/remotes.ts'
import { checkBuild } from './check-build.ts'

it('refuses a build when the scripts of a page are larger than the limit', async () => {
  const remote = await newRemote()
  const dir = folderOf(remote, {}, { ...filesOf('1'), [ENTRY]: `/* ${randomBytes(80_000).toString('hex')} */` })
  await expect(checkBuild(dir)).rejects.toThrow(
    /^The scripts of \/\S+ have (\d+) kB \(gzipped\), and the limit is 60 kB\. .* pass --max-size \1\.$/,
  )
})

it('refuses a build when the shell cannot load it', async () => {
  const dir = folderOf(await newRemote())
  await expect(checkBuild(dir)).rejects.toThrow('The build does not work in the shell, so it cannot go live. /mf')
})
