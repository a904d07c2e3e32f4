import { newBookkeeper, unique } from '../../../worker/src/testing/portal.ts'
import { newWork } from '../../../worker/src/testing/sections.ts'
import { createdClient, day, newWorkform, send, textField } from '../../../worker/src/testing/work.ts'
import { type Attack, Trial } from '../attack.ts'
import { many, N, race, REFUSALS, times } from './race.ts'

/** What a bookkeeper does to one client or workform at once. */
export async function clients(): Promise<Attack> {
  const trial = new Trial('clients, workforms and assignments')
  const bookkeeper = await newBookkeeper()
  const email = `${unique('raced')}@example.com`
  await race(
    trial,
    'one client',
    1,
    times(N, () => send(bookkeeper, 'POST', '/api/clients', { name: 'Ann', email, phone: '1' })),
  )
  trial.must(
    (await many('FROM book_invitations WHERE email = ?', email)) === 1,
    'one client was invited more than once',
  )
  const client = await createdClient(bookkeeper)
  const edit = (i: number) => ({
    name: `Ann ${i}`,
    email: client.email,
    phone: '1',
    company: null,
    status: 'active',
    updated_at: client.updated_at,
  })
  await race(
    trial,
    'edits of one client',
    1,
    times(N, (i) => send(bookkeeper, 'PATCH', `/api/clients/${client.id}`, edit(i))),
  )
  const workform = await newWorkform(bookkeeper)
  const assign = () =>
    send(bookkeeper, 'POST', '/api/assignments', {
      workform_id: workform.id,
      clients: [{ client_id: client.id, due_date: day(7) }],
    })
  await race(trial, 'one assignment', N, times(N, assign))
  trial.must(
    (await many('FROM book_client_workforms WHERE client_id = ?', client.id)) === 2,
    'an assignment is doubled',
  )
  trial.must(
    (await many(
      'FROM book_form_submissions WHERE id IN (SELECT submission_id FROM book_client_workforms WHERE client_id = ?)',
      client.id,
    )) === 1,
    'an assignment has two submissions',
  )
  const fields = (i: number) => [textField('a', 'First'), textField(`b${i}`, 'Second')]
  const change = (i: number) =>
    send(bookkeeper, 'PATCH', `/api/workforms/${workform.id}`, {
      name: 'Form',
      fields: fields(i),
      version: workform.version,
    })
  await race(trial, 'edits of one workform', 1, times(N, change))
  await race(
    trial,
    'one removal',
    1,
    times(N, () => send(bookkeeper, 'DELETE', `/api/clients/${client.id}/workforms/${workform.id}`)),
  )
  const mixed = await Promise.all(
    times(N, (i) => (i % 2 ? assign() : send(bookkeeper, 'DELETE', `/api/clients/${client.id}`))),
  )
  const deleted = mixed.some((a, i) => i % 2 === 0 && a.ok)
  const left = await many('FROM book_client_workforms WHERE client_id = ?', client.id)
  trial.must(!deleted || left === 0, 'a client was deleted who has an assignment')
  trial.must(
    mixed.every((a) => a.ok || REFUSALS.has(a.status)),
    'deleting against assigning fails otherwise than by a refusal',
  )
  const again = await newWork()
  await race(
    trial,
    'deleting one workform',
    1,
    times(N, () => send(again.bookkeeper, 'DELETE', `/api/workforms/${again.workform.id}`)),
  )
  return trial.result('races and checks')
}
