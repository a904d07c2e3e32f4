import { expect, it } from 'vitest'
import { previewRemote } from '../../../local/publish.ts'
import { pruneRemote } from '../../../local/registry-api.ts'
import { good } from '../../testing/accounts.ts'
import { insert, portalUrl } from '../../testing/portal.ts'
import { folderOf, newRemote, type Publisher } from '../../testing/remotes.ts'
import { rows } from '../../testing/work.ts'

const portalOf = (remote: Publisher) => ({ url: portalUrl, token: remote.token })

/** Uploads a version that cleanup removes. */
async function uploadUnneeded(remote: Publisher, version: string): Promise<void> {
  await previewRemote({ ...portalOf(remote), dir: folderOf(remote, { version }) })
  const old = '2020-01-01T00:00:00.000Z'
  const sql = 'UPDATE remote_versions SET created_at = ?, preview_until = ? WHERE name = ? AND version = ?'
  await insert([{ sql, args: [old, old, remote.name, version] }])
}

it('records preview links, local links and removed versions in the audit log', async () => {
  const remote = await newRemote()
  await uploadUnneeded(remote, '1.0.0')
  const { routes, role, nav } = { routes: [`/${remote.name}`], role: 'bookkeeper', nav: null }
  const local = { routes, role, nav, origin: 'http://localhost:3000' }
  await good(remote.call('POST', '/local', JSON.stringify(local)))
  await pruneRemote(portalOf(remote), remote.name, { dry: true })
  await pruneRemote(portalOf(remote), remote.name, { dry: false })
  await pruneRemote(portalOf(remote), remote.name, { dry: false })
  const entries = await rows<{ action: string; actor_role: string; detail: string; own: number }>(
    `SELECT action, actor_role, detail,
        actor_id IN (SELECT id FROM remote_tokens WHERE name = subject_id) AS own
      FROM audit_log WHERE firm_id = 'portal' AND subject_id = ? AND action NOT LIKE 'remote.token%' ORDER BY seq`,
    remote.name,
  )
  const by = expect.stringMatching(/^token /)
  const until = expect.any(String)
  expect(entries.map((e) => [e.action, e.actor_role, e.own, JSON.parse(e.detail)])).toEqual([
    ['remote.preview_created', 'team', 1, { version: '1.0.0', until, by }],
    ['remote.local_link_created', 'team', 1, { origin: local.origin, until, by }],
    ['remote.pruned', 'team', 1, { versions: ['1.0.0'], by }],
  ])
})
