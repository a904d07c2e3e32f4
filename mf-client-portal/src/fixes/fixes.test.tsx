import type { AnswerToFix } from '@portal/contract/answer-review'
import type { PortalSectionDetail, PortalWorkform } from '@portal/contract/client-portal'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { serve } from '@portal/kit/testing/serve'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DashboardPage } from '../dashboard/dashboard-page.tsx'
import type { DashboardSearch } from '../dashboard/search.ts'
import { detail, show, signInClient, workform } from '../testing/fixtures.tsx'

const TO_FIX: AnswerToFix[] = [
  { field_id: 'mail', question: 'Billing email', flag: { reason: 'other', note: 'This address bounces' } },
  { field_id: 'bank', question: 'Bank statement', flag: { reason: 'wrong_period', note: 'We need March' } },
]
const FILE = { id: 'file-1', name: 'statement.pdf', path: 'p', size: 3000, type: 'application/pdf' }
const ANSWERS = { name: 'Bluebird', mail: 'jane@x.example', bank: [FILE] }

beforeEach(signInClient)
afterEach(resetScreen)

function Dashboard() {
  const [search, setSearch] = useState<DashboardSearch>({})
  return <DashboardPage search={search} onSearch={setSearch} />
}

const sentBack = (change: Partial<PortalSectionDetail> = {}): PortalSectionDetail =>
  detail({
    status: 'rejected',
    to_fix: TO_FIX,
    answers: ANSWERS,
    sent_back: { answers: { mail: ANSWERS.mail, bank: ANSWERS.bank }, non_answers: {} },
    draft_version: 1,
    ...change,
  })

/** Shows the dashboard of a client with a section that was sent back. */
function dashboard(section = sentBack()) {
  const { to_fix, status } = section
  const items: PortalWorkform[] = [
    workform({ sections: workform().sections.map((s) => ({ ...s, status, to_fix, rejection_reason: '2 answers …' })) }),
  ]
  const sent = serve(({ path, body }) => {
    const { base_version = 0 } = (body ?? {}) as { base_version?: number }
    if (path.endsWith('/draft')) return [200, { draft_version: base_version + 1, saved_at: '2026-03-01T10:00:00.000Z' }]
    return path.endsWith('/workforms') ? [200, { items, is_archived: false }] : [200, section]
  })
  show(<Dashboard />)
  return sent
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const list = () => screen.findByRole('region', { name: /to fix|send again/ })

it('lists the questions with their reasons at the top, and the section in short', async () => {
  dashboard()
  const fixes = within(await list())
  expect(fixes.getByRole('heading', { level: 2 }).textContent).toBe('2 things to fix')
  expect(fixes.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Billing emailThis address bounces',
    'Bank statementWrong period: We need March',
  ])
  // Announced when it arrives while the page is open.
  expect(screen.getAllByRole('status').map((s) => s.textContent)).toContain('2 things to fix')
  await userEvent.click(screen.getByText('Tax onboarding 2026'))
  expect(screen.getByText('2 things to fix.').parentElement?.textContent).toContain('Your other answers are kept.')
  expect(screen.queryByText('Rejection Reason:')).toBeNull()
})

it('opens only the questions to fix, and the others on request', async () => {
  dashboard()
  await press('Fix now')
  const mail = await screen.findByLabelText('Billing email')
  await waitFor(() => expect(document.activeElement).toBe(mail))
  expect(screen.getByRole('group', { name: /^Please fix ?: This address bounces$/ }).contains(mail)).toBe(true)
  expect(screen.queryByLabelText(/Company name/)).toBeNull()
  await userEvent.click(screen.getByText('1 other answer'))
  expect(screen.getByLabelText(/Company name/)).toHaveProperty('value', 'Bluebird')
})

it('focuses the question that was chosen, also in an open form', async () => {
  dashboard()
  await press(/^Bank statement/)
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Choose files'))
  await press(/^Billing email This|^Billing emailThis/)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Billing email')))
})

it('shows what has been changed, in the form and in the list', async () => {
  dashboard()
  await press('Fix now')
  await userEvent.type(await screen.findByLabelText('Billing email'), '.org')
  expect(screen.getByText('1 of 2 changed')).toBeDefined()
  expect(screen.getByRole('group', { name: /^Changed\. ?You were asked to fix: This address bounces$/ })).toBeDefined()
  expect(within(await list()).getByRole('heading', { level: 2 }).textContent).toBe('1 thing to fix')
  await userEvent.type(screen.getByLabelText('Billing email'), '{Backspace>4/}')
  expect(screen.getByText('0 of 2 changed')).toBeDefined()
})

it('does not count a required answer as changed when it is only removed', async () => {
  dashboard(sentBack({ answers: { ...ANSWERS, bank: [] } }))
  await press('Fix now')
  expect(await screen.findByText('1 of 2 required left')).toBeDefined()
  expect(within(await list()).getByRole('heading', { level: 2 }).textContent).toBe('2 things to fix')
})

it('names unchanged answers before they are submitted again, and offers to submit changed ones', async () => {
  dashboard(sentBack({ answers: { ...ANSWERS, mail: 'new@x.example' } }))
  await press('Fix now')
  await press('Submit Section')
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('You have not changed “Bank statement”, which your bookkeeper asked you to fix.')
})

it('says that everything is changed and waits to be submitted', async () => {
  dashboard(sentBack({ answers: { ...ANSWERS, mail: 'new@x.example', bank: [{ ...FILE, id: 'file-2' }] } }))
  const fixes = within(await screen.findByRole('region', { name: 'Ready to send again' }))
  await userEvent.click(fixes.getByRole('button', { name: 'Review and submit' }))
  expect(await screen.findByText('2 of 2 changed')).toBeDefined()
})

it('shows another question when it prevents the submission', async () => {
  dashboard(sentBack({ answers: { ...ANSWERS, name: 'Bluebird' } }))
  await press('Fix now')
  await userEvent.click(await screen.findByText('1 other answer'))
  await userEvent.clear(screen.getByLabelText(/Company name/))
  await userEvent.click(screen.getByText('1 other answer'))
  expect(screen.queryByLabelText(/Company name/)).toBeNull()
  await press('Submit Section')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Company name/)))
})

it('counts a reason in place of the answer as a change', async () => {
  dashboard()
  await press('Fix now')
  await userEvent.clear(await screen.findByLabelText('Billing email'))
  await press('I can’t answer this question: Billing email')
  await press("Doesn't apply")
  expect(screen.getByText('1 of 2 changed')).toBeDefined()
})
