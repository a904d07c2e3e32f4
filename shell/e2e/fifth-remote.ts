import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRemote } from '../../tools/publish/create-remote.ts'
import { publishRemote } from '../../tools/publish/publish.ts'
import { issueToken } from '../../tools/publish/credentials/remote-token.ts'
import type { Portal } from './portal.ts'

/** A remote that is not in this repository: created from the template, built, and published to a portal. */

const root = join(import.meta.dirname, '../..')
const NAME = 'mf-reports'
const CACHE = join(root, '.cache/fifth')

const FLAGS = `import { defineFlags } from '@portal/contract/flags'

export default defineFlags('${NAME}', {
  forecast: { description: 'Shows the expected work.', default: false, expires: '2999-12-31' },
})
`

/** A page with a flag, which throws on demand: while it renders, or in an event handler. */
const PAGE = `import { Button } from '@portal/kit/ui/button'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { useFlag } from '@portal/sdk'
import { useState } from 'react'
import flags from '../remote/flags.ts'

export function FirstPage() {
  const showsForecast = useFlag(flags.forecast)
  const [broken, setBroken] = useState(false)
  if (broken) throw new Error('broken while rendering')
  const fail = (): never => {
    throw new Error('broken by a click')
  }
  return (
    <Page>
      <PageHeader />
      {showsForecast ? <p>The expected work</p> : null}
      <Button onClick={fail}>Fail</Button>
      <Button onClick={() => setBroken(true)}>Break</Button>
    </Page>
  )
}
`

/** Creates, builds and publishes the remote. @returns its name and token */
export async function addFifthRemote(portal: Portal): Promise<{ name: string; token: string }> {
  rmSync(CACHE, { recursive: true, force: true })
  mkdirSync(CACHE, { recursive: true })
  createRemote({ name: NAME, label: 'Reports', into: CACHE })
  const dir = join(CACHE, NAME)
  // The folder is not part of the workspace, so its packages are linked and the path to the kit is adjusted.
  symlinkSync(join(root, 'mf-clients/node_modules'), join(dir, 'node_modules'))
  const styles = join(dir, 'src/remote/remote.css')
  writeFileSync(styles, readFileSync(styles, 'utf8').replace("'../../../shell/", "'../../../../../shell/"))
  writeFileSync(join(dir, 'src/page/page.tsx'), PAGE)
  writeFileSync(join(dir, 'src/remote/flags.ts'), FLAGS)
  const built = spawnSync(process.execPath, [join(import.meta.dirname, 'build-remote.ts'), dir], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr)
  const token = await issueToken({ url: readFileSync(join(portal.data, 'database-url'), 'utf8') }, NAME, {
    label: 'e2e',
  })
  await publishRemote({ url: portal.url, token, dir })
  return { name: NAME, token }
}
