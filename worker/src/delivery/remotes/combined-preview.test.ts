import { expect, it } from 'vitest'
import { previewRemote } from '../../../../tools/publish/publish.ts'
import { portalUrl } from '../../testing/portal.ts'
import { confirmLink, folderOf, newRemote, publish, registryEntry } from '../../testing/remotes.ts'

it('shows the previews of several remotes when a link has a token for each, and none when one is invalid', async () => {
  const remotes = [await newRemote(), await newRemote()]
  const links = await Promise.all(
    remotes.map(async (remote) => {
      await publish(remote)
      const { url } = await previewRemote({
        url: portalUrl,
        token: remote.token,
        dir: folderOf(remote, { version: '1.1.0' }),
      })
      return new URL(url)
    }),
  )
  const tokens = links.map((link) => link.searchParams.get('token') ?? '')
  const open = (given: string[]) => {
    const query = new URLSearchParams(given.map((token) => ['token', token]))
    return confirmLink(`/remotes/preview?${query}`)
  }
  const entered = await open(tokens)
  expect([entered.status, entered.headers.get('location')]).toEqual([303, `/${remotes[0]?.name}`])
  const cookie = entered.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  for (const { name } of remotes) expect(await registryEntry(name, cookie)).toMatchObject({ version: '1.1.0' })
  const refused = await open([...tokens, 'mf-x~1.0.0~9999999999~forged'])
  expect([refused.status, refused.headers.getSetCookie()]).toEqual([410, []])
  expect(await refused.text()).toContain('<h1>The preview cannot start</h1>')
})
