import { expect, it } from 'vitest'
import { upload } from '../../testing/canaries.ts'
import { good } from '../../testing/accounts.ts'
import { newRemote } from '../../testing/remotes.ts'
import { rows } from '../../testing/work.ts'

it('records preview links and local links in the audit log', async () => {
  const remote = await newRemote()
  await upload(remote, '1.0.0')
  const { routes, role, nav } = { routes: [`/${remote.name}`], role: 'bookkeeper', nav: null }
  const local = { routes, role, nav, origin: 'http://localhost:3000' }
  await good(remote.call('POST', '/local', JSON.stringify(local)))
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
  ])
})
