import { expect, inject, it } from 'vitest'
import { operatorUrl, unique } from '../../../worker/src/testing/portal.ts'
import { rows } from '../../../worker/src/testing/work.ts'
import { operatorHere } from '../../database/operator-here.ts'
import { issueToken, listTokens, revokeToken } from './remote-token.ts'

it('issues, lists and revokes tokens individually, and records it in the audit log', async () => {
  const name = unique('mf').toLowerCase()
  const store = { url: inject('databaseUrl') }
  const other = await issueToken(store, name)
  const token = await issueToken(store, name, { label: 'ci', scope: 'preview' })
  const statusWith = async (secret: string) => {
    const init = { headers: { authorization: `Bearer ${secret}` } }
    return (await fetch(new URL(`/api/remotes/${name}/versions`, operatorUrl), init)).status
  }
  expect(await statusWith(token)).toBe(200)
  const mine = (await listTokens(store, name)).find(({ label }) => label === 'ci')
  expect(await revokeToken(store, 'mf-other', mine?.id ?? '')).toBe(false)
  expect(await revokeToken(store, name, mine?.id ?? '')).toBe(true)
  expect(await revokeToken(store, name, mine?.id ?? '')).toBe(false)
  expect([await statusWith(token), await statusWith(other)]).toEqual([401, 200])
  expect((await listTokens(store, name)).map((t) => [t.label, t.revoked_at !== null])).toEqual([
    ['ci', true],
    [null, false],
  ])

  const entries = await rows<{ action: string; role: string; actor: string; detail: string }>(
    `SELECT action, actor_role AS role, actor_id AS actor, detail FROM audit_log
      WHERE firm_id = 'portal' AND subject_type = 'remote' AND subject_id = ? ORDER BY seq`,
    name,
  )
  const by = operatorHere()
  const ci = { token: mine?.id, label: 'ci', scope: 'preview', by }
  expect(entries.map(({ role, actor, action, detail }) => [role, actor, action, JSON.parse(detail)])).toEqual([
    ['operator', by, 'remote.token_issued', expect.objectContaining({ label: null, scope: 'publish', by })],
    ['operator', by, 'remote.token_issued', { ...ci, until: mine?.expires_at }],
    ['operator', by, 'remote.token_revoked', ci],
  ])
})
