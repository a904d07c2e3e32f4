import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { problem, type SentRequest, serve } from '@portal/kit/testing/serve'
import { toasts } from '@portal/kit/testing/toaster'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { detail, SECTION_ID, show, signInClient, workform } from '../testing/fixtures.tsx'
import { SubmitAllPanel } from './submit-all-panel.tsx'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))

beforeEach(signInClient)
afterEach(resetScreen)

const idOf = (n: number): string => `${SECTION_ID.slice(0, -1)}${n}`
const section = (n: number, answers: PortalSectionDetail['answers']): PortalSectionDetail =>
  detail({ assignment_id: idOf(n), name: `Part ${n}`, fields: detail().fields.slice(0, 2), answers, draft_version: 1 })
const complete = { name: 'Bluebird' }

/** Serves these sections; `submit` may override the answer to a submission. */
function portal(sections: PortalSectionDetail[], submit?: (sent: SentRequest) => [number, unknown] | undefined) {
  const sent = serve((request) => {
    const found = sections.find((s) => request.path.includes(s.assignment_id))
    if (!request.path.endsWith('/submit')) return [200, found]
    return submit?.(request) ?? [200, { assignment_id: found?.assignment_id, status: 'pending_review', version: 4 }]
  })
  const items = sections.map((s) => ({
    ...workform().sections[0],
    assignment_id: s.assignment_id,
    name: s.name,
    status: s.status,
  }))
  show(<SubmitAllPanel shown workform={workform({ sections: items as ReturnType<typeof workform>['sections'] })} />)
  const submitted = () => sent.filter((s) => s.path.endsWith('/submit')).map((s) => s.path.split('/').at(-2))
  return { sent, submitted }
}
const everything = () => screen.findByRole('button', { name: 'Submit everything' })
const inDialog = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

it('submits all sections in one go when all are complete', async () => {
  const { submitted } = portal([section(1, complete), section(2, complete), section(3, complete)])
  await userEvent.click(await everything())
  const dialog = await screen.findByRole('dialog', { name: 'Submit everything in Tax onboarding 2026?' })
  expect(within(dialog).getAllByText('Bluebird')).toHaveLength(3)
  await inDialog('Submit everything')
  await waitFor(() =>
    expect(toasts.success).toHaveBeenCalledExactlyOnceWith('Sections submitted', expect.stringContaining('All 3')),
  )
  expect(submitted()).toEqual([1, 2, 3].map(idOf))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says which sections were not sent and why, and sends only those again', async () => {
  let busy = true
  const { sent, submitted } = portal([section(1, complete), section(2, complete), section(3, complete)], ({ path }) =>
    busy && path.includes(idOf(2)) ? problem(503, 'busy', 'Busy', 'The portal is busy.') : undefined,
  )
  await userEvent.click(await everything())
  await inDialog('Submit everything')
  expect(await screen.findByText(/^2 of 3 sections were sent\./)).toBeDefined()
  expect(screen.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual([
    'Part 1Sent',
    'Part 2Not sent. The portal is busy.',
    'Part 3Sent',
  ])
  expect(toasts.success).not.toHaveBeenCalled()
  busy = false
  await inDialog('Try Again')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(submitted()).toEqual([1, 2, 3, 2].map(idOf))
  const keys = sent.filter((s) => s.path.includes(idOf(2)) && s.path.endsWith('/submit')).map((s) => s.key)
  expect(new Set(keys).size).toBe(1)
})

it.each([
  ['one of them lacks an answer', [section(1, complete), section(2, {})]],
  [
    'one of them has an answer of the wrong form',
    [section(1, complete), section(2, { name: 'Bluebird', mail: 'jane@' })],
  ],
  ['there is only one', [section(1, complete)]],
])('is not offered while %s', async (_, sections) => {
  const { sent } = portal(sections)
  if (sections.length > 1) await waitFor(() => expect(sent).toHaveLength(sections.length))
  await Promise.resolve()
  expect(screen.queryByRole('button', { name: 'Submit everything' })).toBeNull()
})
