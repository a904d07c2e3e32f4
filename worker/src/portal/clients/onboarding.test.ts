import type { CreatedClient, InvitationPreview } from '@portal/contract/clients'
import { expect, it } from 'vitest'
import { uuidv7 } from '../../platform/ids.ts'
import { good, nextMail, refused } from '../../testing/accounts.ts'
import { mailsTo, newBookkeeper, problemOf, type TestBookkeeper, unique } from '../../testing/portal.ts'
import { change, day, newWorkform, rows, sectionsOf, send, textField, trips } from '../../testing/work.ts'
import { longDate } from '../../platform/time/due-date.ts'

/** Tests onboarding with several workforms, a personal line, and the preview of the invitation. */

const body = (more: object = {}) => ({
  name: 'Nora New',
  email: `${unique('nora')}@example.com`,
  phone: '555 0199',
  ...more,
})
const create = (caller: TestBookkeeper, input: object, headers = {}) =>
  send(caller, 'POST', '/api/clients', input, headers)
const preview = (caller: TestBookkeeper, input: object) =>
  send(caller, 'POST', '/api/clients/invitation-preview', input)
const withoutToken = (text: string) => text.replaceAll(/(token=|client-link#)[\w-]+/g, '$1')

it('assigns several workforms, each with its own due date, and names them in one invitation', async () => {
  const bea = await newBookkeeper()
  const first = await newWorkform(bea, { name: 'Tax papers', fields: [textField('a', 'One'), textField('b', 'Two')] })
  const second = await newWorkform(bea, { name: 'Payroll' })
  const assignments = [
    { workform_id: first.id, due_date: day(9), notes: 'Call first' },
    { workform_id: second.id, due_date: day(4) },
  ]
  const input = body({ assignments, personal_line: ' It was good to\nmeet you! ' })
  const key = { 'idempotency-key': uuidv7() }
  const response = await create(bea, input, key)
  expect(trips(response)).toEqual({ reads: 1, writes: 1 })
  const client = (await response.json()) as CreatedClient
  expect(client.assignment).toEqual({ ok: true, reason: null })
  expect(client.assignments).toEqual([first, second].map(({ id }) => ({ workform_id: id, ok: true, reason: null })))
  const due = async (id: string) => (await sectionsOf(client.id, id)).map((s) => s.due_date)
  expect(await due(first.id)).toEqual([day(9), day(9)])
  expect((await due(second.id)).every((d) => d === day(4))).toBe(true)
  const mail = await nextMail(client.email, 'Bea Bookkeeper invites you to the client portal')
  expect(mail.text).toContain('Bea Bookkeeper writes: “It was good to meet you!”')
  expect(mail.text).toContain(
    `"Tax papers" is waiting for you there. It takes about 5 minutes. Please fill it in by ${longDate(day(9))}.`,
  )
  expect(mail.text).toContain(`Please fill it in by ${longDate(day(4))}.`)
  // A retry has one effect.
  expect(await good(create(bea, input, key))).toEqual(client)
  expect(await rows('SELECT id FROM book_clients WHERE email = ?', client.email)).toHaveLength(1)
})

it('creates the client with the workforms that exist, and says which is missing', async () => {
  const bea = await newBookkeeper()
  const workform = await newWorkform(bea)
  const gone = uuidv7()
  const assignments = [gone, workform.id].map((workform_id) => ({ workform_id, due_date: day(5) }))
  const client = await good<CreatedClient>(create(bea, body({ assignments })))
  const reason = 'This workform no longer exists.'
  expect(client.assignment).toEqual({ ok: false, reason })
  expect(client.assignments.map((a) => a.reason)).toEqual([reason, null])
  expect(await sectionsOf(client.id, workform.id)).not.toEqual([])
})

it('checks every due date, and that a workform is listed once', async () => {
  const bea = await newBookkeeper()
  const { id } = await newWorkform(bea)
  const first = { workform_id: id, due_date: day(2) }
  const other = { workform_id: (await newWorkform(bea)).id, due_date: day(-1) }
  const errorsOf = async (assignments: object[]) =>
    (await problemOf(await create(bea, body({ assignments })))).errors?.map((e) => e.path)
  expect(await errorsOf([first, other])).toEqual(['assignments.1.due_date'])
  expect(await errorsOf([first, first])).toEqual(['assignments.1.workform_id'])
  await refused(create(bea, body({ personal_line: 'Sign in at www.example.com' })), 'invalid_input')
})

it('never repeats the personal line in later mails', async () => {
  const bea = await newBookkeeper()
  const client = await good<CreatedClient>(create(bea, body({ personal_line: 'See you soon' })))
  await nextMail(client.email, 'Bea Bookkeeper invites you to the client portal')
  await good(send(bea, 'POST', `/api/clients/${client.id}/invitation`))
  await expect.poll(async () => (await mailsTo(client.email)).length).toBe(2)
  const mails = await mailsTo(client.email)
  expect(mails.filter(({ text }) => text.includes('See you soon'))).toHaveLength(1)
})

it('previews the invitation exactly as it is sent, and sends nothing', async () => {
  const bea = await newBookkeeper()
  await change("UPDATE profiles SET company = 'Bea & Co' WHERE id = ?", bea.userId)
  const { id } = await newWorkform(bea, { name: 'Tax papers' })
  const email = `${unique('nora')}@example.com`
  const assignments = [{ workform_id: id, due_date: day(9) }]
  const words = { name: 'Nora <New>', assignments, personal_line: '<b>Hello</b> & welcome' }
  const response = await preview(bea, words)
  expect(trips(response)).toEqual({ reads: 1, writes: 0 })
  const shown = (await response.json()) as InvitationPreview
  expect(await rows('SELECT id FROM outbox WHERE recipient = ?', `mail:${email}`)).toEqual([])
  expect(shown.text).toContain('Bea Bookkeeper of Bea & Co has set up a client portal for you')
  expect(shown.html).toContain('&lt;b&gt;Hello&lt;/b&gt; &amp; welcome')
  await good(create(bea, body({ ...words, email })))
  const sent = await nextMail(email, shown.subject)
  expect(withoutToken(shown.text)).toBe(withoutToken(sent.text))
  expect(withoutToken(shown.html)).toBe(withoutToken(sent.html))
})

it('previews only workforms that the bookkeeper can assign', async () => {
  const foreign = await newWorkform(await newBookkeeper())
  const assignments = [{ workform_id: foreign.id, due_date: day(9) }]
  await refused(preview(await newBookkeeper(), { name: 'Nora', assignments }), 'not_found')
})
