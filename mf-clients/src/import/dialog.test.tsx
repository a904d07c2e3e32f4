import { type Answers, problem, type SentRequest, serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inDays, resetScreen, show, template, watchFormProblem } from '../testing/show.tsx'
import { ImportClients } from './dialog.tsx'

const saved: { name: string; text: string }[] = []
vi.mock('../queries/save-text.ts', () => ({ saveText: (text: string, name: string) => saved.push({ text, name }) }))

beforeEach(() => {
  signInBookkeeper()
  saved.length = 0
})
afterEach(resetScreen)

const user = userEvent.setup({ applyAccept: false })
type Row = { name: string; email: string; phone: string; company: string; status: string }
const rowsOf = (sent: SentRequest) => (sent.body as { rows: Row[] }).rows
const importAll = (sent: SentRequest): [number, unknown] => [
  200,
  { results: rowsOf(sent).map((_, i) => ({ id: uuid(500 + i), reason: null })) },
]
const usage = (used: number) => ({ invitations: { used, most: 5000 }, storage: { used: 0, most: 1 } })
const CHECK = 'POST /api/clients/import/check'
const IMPORT = 'POST /api/clients/import'

function open(answers: Answers = {}) {
  const sent = serve({
    [CHECK]: [200, { taken: [] }],
    [IMPORT]: importAll,
    'GET /api/usage': [200, usage(0)],
    'GET /api/workforms/templates/search': [200, { items: [template()] }],
    ...answers,
  })
  const onClose = vi.fn()
  show(<ImportClients onClose={onClose} />)
  return { sent, onClose, posts: () => sent.filter((s) => s.path === '/api/clients/import') }
}
const choose = async (text: string | Uint8Array<ArrayBuffer>, name = 'clients.csv') =>
  user.upload(await screen.findByLabelText('File of clients'), new File([text], name, { type: 'text/csv' }))
const click = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
const file = (n: number) =>
  ['Name,Email', ...Array.from({ length: n }, (_, i) => `Client ${i},c${i}@x.example`)].join('\n')

async function openPreview(text: string) {
  await choose(text)
  await screen.findByText('Match the columns')
  await click('Next')
}
async function startImport(n: number) {
  const name = `Import ${n.toLocaleString('en-US')} ${n === 1 ? 'client' : 'clients'}`
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false))
  await click(name)
}

test('names the type of a file when it is not CSV, and accepts another file', async () => {
  open()
  await choose('PK\u0003\u0004', 'book.xlsx')
  expect((await screen.findByRole('alert')).textContent).toContain('“book.xlsx” is a spreadsheet, not a CSV file.')
  await choose('Name,Email\n', 'headings.csv')
  expect((await screen.findByRole('alert')).textContent).toBe('“headings.csv” has no rows.')
  await choose(file(10_001), 'many.csv')
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('has 10,001 rows. The limit is 10,000 rows'),
  )
  await choose(file(1))
  expect(await screen.findByText('Match the columns')).toBeDefined()
})

test('guesses the columns and requires name and email', async () => {
  const { posts } = open()
  await choose('Wer;Kontakt;Firma\nJane;jane@x.example;Bluebird\n')
  expect((await screen.findByLabelText<HTMLSelectElement>('Email')).value).toBe('1')
  expect(screen.getByLabelText<HTMLSelectElement>('Company').value).toBe('2')
  expect(screen.getByLabelText<HTMLSelectElement>('Separator').value).toBe(';')
  await click('Next')
  expect(screen.getByRole('alert').textContent).toBe('Please choose the column that contains the name.')
  await user.selectOptions(screen.getByLabelText('Full Name'), 'Wer')
  await click('Next')
  expect(await screen.findByText('jane@x.example')).toBeDefined()
  await startImport(1)
  expect(await screen.findByText('1 client imported.')).toBeDefined()
  expect(posts()[0]?.body).toEqual({
    rows: [{ name: 'Jane', email: 'jane@x.example', phone: '', company: 'Bluebird', status: '' }],
    invite: true,
  })
})

test.each([
  [4999, 'invites 2 clients, but your firm can send only 1 more invitation for now. The import will pause'],
  [5000, 'invites 2 clients, but your firm can send no more invitations for now. Import them without'],
])('says before the import that %d of 5,000 invitations leave too few', async (used, text) => {
  open({ 'GET /api/usage': [200, usage(used)] })
  await openPreview(file(2))
  expect((await screen.findByText(/^This import/)).textContent).toContain(text)
  await user.click(screen.getByLabelText('Send each client an invitation now'))
  expect(screen.queryByText(/^This import/)).toBeNull()
})

test('says nothing about invitations when there are enough', async () => {
  const { sent } = open({ 'GET /api/usage': [200, usage(4998)] })
  await openPreview(file(2))
  await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/usage'))
  await startImport(2)
  await screen.findByText('2 clients imported.')
  expect(screen.queryByText(/^This import/)).toBeNull()
})

test('imports a file without headings', async () => {
  const { posts } = open()
  await choose('Jane,jane@x.example\nOlaf,olaf@x.example\n')
  expect((await screen.findByLabelText<HTMLSelectElement>('Headings are in')).value).toBe('none')
  await user.selectOptions(screen.getByLabelText('Full Name'), 'Column 1')
  await click('Next')
  await startImport(2)
  await screen.findByText('2 clients imported.')
  expect(posts().flatMap((p) => rowsOf(p).map((r) => r.name))).toEqual(['Jane', 'Olaf'])
})

const select = (label: string) => screen.findByLabelText<HTMLSelectElement>(label)
const latin1 = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))

test('warns that the encoding is a guess, and follows the choice of another at once', async () => {
  const { posts } = open()
  // Á and è in Windows-1252 are Á and č in Windows-1250.
  await choose(latin1('Name,Email\nJan Novak,jan@x.example\nÁbel Koèi,abel@x.example\n'))
  expect((await select('Encoding')).value).toBe('windows-1250')
  expect(screen.getByRole('status').textContent).toBe(
    'The file does not say how its letters are encoded. If these look wrong, choose another encoding:Ábel Koči',
  )
  await user.selectOptions(await select('Encoding'), 'windows-1252')
  expect(screen.getByText('Ábel Koèi · Jan Novak')).toBeDefined()
  expect(screen.queryByRole('status')).toBeNull()
  await user.selectOptions(await select('Encoding'), 'windows-1250')
  await click('Next')
  expect(await screen.findByText('Ábel Koči')).toBeDefined()
  await startImport(2)
  await screen.findByText('2 clients imported.')
  expect(posts().flatMap((p) => rowsOf(p).map((r) => r.name))).toEqual(['Jan Novak', 'Ábel Koči'])
})

test('shows the warning of a guess in the preview too, and none for UTF-8', async () => {
  open()
  await openPreview('Name,Email\nÁbel Koči,abel@x.example\n')
  expect(await screen.findByText('Ábel Koči')).toBeDefined()
  expect(screen.queryByText(/The file does not say/)).toBeNull()
  await click('Back')
  await click('Back')
  await choose(latin1('Name,Email\nRenée,renee@x.example\n'))
  await screen.findByText('Match the columns')
  await click('Next')
  expect(await screen.findByText(/If these look wrong, go back and choose another encoding/)).toBeDefined()
})

test('names the rows with a bad byte in UTF-8, and does not import them', async () => {
  const { posts } = open()
  const bytes = new TextEncoder().encode('Name,Email\nZoë,a@x.example\nJ?rgen,b@x.example\nJosé,c@x.example\n')
  await choose(bytes.map((byte) => (byte === 0x3f ? 0xfc : byte)))
  expect((await select('Encoding')).value).toBe('utf-8')
  expect(screen.getByRole('status').textContent).toBe(
    'Row 3: a character could not be read and is shown as �. Correct the file, or choose another encoding.',
  )
  await click('Next')
  expect(await screen.findByText(/The name “J�rgen” contains a character that could not be read/)).toBeDefined()
  await startImport(2)
  await screen.findByText('2 clients imported.')
  expect(posts().flatMap((p) => rowsOf(p).map((r) => r.name))).toEqual(['Zoë', 'José'])
})

test('skips the title of a report, and lets the user choose the row of the headings', async () => {
  const { posts } = open()
  await choose(
    [
      'Customer Contact List\nBluebird Books\n"November 27, 2026"\n',
      'Customer,Email\nJane,jane@x.example\nOlaf,o@x.example\n',
    ].join('\n'),
    'quickbooks.csv',
  )
  const headings = await select('Headings are in')
  expect(headings.selectedOptions[0]?.textContent).toBe('Row 5: Customer, Email')
  expect(screen.getByText('· 2 rows')).toBeDefined()
  await user.selectOptions(headings, 'Row 6: Jane, jane@x.example')
  expect(screen.getByText('· 1 row')).toBeDefined()
  await user.selectOptions(headings, 'No row')
  expect(screen.getByText('· 6 rows')).toBeDefined()
  expect((await select('Full Name')).value).toBe('none')
  await user.selectOptions(headings, '5')
  expect((await select('Full Name')).value).toBe('0')
  await click('Next')
  await startImport(2)
  await screen.findByText('2 clients imported.')
  expect(posts().flatMap((p) => rowsOf(p).map((r) => r.name))).toEqual(['Jane', 'Olaf'])
})

test('shortens the rows to choose from between two characters', async () => {
  open()
  // The 60th code unit would be the first half of the emoji.
  const start = `Name, ${'x'.repeat(46)}`
  await choose(`Name,${'x'.repeat(46)}👍,Email\nJane,1,jane@x.example\n`)
  const headings = await select('Headings are in')
  expect(headings.options[0]?.textContent).toBe(`Row 1: ${start}`)
})

test('says why a choice leaves nothing to import', async () => {
  open()
  await choose('Name,Email\nJane,jane@x.example\n')
  await user.selectOptions(await select('Headings are in'), '2')
  await click('Next')
  expect(screen.getByRole('alert').textContent).toBe('“clients.csv” has no rows.')
})

test('shows the problems of each row, and saves the rows with problems to a file', async () => {
  const { posts } = open({
    [CHECK]: [200, { taken: [{ email: 'known@x.example', reason: 'You already have a client with this email.' }] }],
  })
  await openPreview(
    'Name,Email,Note\nJane,jane@x.example,a\n,nobody@x.example,b\nKnown,KNOWN@x.example,c\nJane,jane@x.example,d\n',
  )
  expect(await screen.findByText('You already have a client with this email.')).toBeDefined()
  expect(screen.getByText('The name is missing.')).toBeDefined()
  expect(screen.getByText('Same email as in row 2.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'With problems 3' }).getAttribute('aria-pressed')).toBe('true')
  await click('Download rows with problems')
  const lines = saved[0]?.text.split('\r\n') ?? []
  expect(lines[0]).toBe('\uFEFFName,Email,Note,Row,Problem')
  expect(lines[2]).toBe('Known,KNOWN@x.example,c,4,You already have a client with this email.')
  await click('Ready 1')
  expect(screen.queryByText('The name is missing.')).toBeNull()
  await startImport(1)
  expect(await screen.findByText('1 client imported.')).toBeDefined()
  expect(screen.getByText('3 rows were skipped because of problems.')).toBeDefined()
  expect(posts().length).toBe(1)
})

test('sends no invitations and assigns a workform when these options are chosen', async () => {
  const { posts } = open()
  await openPreview(file(2))
  await user.click(await screen.findByRole('checkbox', { name: 'Send each client an invitation now' }))
  await user.click(screen.getByLabelText('Workform for all clients'))
  await user.click(await screen.findByRole('option', { name: /^Tax onboarding/ }))
  await startImport(2)
  expect(await screen.findByText('Please choose a due date')).toBeDefined()
  expect(posts()).toEqual([])
  const takenBack = watchFormProblem()
  fireEvent.change(screen.getByLabelText(/^Due Date/), { target: { value: inDays(5) } })
  await startImport(2)
  await screen.findByText('2 clients imported.')
  await takenBack()
  expect(posts()[0]?.body).toMatchObject({ invite: false, assignment: { workform_id: uuid(10), due_date: inDays(5) } })
})

test('sends rows in chunks of a hundred, each with its own key, and shows what the server refuses', async () => {
  const { posts } = open({
    [IMPORT]: (sent) => [
      200,
      {
        results: rowsOf(sent).map((r) => ({
          id: r.name === 'Client 150' ? null : uuid(1),
          reason: r.name === 'Client 150' ? 'Already used.' : null,
        })),
      },
    ],
  })
  await openPreview(file(250))
  await startImport(250)
  expect(await screen.findByText('249 clients imported.')).toBeDefined()
  expect(posts().map((p) => rowsOf(p).length)).toEqual([100, 100, 50])
  expect(new Set(posts().map((p) => p.key)).size).toBe(3)
  await click('Download the rows that were not imported')
  expect(saved[0]?.text).toContain('Client 150,c150@x.example,152,Already used.')
})

test('resumes an interrupted import with the same key', async () => {
  let tries = 0
  const { posts } = open({
    [IMPORT]: (sent) =>
      rowsOf(sent)[0]?.name === 'Client 100' && tries++ === 0
        ? problem(404, 'not_found', 'Not found', 'The workform is gone.')
        : importAll(sent),
  })
  await openPreview(file(150))
  await startImport(150)
  expect(await screen.findByText('The import was interrupted. The workform is gone.')).toBeDefined()
  expect(
    screen.getByText('100 clients imported so far, 50 rows left. Trying again does not import a client twice.'),
  ).toBeDefined()
  await click('Try again')
  expect(await screen.findByText('150 clients imported.')).toBeDefined()
  expect(posts().map((p) => rowsOf(p)[0]?.name)).toEqual(['Client 0', 'Client 100', 'Client 100'])
  expect(posts()[2]?.key).toBe(posts()[1]?.key)
})

/** Answers that the server accepts no such request for some time, in seconds. */
const later = (retry_after: number, detail: string): [number, object] => {
  const [status, body] = problem(429, 'invitation_limit', 'Invitation limit reached', detail)
  return [status, { ...body, retry_after }]
}

test('stops at the limit of invitations, and imports the rest without them', async () => {
  const { posts } = open({
    [IMPORT]: (sent) =>
      rowsOf(sent)[0]?.name === 'Client 100' && (sent.body as { invite: boolean }).invite
        ? later(86_332, 'Import clients without inviting them yet.')
        : importAll(sent),
  })
  await openPreview(file(250))
  await startImport(250)
  expect(await screen.findByText('The import was interrupted. Import clients without inviting them yet.')).toBeDefined()
  expect(screen.getByText(/^100 clients imported so far, 150 rows left\. You can import the rest/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await click('Import without inviting')
  expect(await screen.findByText('250 clients imported.')).toBeDefined()
  expect(posts().map((p) => [rowsOf(p)[0]?.name, (p.body as { invite: boolean }).invite])).toEqual([
    ['Client 0', true],
    ['Client 100', true],
    ['Client 100', false],
    ['Client 200', false],
  ])
})

test('ends at once when it is stopped between two tries', async () => {
  const { posts } = open({ [IMPORT]: () => later(50, 'Wait.') })
  await openPreview(file(150))
  await startImport(150)
  expect(await screen.findByText(/Trying again/)).toBeDefined()
  await click('Stop import')
  expect(await screen.findByText('150 rows were not sent.')).toBeDefined()
  expect(posts().length).toBe(1)
})

test('retries with the same key when the connection is lost', async () => {
  let tries = 0
  const { posts } = open({
    [IMPORT]: (sent) => {
      if (tries++ === 0) throw new TypeError('Failed to fetch')
      return importAll(sent)
    },
  })
  await openPreview(file(2))
  await startImport(2)
  expect(await screen.findByText('The connection was lost. Trying again. No client is imported twice.')).toBeDefined()
  expect(await screen.findByText('2 clients imported.')).toBeDefined()
  expect(screen.queryByText(/connection was lost/)).toBeNull()
  expect(posts()[1]?.key).toBe(posts()[0]?.key)
})

test('finishes the current request and reports unsent rows when the import is stopped', async () => {
  let answer: (() => void) | undefined
  const { onClose } = open({
    [IMPORT]: async (sent) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return importAll(sent)
    },
  })
  await openPreview(file(150))
  await startImport(150)
  await click('Stop import')
  expect(screen.getByText(/finishing the current rows/)).toBeDefined()
  await waitFor(() => expect(answer).toBeDefined())
  answer?.()
  expect(await screen.findByText('100 clients imported.')).toBeDefined()
  expect(screen.getByText('50 rows were not sent.')).toBeDefined()
  await click('Download the rows that were not imported')
  expect(saved[0]?.text.split('\r\n').length).toBe(52)
  expect(saved[0]?.text).toContain('Not sent: the import was stopped.')
  await click('Done')
  expect(onClose).toHaveBeenCalled()
})

test('imports nothing until the rows have been checked', async () => {
  let tries = 0
  open({ [CHECK]: () => (tries++ === 0 ? problem(403, 'forbidden', 'Access Denied', 'No.') : [200, { taken: [] }]) })
  await openPreview(file(1))
  expect(await screen.findByText('The rows could not be checked')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import 1 client' }).disabled).toBe(true)
  await click('Retry')
  await startImport(1)
  expect(await screen.findByText('1 client imported.')).toBeDefined()
})

test('continues the check of many rows where the server paused it, and asks only once', async () => {
  let tries = 0
  const { sent } = open({
    [CHECK]: () => {
      if (tries++ !== 1) return [200, { taken: [] }]
      const [status, body] = problem(429, 'too_many_requests', 'Too many requests', 'Wait.')
      return [status, { ...body, retry_after: 0.01 }]
    },
  })
  const checks = () =>
    sent.filter((s) => s.path === '/api/clients/import/check').map((s) => (s.body as { emails: string[] }).emails[0])
  await openPreview(file(2500))
  await screen.findByRole('button', { name: 'Import 2,500 clients' })
  await waitFor(() => expect(checks().length).toBe(4))
  await waitFor(() => expect(screen.queryByText('Comparing with your clients...')).toBeNull())
  expect(checks()).toEqual(['c0@x.example', 'c1000@x.example', 'c1000@x.example', 'c2000@x.example'])
  await click('Back')
  await click('Next')
  await screen.findByRole('button', { name: 'Import 2,500 clients' })
  expect(checks().length).toBe(4)
})
