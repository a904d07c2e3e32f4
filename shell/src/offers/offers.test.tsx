import type { EmailChange, Offer, OwnRecord } from '@portal/contract/sessions'
import { type Handler, serve } from '@portal/kit/testing/serve'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { currentSession } from '@portal/sdk'
import { closeShell, openShell, sessionOf } from '../testing.tsx'

const user = userEvent.setup()

const record = (change: Partial<OwnRecord> = {}): OwnRecord => ({
  client_id: 'c1',
  firm: 'Torres & Co',
  bookkeeper: 'Maya Torres',
  current: true,
  open: 0,
  ...change,
})
const offer = (change: Partial<Offer> = {}): Offer => ({
  client_id: 'c2',
  firm: 'Arnold Books',
  bookkeeper: 'Ada Arnold',
  bookkeeper_email: 'ada@arnold.example',
  asked_at: '2026-11-20T10:00:00.000Z',
  workforms: [{ name: 'Year-end 2026', due_date: '2026-12-01' }],
  workform_count: 1,
  ...change,
})

afterEach(closeShell)

const emailChange: EmailChange = {
  id: 'e1',
  firm: 'Torres & Co',
  bookkeeper: 'Maya Torres',
  bookkeeper_email: 'maya@torres.example',
  from: 'priya@example.com',
  to: 'priya@new.example',
  asked_at: '2026-11-20T10:00:00.000Z',
}

interface Records {
  items: OwnRecord[]
  offers: Offer[]
  email_changes?: EmailChange[]
}
async function open(records: Records, handlers: Record<string, Handler> = {}, path = '/client-dashboard') {
  const sent = serve({ 'GET /api/auth/records': () => ({ email_changes: [], ...records }), ...handlers })
  await openShell(path, 'client')
  return sent
}
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))

it('names three workforms of a request, and counts all others', async () => {
  const workforms = Array.from({ length: 20 }, (_, i) => ({ name: `Form ${i + 1}`, due_date: null }))
  await open({ items: [record()], offers: [offer({ workforms, workform_count: 200 })] })
  const card = within(await screen.findByRole('article', { name: 'Request from Ada Arnold' }))
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Form 1',
    'Form 2',
    'Form 3',
    '197 more forms',
  ])
})

it('shows who asks and why, and switches when the client accepts', async () => {
  const moved = { ...sessionOf('client'), access_token: 'next', user: { ...sessionOf('client').user, client_id: 'c2' } }
  await open({ items: [record()], offers: [offer()] }, { 'POST /api/auth/records/c2/accept': () => moved })
  const card = within(await screen.findByRole('article', { name: 'Request from Ada Arnold' }))
  for (const text of ['Arnold Books', /ada@arnold\.example/, 'Year-end 2026'])
    expect(card.getByText(text)).toBeDefined()
  await press('Accept and open')
  await waitFor(() => expect(currentSession()?.user.client_id).toBe('c2'))
})

it.each([
  ['Decline', false],
  ['Report', true],
])('asks for confirmation when %s is pressed, and then tells the server', async (label, report) => {
  const records = { items: [record()], offers: [offer()] }
  const bodies: unknown[] = []
  await open(records, {
    'POST /api/auth/records/c2/decline': ({ body }) => {
      bodies.push(body)
      records.offers = []
      return { ok: true }
    },
  })
  await screen.findByRole('article', { name: 'Request from Ada Arnold' })
  await press(label)
  expect(bodies).toEqual([])
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: label }))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  expect(bodies).toEqual([{ report }])
})

it('shows two of many requests, and all when asked to', async () => {
  const offers = Array.from({ length: 5 }, (_, i) => offer({ client_id: `x${i}`, firm: `Firm ${i}` }))
  await open({ items: [record()], offers })
  expect(await screen.findByText('5 bookkeepers want to work with you')).toBeDefined()
  expect(screen.getAllByRole('article')).toHaveLength(2)
  await press('Show all 5')
  expect(screen.getAllByRole('article')).toHaveLength(5)
})

it('shows in the switcher how much work waits with another bookkeeper', async () => {
  await open({
    items: [record(), record({ client_id: 'c3', firm: 'Zimmer', bookkeeper: 'Zoe', current: false, open: 3 })],
    offers: [],
  })
  expect(await screen.findByText('3 sections to fill in elsewhere')).toBeDefined()
})

it('shows a request to change the email address, and refuses it when asked to', async () => {
  const records = { items: [record()], offers: [], email_changes: [emailChange] }
  const sent = await open(records, {
    'POST /api/auth/email-changes/e1/refuse': () => {
      records.email_changes = []
      return { ok: true }
    },
  })
  const notice = within(await screen.findByRole('region', { name: 'Change of your email address' }))
  expect(notice.getAllByText(/priya@new\.example/).length).toBeGreaterThan(0)
  await press('Refuse')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Change of your email address' })).toBeNull())
  expect(sent.map(({ route }) => route)).toContain('POST /api/auth/email-changes/e1/refuse')
})

it('asks for the password when the mailed link is opened, and changes the address', async () => {
  const bodies: unknown[] = []
  const moved = {
    ...sessionOf('client'),
    access_token: 'next',
    user: { ...sessionOf('client').user, email: emailChange.to },
  }
  await open(
    { items: [record()], offers: [], email_changes: [emailChange] },
    {
      'GET /api/auth/factors': () => ({ factors: [], recovery_codes_left: 0, has_password: true }),
      'POST /api/auth/email-changes/e1/confirm': ({ body }) => {
        bodies.push(body)
        return moved
      },
    },
    '/client-email?token=tok&change=e1',
  )
  await user.click(await screen.findByRole('button', { name: 'Change my address' }))
  await user.type(await screen.findByLabelText('Password'), 'secret')
  await press('Change address')
  await waitFor(() => expect(currentSession()?.user.email).toBe(emailChange.to))
  expect(bodies).toEqual([{ token: 'tok', password: 'secret' }])
})

it('says when a request is no longer open', async () => {
  await open({ items: [record()], offers: [] }, {}, '/client-email?token=tok&change=gone')
  expect(await screen.findByText('This request is no longer open')).toBeDefined()
})
