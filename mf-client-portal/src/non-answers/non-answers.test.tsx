import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { serve } from '@portal/kit/testing/serve'
import { queryClient } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sectionQuery } from '../dashboard/queries.ts'
import { localDraftsOf, ownerOf } from '../draft/local-drafts.ts'
import { SectionForm } from '../section/section-form.tsx'
import { detail, SECTION_ID, show, signInClient } from '../testing/fixtures.tsx'

const NONE = { reason: 'dont_have', note: '' } as const

beforeEach(signInClient)
afterEach(resetScreen)

function Form() {
  const { data } = useQuery({ ...sectionQuery(SECTION_ID), staleTime: 60_000 })
  return data ? <SectionForm detail={data} onSubmitted={() => undefined} /> : null
}

/** Shows the form of a section whose drafts are accepted. */
function form(change: Partial<PortalSectionDetail> = {}) {
  const start = detail(change)
  queryClient.setQueryData(sectionQuery(SECTION_ID).queryKey, start)
  const sent = serve(({ path, body }) => {
    const { base_version = 0 } = (body ?? {}) as { base_version?: number }
    if (path.endsWith('/draft')) return [200, { draft_version: base_version + 1, saved_at: '2026-03-01T10:00:00.000Z' }]
    if (path.endsWith('/submit')) return [200, { assignment_id: SECTION_ID, status: 'pending_review', version: 4 }]
    return [200, start]
  })
  show(<Form />)
  return { of: (end: string) => sent.filter((s) => s.path.endsWith(end)) }
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

it('offers the reasons on request, and closes them on Escape', async () => {
  form()
  expect(screen.queryByRole('button', { name: "Doesn't apply" })).toBeNull()
  await press('I can’t answer this question: Company name')
  const group = screen.getByRole('group', { name: 'Why is there no answer to Company name?' })
  expect(
    within(group)
      .getAllByRole('button')
      .map((b) => b.textContent),
  ).toEqual(["I don't have it", "Doesn't apply", "I don't understand", 'Someone else has it'])
  await userEvent.tab()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('group', { name: /^Why is there no answer/ })).toBeNull()
  expect(document.activeElement?.textContent).toContain('I can’t answer this')
})

it('replaces the control, counts for a required field, and saves reason and note', async () => {
  const { of } = form()
  expect(screen.getByText('2 of 2 required left')).toBeDefined()
  await press('I can’t answer this question: Bank statement')
  await press("I don't have it")
  const panel = screen.getByRole('group', { name: "Bank statement: I don't have it" })
  await waitFor(() => expect(document.activeElement).toBe(panel))
  expect(screen.queryByLabelText('Upload files for Bank statement')).toBeNull()
  expect(screen.getByText('1 of 2 required left')).toBeDefined()
  await userEvent.type(within(panel).getByRole('textbox'), 'The bank is closed')
  await waitFor(() =>
    expect(of('/draft').at(-1)?.body).toEqual({
      answers: {},
      non_answers: { bank: { reason: 'dont_have', note: 'The bank is closed' } },
      base_version: 0,
    }),
  )
})

it('brings the control back, and focuses it, when the client answers instead', async () => {
  form({ non_answers: { name: NONE }, draft_version: 1 })
  await press('Answer instead')
  const name = screen.getByLabelText(/Company name/)
  await waitFor(() => expect(document.activeElement).toBe(name))
  await userEvent.type(name, 'Bluebird')
  expect(screen.queryByRole('button', { name: 'I can’t answer this question: Company name' })).toBeNull()
  expect(screen.getByText('1 of 2 required left')).toBeDefined()
})

it('is not offered for a question that needs an answer', () => {
  form({ fields: detail().fields.map((field) => ({ ...field, answerRequired: field.id === 'name' })) })
  expect(screen.queryByRole('button', { name: 'I can’t answer this question: Company name' })).toBeNull()
  expect(screen.getByRole('button', { name: 'I can’t answer this question: Billing email' })).toBeDefined()
})

it('shows the reason before it is submitted, and submits it', async () => {
  const { of } = form({ answers: { name: 'Bluebird' }, non_answers: { bank: { ...NONE, note: 'Lost' } } })
  await press('Submit Section')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText("I don't have it: Lost")).toBeDefined()
  expect(dialog.getByText('Left empty').nextElementSibling?.textContent).toBe('Billing email')
  await userEvent.click(dialog.getByRole('button', { name: 'Submit' }))
  await waitFor(() =>
    expect(of('/submit')[0]?.body).toEqual({
      answers: { name: 'Bluebird', bank: null },
      non_answers: { bank: { reason: 'dont_have', note: 'Lost' } },
      version: 3,
    }),
  )
})

it('lets the client choose when another device answered the question', async () => {
  const session = JSON.parse(localStorage.getItem('portal.session') ?? '{}') as {
    user: { id: string; client_id: string }
  }
  localDraftsOf(ownerOf(session.user)).write(SECTION_ID, {
    answers: { name: { ...NONE, note: 'No company yet' } },
    base: {},
    base_version: 1,
    at: 1,
  })
  form({ answers: { name: 'From the phone' }, draft_version: 2 })
  const choice = await screen.findByRole('group', { name: 'Company name' })
  expect(within(choice).getByText("I don't have it: No company yet")).toBeDefined()
  expect(within(choice).getByText('From the phone')).toBeDefined()
  await press('Keep chosen answers')
  expect(await screen.findByRole('group', { name: "Company name: I don't have it" })).toBeDefined()
})
