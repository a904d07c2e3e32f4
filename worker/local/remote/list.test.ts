import { formatSize } from '@portal/contract/files'
import { expect, it, vi } from 'vitest'
import { portalUrl } from '../../src/testing/portal.ts'
import { newRemote, publish } from '../../src/testing/remotes.ts'
import { listRemote } from '../registry-api.ts'
import { list } from './list.ts'

it('lists versions with their size as the operator page shows it', async () => {
  const remote = await newRemote()
  await publish(remote, { version: '1.0.0' })
  const portal = { url: portalUrl, token: remote.token }
  const [version] = (await listRemote(portal, remote.name)).items
  const said = vi.spyOn(console, 'log').mockReturnValue()
  await list.run(remote.name, portal, [])
  expect(said.mock.calls).toEqual([[expect.stringContaining(formatSize(version?.size))]])
})
