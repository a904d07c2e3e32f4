import { expect, it } from 'vitest'
import { listRemote } from '../../../../tools/publish/registry-api.ts'
import { portalUrl, problemOf } from '../../testing/portal.ts'
import { buildOf, type BuildOptions, ENTRY, filesOf, newRemote, publish, sha256 } from '../../testing/remotes.ts'

it('lets only a token that may publish replace the announcement of a version, until it is published', async () => {
  const remote = await newRemote()
  const preview = await newRemote(remote.name, 'preview')
  const announce = (by: typeof remote, text: string, given: BuildOptions) =>
    by.call('POST', '/versions', JSON.stringify(buildOf(remote, filesOf(text), given)))
  const listed = async () => (await listRemote({ url: portalUrl, token: remote.token }, remote.name)).items[0]

  await announce(preview, 'preview', { contract: '1.9.0', source: { branch: 'topic', message: 'Try it' } })
  await preview.call('PUT', `/versions/1.0.0/files/${ENTRY}`, '/* preview */')
  await announce(remote, 'main', { source: { branch: 'main' } })
  expect(await listed()).toMatchObject({ contract: '1.2.0', branch: 'main', message: null })
  expect((await announce(preview, 'preview', {})).status).toBe(409)
  expect((await announce(preview, 'main', { contract: '1.0.0' })).status).toBe(200)
  expect(await listed()).toMatchObject({ contract: '1.2.0', branch: 'main' })

  expect((await publish(remote, {}, filesOf('main'))).sent).toBe(4)
  expect(await (await fetch(new URL(`/remotes/${remote.name}/1.0.0/${ENTRY}`, portalUrl))).text()).toBe('/* main */')
  expect((await announce(remote, 'later', {})).status).toBe(409)
})

it('refuses builds of more than 20 MB and overlong versions', async () => {
  const remote = await newRemote()
  const build = buildOf(remote, {})
  const files = ['a.js', 'b.js', 'c.js'].map((path) => ({ path, sha256: sha256(path), size: 8 * 1024 * 1024 }))
  const large = await remote.call('POST', '/versions', JSON.stringify({ ...build, files }))
  expect([large.status, (await problemOf(large)).detail]).toEqual([413, 'A build may have at most 20 MB.'])
  const version = `1.0.0-${'a'.repeat(100)}`
  const long = await remote.call('POST', '/versions', JSON.stringify({ ...build, files: files.slice(1), version }))
  expect([long.status, (await problemOf(long)).errors?.[0]?.path]).toEqual([400, 'version'])
})

it.each(['author', 'branch', 'message'])('refuses control characters in the %s of a build', async (field) => {
  const remote = await newRemote()
  const build = { ...buildOf(remote, filesOf('1.0.0')), [field]: '\u001b[2J' }
  const answer = await remote.call('POST', '/versions', JSON.stringify(build))
  expect([answer.status, (await problemOf(answer)).errors?.[0]?.path]).toEqual([400, field])
})

it('refuses control characters in a reason, and shows it on one line', async () => {
  const remote = await newRemote()
  await publish(remote)
  const hold = (reason: string) => remote.call('POST', '/rollback', JSON.stringify({ to: '1.0.0', reason }))
  const answer = await hold('a\u001b[2Jb')
  expect([answer.status, (await problemOf(answer)).errors?.[0]?.path]).toEqual([400, 'reason'])
  expect((await hold('It failed.\nFor all.')).status).toBe(200)
  const { items } = (await (await remote.call('GET', '/switches')).json()) as { items: { reason: string | null }[] }
  expect(items[0]?.reason).toBe('It failed. For all.')
})
