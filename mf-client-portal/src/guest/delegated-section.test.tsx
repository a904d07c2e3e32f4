import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { serve } from '@portal/kit/testing/serve'
import { toasts } from '@portal/kit/testing/toaster'
import { uuid } from '@portal/kit/testing/uuid'
import { ApiError, queryClient, setSession } from '@portal/sdk'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { detail, SECTION_ID, show, signInClient } from '../testing/fixtures.tsx'
import { uploadQueue } from '../upload/uploads.ts'
import { DelegatedSection } from './delegated-section.tsx'

const sdk = vi.hoisted(() => ({ uploadFile: vi.fn() }))
vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))
vi.mock('@portal/sdk', async (original) => ({ ...(await original<typeof import('@portal/sdk')>()), ...sdk }))

afterEach(() => {
  act(() => {
    for (const { key } of uploadQueue().uploads()) uploadQueue().cancel(key)
  })
  queryClient.clear()
  setSession(null, 'signed-out')
  vi.unstubAllGlobals()
})

const file = (id: string, name: string) => ({ id, name, path: name, size: 8, type: 'application/pdf' })

/** Shows a section with a file of the client and one of the guest. Returns the requests that change something. */
function shown(): string[] {
  const changes: string[] = []
  const section: PortalSectionDetail = detail({
    answers: { bank: [file(uuid(3), 'theirs.pdf'), file(uuid(4), 'own.pdf')] },
    contributions: [{ field_id: 'bank', file_id: uuid(4), name: 'Ben' }],
  })
  signInClient()
  serve(({ method, path, body }) => {
    if (method === 'GET') return section
    changes.push(`${method} ${path} ${JSON.stringify(body)}`)
    return path.endsWith('/draft') ? { draft_version: 1, saved_at: '2026-01-01T12:00:00.000Z' } : { ok: true }
  })
  show(<DelegatedSection assignmentId={SECTION_ID} clientName="Priya Raman" />)
  return changes
}

it('removes only files of its own, and has no way to submit', async () => {
  shown()
  await screen.findByText('theirs.pdf')
  expect(screen.getByRole('button', { name: 'Remove own.pdf' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove theirs.pdf' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Submit Section' })).toBeNull()
})

it('saves what was typed before it says that it is done', async () => {
  const changes = shown()
  await userEvent.type(await screen.findByLabelText(/Company name/), 'Fern')
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findByText(/Priya Raman will check and submit it/)
  expect(changes.map((change) => change.split(' ')[1])).toEqual([
    `/api/portal/sections/${SECTION_ID}/draft`,
    `/api/portal/sections/${SECTION_ID}/delegations/done`,
  ])
  expect(changes[0]).toContain('"name":"Fern"')
})

it('is not done while a file has not arrived', async () => {
  const changes = shown()
  sdk.uploadFile.mockRejectedValue(
    new ApiError({ code: 'busy', title: 'Busy', detail: 'The portal is busy.', status: 503 }),
  )
  fireEvent.change(await screen.findByLabelText('Upload files for Bank statement'), {
    target: { files: [new File(['%PDF-1.7\n%%EOF'], 'late.pdf')] },
  })
  await screen.findByText('The portal is busy.')
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() =>
    expect(toasts.error).toHaveBeenLastCalledWith(
      'Not all files are sent',
      'late.pdf has not arrived. Please send or remove it first.',
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Remove late.pdf' }))
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findByText(/Priya Raman will check and submit it/)
  expect(toasts.takenBack).toHaveBeenCalledWith('Not all files are sent')
  expect(changes.filter((change) => change.includes('/done'))).toHaveLength(1)
})
