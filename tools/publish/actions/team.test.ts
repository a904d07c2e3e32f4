import { expect, inject, it, vi } from 'vitest'
import { unique } from '../../../worker/src/testing/portal.ts'
import { rows } from '../../../worker/src/testing/work.ts'
import { operatorHere } from '../../database/operator-here.ts'
import { team } from './team.ts'

/** Runs the command. Returns the lines that it prints. */
async function run(name: string, given: { add?: string[]; remove?: string[] } = {}): Promise<string[]> {
  vi.stubEnv('LIBSQL_URL', inject('databaseUrl'))
  const log = vi.spyOn(console, 'log').mockReturnValue()
  try {
    await team.run(name, given, [])
    return log.mock.calls.map(([line]) => String(line))
  } finally {
    log.mockRestore()
    vi.unstubAllEnvs()
  }
}

it('lists, adds and removes the people of a remote, and records it in the audit log', async () => {
  const name = unique('mf').toLowerCase()
  expect(await run(name)).toEqual([`${name} has no team. Add people with --add <address>.`])
  const given = ['Ada Lovelace <Ada@Example.com>', 'grace@example.com', 'ADA@example.com']
  expect(await run(name, { add: given })).toEqual(['ada@example.com\ngrace@example.com'])
  expect(await run(name, { add: ['ada@example.com', 'mary@example.com'], remove: ['Grace@example.com'] })).toEqual([
    'ada@example.com\nmary@example.com',
  ])
  const entries = await rows<{ action: string; role: string; detail: string }>(
    `SELECT action, actor_role AS role, detail FROM audit_log WHERE firm_id = 'portal' AND subject_id = ? ORDER BY seq`,
    name,
  )
  expect(entries.map(({ action, role, detail }) => [action, role, JSON.parse(detail)])).toEqual(
    [
      ['added', 'ada@example.com'],
      ['added', 'grace@example.com'],
      ['removed', 'grace@example.com'],
      ['added', 'mary@example.com'],
    ].map(([what, email]) => [`remote.person_${what}`, 'operator', { email, by: operatorHere() }]),
  )
})

it('does not change the portal on this machine instead of another one', async () => {
  vi.stubEnv('PORTAL_URL', 'https://portal.example')
  vi.stubEnv('LIBSQL_URL', '')
  const listed = Promise.resolve(team.run('mf-clients', {}, [])).finally(() => vi.unstubAllEnvs())
  await expect(listed).rejects.toThrow('Set LIBSQL_URL (and LIBSQL_TOKEN) for https://portal.example.')
})

it('changes nothing when an address is wrong or unknown, or there are too many', async () => {
  const name = unique('mf').toLowerCase()
  await run(name, { add: ['ada@example.com'] })
  await expect(run(name, { add: ['mary@example.com', 'mary'] })).rejects.toThrow('"mary" is not an email address.')
  const remove = ['ada@example.com', 'grace@example.com']
  await expect(run(name, { remove })).rejects.toThrow(`grace@example.com is not in the team of ${name}.`)
  const many = Array.from({ length: 50 }, (_, i) => `person-${i}@example.com`)
  await expect(run(name, { add: many })).rejects.toThrow('A team has at most 50 people.')
  expect(await run(name)).toEqual(['ada@example.com'])
  expect(await run(name, { add: many.slice(1) })).toEqual([expect.stringContaining('person-49@example.com')])
})
