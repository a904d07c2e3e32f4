import { type Answers, problem, type SentRequest, serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { queryClient } from '@portal/sdk'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inDays, show, signInBookkeeper, template } from '../testing/show.tsx'
import { ImportClients } from './dialog.tsx'

const saved: { name: string; text: string }[] = []
vi.mock('../queries/save-text.ts', () => ({ saveText: (text: string, name: string) => saved.push({ text, name }) }))

beforeEach(() => {
  signInBookkeeper()
  saved.length = 0
})
afterEach(() => {
  toast.dismiss()
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const user = userEvent.setup({ applyAccept: false })
type Row = { name: string; email: string; phone: string; company: string; status: string }
const rowsOf = (sent: SentRequest) => (sent.body as { rows: Row[] }).rows
const all = (sent: SentRequest): [number, unknown] => [
  200,
  { results: rowsOf(sent).map((_, i) => ({ id: uuid(500 + i), reason: null })) },
]
const CHECK = 'POST /api/clients/import/check'
const IMPORT = 'POST /api/clients/import'

function open(answers: Answers = {}) {
  const sent = serve({
    [CHECK]: [200, { taken: [] }],
    [IMPORT]: all,
    'GET /api/workforms/templates': [200, { items: [template()] }],
    ...answers,
  })
  const onClose = vi.fn()
  show(<ImportClients onClose={onClose} />)
  return { sent, onClose, posts: () => sent.filter((s) => s.path === '/api/clients/import') }
}
const choose = async (text: string, name = 'clients.csv') =>
  user.upload(await screen.findByLabelText('File of clients'), new File([text], name, { type: 'text/csv' }))
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
const file = (n: number) =>
  ['Name,Email', ...Array.from({ length: n }, (_, i) => `Client ${i},c${i}@x.example`)].join('\n')

async function preview(text: string) {
  await choose(text)
  await screen.findByText('What is where?')
  await press('Next')
}
async function importIt(n: number) {
  const name = `Import ${n.toLocaleString('en-US')} ${n === 1 ? 'client' : 'clients'}`
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false))
  await press(name)
}

test('a file that is no CSV is named; the next one may be', async () => {
  open()
  await choose('PK\u0003\u0004', 'book.xlsx')
  expect((await screen.findByRole('alert')).textContent).toContain('“book.xlsx” is a spreadsheet, not a CSV file.')
  await choose('Name,Email\n', 'headings.csv')
  expect((await screen.findByRole('alert')).textContent).toBe('“headings.csv” has no rows.')
  await choose(file(10_001), 'many.csv')
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('has 10,001 rows. At most 10,000 go in at once'),
  )
  await choose(file(1))
  expect(await screen.findByText('What is where?')).toBeDefined()
})

test('columns are guessed, can be chosen, and name and email are needed', async () => {
  const { posts } = open()
  await choose('Wer;Kontakt;Firma\nJane;jane@x.example;Bluebird\n')
  expect((await screen.findByLabelText<HTMLSelectElement>('Email')).value).toBe('1')
  expect(screen.getByLabelText<HTMLSelectElement>('Company').value).toBe('2')
  expect(screen.getByLabelText<HTMLSelectElement>('Separated by').value).toBe(';')
  await press('Next')
  expect(screen.getByRole('alert').textContent).toBe('Please choose the column that holds the name.')
  await user.selectOptions(screen.getByLabelText('Full Name'), 'Wer')
  await press('Next')
  expect(await screen.findByText('jane@x.example')).toBeDefined()
  await importIt(1)
  expect(await screen.findByText('1 client imported.')).toBeDefined()
  expect(posts()[0]?.body).toEqual({
    rows: [{ name: 'Jane', email: 'jane@x.example', phone: '', company: 'Bluebird', status: '' }],
    invite: true,
  })
})

test('a file without headings', async () => {
  const { posts } = open()
  await choose('Jane,jane@x.example\nOlaf,olaf@x.example\n')
  expect(
    (await screen.findByRole<HTMLInputElement>('checkbox', { name: 'The first row names the columns' })).checked,
  ).toBe(false)
  await user.selectOptions(screen.getByLabelText('Full Name'), 'Column 1')
  await press('Next')
  await importIt(2)
  await screen.findByText('2 clients imported.')
  expect(posts().flatMap((p) => rowsOf(p).map((r) => r.name))).toEqual(['Jane', 'Olaf'])
})

test('every row shows its problems, those that the server knows among them; the bad ones are saved with reasons', async () => {
  const { posts } = open({
    [CHECK]: [200, { taken: [{ email: 'known@x.example', reason: 'You already have a client with this email.' }] }],
  })
  await preview(
    'Name,Email,Note\nJane,jane@x.example,a\n,nobody@x.example,b\nKnown,KNOWN@x.example,c\nJane,jane@x.example,d\n',
  )
  expect(await screen.findByText('You already have a client with this email.')).toBeDefined()
  expect(screen.getByText('The name is missing.')).toBeDefined()
  expect(screen.getByText('Same email as in row 2.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'With problems 3' }).getAttribute('aria-pressed')).toBe('true')
  await press('Download rows with problems')
  const lines = saved[0]?.text.split('\r\n') ?? []
  expect(lines[0]).toBe('\uFEFFName,Email,Note,Row,Problem')
  expect(lines[2]).toBe('Known,KNOWN@x.example,c,4,You already have a client with this email.')
  await press('Ready 1')
  expect(screen.queryByText('The name is missing.')).toBeNull()
  await importIt(1)
  expect(await screen.findByText('1 client imported.')).toBeDefined()
  expect(screen.getByText('3 rows were left out for a problem.')).toBeDefined()
  expect(posts().length).toBe(1)
})

test('invitations can be left out, and a workform given to all', async () => {
  const { posts } = open()
  await preview(file(2))
  await user.click(await screen.findByRole('checkbox', { name: 'Send each client an invitation mail now' }))
  await user.selectOptions(screen.getByLabelText('Assign to all of them'), 'Tax onboarding')
  await importIt(2)
  expect(await screen.findByText('Please choose a due date')).toBeDefined()
  expect(posts()).toEqual([])
  fireEvent.change(screen.getByLabelText(/^Due Date/), { target: { value: inDays(5) } })
  await importIt(2)
  await screen.findByText('2 clients imported.')
  expect(posts()[0]?.body).toMatchObject({ invite: false, assignment: { workform_id: uuid(10), due_date: inDays(5) } })
})

test('many rows go in parts of a hundred, each with a key of its own; what the server refuses is told', async () => {
  const { posts } = open({
    [IMPORT]: (sent) => [
      200,
      {
        results: rowsOf(sent).map((r) => ({
          id: r.name === 'Client 150' ? null : uuid(1),
          reason: r.name === 'Client 150' ? 'Meanwhile taken.' : null,
        })),
      },
    ],
  })
  await preview(file(250))
  await importIt(250)
  expect(await screen.findByText('249 clients imported.')).toBeDefined()
  expect(posts().map((p) => rowsOf(p).length)).toEqual([100, 100, 50])
  expect(new Set(posts().map((p) => p.key)).size).toBe(3)
  await press('Download the rows that were not imported')
  expect(saved[0]?.text).toContain('Client 150,c150@x.example,152,Meanwhile taken.')
})

test('an interruption is told and taken up where it was, with the same key', async () => {
  let tries = 0
  const { posts } = open({
    [IMPORT]: (sent) =>
      rowsOf(sent)[0]?.name === 'Client 100' && tries++ === 0
        ? problem(404, 'not_found', 'Not found', 'The workform is gone.')
        : all(sent),
  })
  await preview(file(150))
  await importIt(150)
  expect(await screen.findByText('The import was interrupted. The workform is gone.')).toBeDefined()
  expect(
    screen.getByText('100 clients imported so far, 50 rows to go. Trying again imports no client twice.'),
  ).toBeDefined()
  await press('Try again')
  expect(await screen.findByText('150 clients imported.')).toBeDefined()
  expect(posts().map((p) => rowsOf(p)[0]?.name)).toEqual(['Client 0', 'Client 100', 'Client 100'])
  expect(posts()[2]?.key).toBe(posts()[1]?.key)
})

test('says that the connection was lost, and goes on by itself with the same request', async () => {
  let tries = 0
  const { posts } = open({
    [IMPORT]: (sent) => {
      if (tries++ === 0) throw new TypeError('Failed to fetch')
      return all(sent)
    },
  })
  await preview(file(2))
  await importIt(2)
  expect(await screen.findByText('The connection was lost. Trying again. No client is imported twice.')).toBeDefined()
  expect(await screen.findByText('2 clients imported.', undefined, { timeout: 10_000 })).toBeDefined()
  expect(screen.queryByText(/connection was lost/)).toBeNull()
  expect(posts()[1]?.key).toBe(posts()[0]?.key)
})

test('stopped, it finishes what is on its way and says what was not sent', async () => {
  let answer: (() => void) | undefined
  const { onClose } = open({
    [IMPORT]: async (sent) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return all(sent)
    },
  })
  await preview(file(150))
  await importIt(150)
  await press('Stop import')
  expect(screen.getByText(/finishing what is on its way/)).toBeDefined()
  await waitFor(() => expect(answer).toBeDefined())
  answer?.()
  expect(await screen.findByText('100 clients imported.')).toBeDefined()
  expect(screen.getByText('50 rows were not sent any more.')).toBeDefined()
  await press('Download the rows that were not imported')
  expect(saved[0]?.text.split('\r\n').length).toBe(52)
  expect(saved[0]?.text).toContain('Not sent: the import was stopped.')
  await press('Done')
  expect(onClose).toHaveBeenCalled()
})

test('a check that fails can be asked for again; nothing is imported unchecked', async () => {
  let tries = 0
  open({ [CHECK]: () => (tries++ === 0 ? problem(403, 'forbidden', 'Access Denied', 'No.') : [200, { taken: [] }]) })
  await preview(file(1))
  expect(await screen.findByText('The rows could not be checked')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import 1 client' }).disabled).toBe(true)
  await press('Retry')
  await importIt(1)
  expect(await screen.findByText('1 client imported.')).toBeDefined()
})
