import type { ClientDetail, ImportResult, TakenEmails } from '@portal/contract/clients'
import { expect, it } from 'vitest'
import { CLIENT_PASSWORD, good, post, refused, setupToken } from '../../testing/accounts.ts'
import { afterPause, say } from '../../testing/digests.ts'
import { newBookkeeper, newClient, problemOf, type TestBookkeeper, unique } from '../../testing/portal.ts'
import { newWork, opened, submit } from '../../testing/sections.ts'
import { createdClient, get, newWorkform, send } from '../../testing/work.ts'

/** Texts as people type them, at the routes that store them. What is right for each is in the contract's tests. */

const BLANK = ['\u200b', '\u3164', '\u2800', '\u00a0\ufe0f']
const client = (more: Record<string, unknown>) => ({ name: 'Nora New', phone: '555 0199', ...more })
const create = (bea: TestBookkeeper, more: Record<string, unknown>) => send(bea, 'POST', '/api/clients', client(more))

it('knows one mailbox in every spelling of its domain', async () => {
  const bea = await newBookkeeper()
  const local = unique('nora')
  const stored = `${local}@münchen.example`
  const { id } = await createdClient(bea, { email: `'${local.toUpperCase()}@xn--mnchen-3ya.example'` })
  expect((await get<ClientDetail>(bea, `/api/clients/${id}`)).email).toBe(stored)
  for (const email of [stored, `${local}@MÜNCHEN.example`, `${local}@mu\u0308nchen.example`, `<${stored}>`])
    await refused(create(bea, { email }), 'client_email_taken')
  const { taken } = await good<TakenEmails>(
    send(bea, 'POST', '/api/clients/import/check', { emails: [`${local}@xn--mnchen-3ya.example`] }),
  )
  expect(taken.map(({ email }) => email)).toEqual([stored])
  const row = { name: 'Nora', email: `mailto:${local}@xn--mnchen-3ya.example`, phone: '', company: '', status: '' }
  const { results } = await good<ImportResult>(send(bea, 'POST', '/api/clients/import', { rows: [row], invite: false }))
  expect(results[0]?.id).toBeNull()

  await good(
    post('/api/auth/client/password', {
      setup_token: await setupToken(stored, 'signup'),
      password: CLIENT_PASSWORD,
      timeZone: 'UTC',
    }),
  )
  for (const email of [stored, `${local}@xn--mnchen-3ya.example`])
    await good(post('/api/auth/sign-in', { email, password: CLIENT_PASSWORD, portal: 'client' }))
})

it('finds clients by their address in every spelling', async () => {
  const bea = await newBookkeeper()
  for (const email of ['grøn@straße.example', 'jürgen@łódź.example', 'anna@почта.рф'])
    await createdClient(bea, { email: `${unique('a')}${email}` })
  const found = async (q: string) =>
    (await get<{ items: { email: string }[] }>(bea, `/api/clients?q=${encodeURIComponent(q)}`)).items.length
  for (const q of [
    'grøn@straße.example',
    'straße',
    'GRØN',
    'xn--strae-oqa.example',
    'jürgen@łódź',
    'łódź',
    'почта.рф',
    'rf@',
  ])
    expect([q, await found(q)]).toEqual([q, q === 'rf@' ? 0 : 1])
})

it('stores names without what cannot be seen, and refuses names of nothing else', async () => {
  const bea = await newBookkeeper()
  const email = () => `${unique('nora')}@example.com`
  const typed = { name: ' Mu\u0308ller\u200b\n& Co ', phone: '＋49\u00a089\u200b 12', company: '\u3164' }
  const { id } = await createdClient(bea, { ...typed, email: email() })
  expect(await get<ClientDetail>(bea, `/api/clients/${id}`)).toMatchObject({
    name: 'Müller & Co',
    phone: '+49 89 12',
    company: null,
  })
  for (const name of BLANK) {
    const problem = await problemOf(await create(bea, { name, email: email() }))
    expect(problem.errors).toEqual([{ path: 'name', message: 'This field is required.' }])
  }
  const field = {
    id: 'a',
    name: '\u200bTax\tyear ',
    type: 'dropdown',
    options: [' 20\u00ad25 '],
    section: 'Basics\u200b',
  }
  const { fields } = await newWorkform(bea, { fields: [field] })
  expect(fields).toMatchObject([{ name: 'Tax year', options: ['2025'], section: 'Basics' }])
})

it('cuts long names between characters, in the subject of a mail and the name of a copy', async () => {
  const bea = await newBookkeeper()
  const smiles = (count: number) => '🙂'.repeat(count)
  const cleo = await newClient(bea, smiles(100))
  await say(cleo, 'Hello')
  await say(cleo, 'Are you there?')
  expect((await afterPause(bea.email)).map(({ subject }) => subject)).toEqual([`2 new messages from ${smiles(64)}…`])
  const { id } = await newWorkform(bea, { name: smiles(100) })
  expect(await good(send(bea, 'POST', `/api/workforms/${id}/duplicate`))).toMatchObject({
    name: `${smiles(96)} (copy)`,
  })
})

it('counts an answer that cannot be seen as missing, and stores answers as they are meant', async () => {
  const { client: cleo, first } = await newWork([
    { id: 'a', name: 'A', type: 'long-text', required: true, section: 'First' },
    { id: 'e', name: 'E', type: 'email', section: 'First' },
  ])
  for (const a of BLANK) await refused(submit(cleo, first.id, { a }), 'missing_required')
  await refused(submit(cleo, first.id, { a: 'x', e: 'ada@exa mple.com' }), 'invalid_input')
  await good(submit(cleo, first.id, { a: 'Mu\u0308ller\u200b\r\n', e: '“Ada@xn--mnchen-3ya.example”' }))
  expect((await opened(cleo, first.id)).answers).toEqual({ a: 'Müller', e: 'ada@münchen.example' })
})
