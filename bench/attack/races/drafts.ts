import { draft, newWork, submit, uploaded } from '../../../worker/src/testing/sections.ts'
import { rows, send } from '../../../worker/src/testing/work.ts'
import { type Attack, Trial } from '../attack.ts'
import { many, N, race, times } from './race.ts'
import { versionOf } from './version.ts'

/** What a client fills in while something else happens to it. */
export async function drafts(): Promise<Attack> {
  const trial = new Trial('drafts and files against submit, edit and removal')
  const { client, first } = await newWork()
  await race(
    trial,
    'drafts of two devices',
    1,
    times(N, (i) => draft(client, first.id, { name: `Ann ${i}` }, 0)),
  )
  const file = await uploaded(client, first.id, 'a.pdf')
  const seen = await versionOf(first.id)
  await Promise.all([
    submit(client, first.id, { name: 'Ann', scan: [file] }, seen),
    ...times(5, () => send(client, 'DELETE', `/api/portal/files/${file.id}`)),
  ])
  const [row] = await rows<{ data: string; state: string | null }>(
    'SELECT s.data, (SELECT state FROM files WHERE id = ?) AS state FROM book_form_submissions s WHERE s.id = ?',
    file.id,
    first.submission_id,
  )
  trial.must(!row?.data.includes(file.id) || row.state === 'stored', 'a submission names a file that was removed')
  const other = await newWork()
  const body = { answers: { name: 'Ann' }, version: await versionOf(other.first.id) }
  const path = `/api/clients/${other.client.clientId}/workforms/${other.workform.id}`
  await Promise.all([
    ...times(5, () => send(other.client, 'POST', `/api/portal/sections/${other.first.id}/submit`, body)),
    ...times(5, () => send(other.bookkeeper, 'DELETE', path)),
    ...times(5, () => draft(other.client, other.first.id, { name: 'Bob' }, 0)),
  ])
  trial.must(
    (await many('FROM book_client_workforms WHERE client_id = ?', other.client.clientId)) === 0,
    'a section that was taken away is there',
  )
  trial.must(
    (await many('FROM book_form_submissions WHERE id = ?', other.first.submission_id)) === 0,
    'the submission of a section that was taken away is there',
  )
  trial.must(
    (await many('FROM section_drafts WHERE assignment_id = ?', other.first.id)) === 0,
    'the draft of a section that was taken away is there',
  )
  const big = await newWork()
  const bytes = new Uint8Array(200).fill(120)
  bytes.set(new TextEncoder().encode('%PDF-1.7\n'))
  bytes.set(new TextEncoder().encode('%%EOF'), bytes.length - 5)
  const begun = await send(big.client, 'POST', `/api/portal/sections/${big.first.id}/uploads`, {
    field: 'scan',
    name: 'b.pdf',
    size: bytes.length,
  })
  const { id } = (await begun.json()) as { id: string }
  await big.client.fetch(`/api/uploads/${id}/parts/1`, { method: 'PUT', body: bytes })
  const done = await race(
    trial,
    'complete one upload',
    N,
    times(N, () => send(big.client, 'POST', `/api/uploads/${id}/complete`, {})),
  )
  const ids = new Set(await Promise.all(done.map(async (a) => ((await a.json()) as { id: string }).id)))
  trial.must(ids.size === 1, `one upload became ${ids.size} files`)
  trial.must(
    (await many("FROM files WHERE client_id = ? AND state = 'stored'", big.client.clientId)) === 1,
    'one upload is stored more than once',
  )
  return trial.result('races and checks')
}
