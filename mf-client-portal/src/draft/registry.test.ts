import { waitFor } from '@portal/contract/testing/wait-for'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { problem, serve } from '@portal/kit/testing/serve'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { detail, SECTION_ID, signInClient, workform } from '../testing/fixtures.tsx'
import { keeperOf } from './registry.ts'

beforeEach(signInClient)
afterEach(resetScreen)

it('delivers an answer to the section that has its field now when an edit moves the field', async () => {
  const other = SECTION_ID.replace(/.$/, '2')
  const [mail, ...rest] = [...detail().fields].sort((a) => (a.id === 'mail' ? -1 : 1))
  const [section] = workform().sections
  const sections = section
    ? [section, { ...section, assignment_id: other, name: 'Contact', status: 'pending' as const }]
    : []
  const sent = serve(({ method, path, body }) => {
    if (path.endsWith('/workforms')) return [200, { items: [workform({ sections })] }]
    const isOther = path.includes(other)
    if (method === 'PUT') {
      const { answers } = body as { answers: Record<string, unknown> }
      if (!isOther && 'mail' in answers) return problem(409, 'stale')
      return [200, { draft_version: 5_000_001, saved_at: '2026-03-01T10:00:00.000Z' }]
    }
    if (isOther) return [200, detail({ assignment_id: other, fields: mail ? [mail] : [] })]
    return [200, detail({ fields: rest, version: 4 })]
  })
  const keeper = keeperOf('owner', detail())
  keeper.set('mail', 'jane@bluebird.example')
  await keeper.flush()
  await waitFor(() =>
    expect(sent.find((s) => s.method === 'PUT' && s.path.includes(other))?.body).toMatchObject({
      answers: { mail: 'jane@bluebird.example' },
    }),
  )
})

it('leaves unsaved answers to the drafts of another version of the remote that is loaded later', async () => {
  const puts: unknown[] = []
  serve(({ method, body }) => {
    if (method !== 'PUT') return [200, detail()]
    puts.push(body)
    return [200, { draft_version: 5_000_001, saved_at: '2026-03-01T10:00:00.000Z' }]
  })
  const before = keeperOf('owner', detail())
  before.set('mail', 'jane@')
  vi.resetModules()
  const other = await import('./registry.ts')
  const after = other.keeperOf('owner', detail())
  expect(after.state().answers['mail']).toBe('jane@')
  after.set('mail', 'jane@bluebird.example')
  await before.flush()
  expect([before.state().status, puts]).toEqual(['closed', []])
  await after.flush()
  expect(puts).toMatchObject([{ answers: { mail: 'jane@bluebird.example' } }])
})
