import type { FileAnswer, WorkformField } from '@portal/contract/fields'
import { problem, serve } from '@portal/kit/testing/serve'
import { toasts } from '@portal/kit/testing/toaster'
import { uuid } from '@portal/kit/testing/uuid'
import { queryClient, setSession } from '@portal/sdk'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SECTION_ID, show, signInClient } from '../testing/fixtures.tsx'
import { FilesControl } from '../upload/files-control.tsx'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))

const EXPIRES_AT = '2999-01-01T12:00:00.000Z'
const field: WorkformField = { id: 'bank', name: 'Bank statement', type: 'file', required: false, section: 'S' }
const file = (name: string): FileAnswer => ({ id: name, name, path: name, size: 8, type: 'application/pdf' })
const control = (files: FileAnswer[] = []) => <FilesControl assignmentId={SECTION_ID} field={field} files={files} />

/** What the server says about the link. */
let state = { opened_at: null as string | null, is_live: true }
let isOffline = false

/** Answers the routes of guest links. Each link has another id. */
function serveLinks(): void {
  let made = 0
  serve(({ method }) => {
    if (method === 'POST') return [201, { id: uuid(++made), token: 'abc', expires_at: EXPIRES_AT }]
    if (method === 'DELETE') return isOffline ? problem(503, 'busy') : { ok: true }
    return { id: uuid(made), expires_at: EXPIRES_AT, ...state }
  })
}

beforeEach(() => {
  vi.clearAllMocks()
  state = { opened_at: null, is_live: true }
  isOffline = false
  signInClient()
})
afterEach(() => {
  queryClient.clear()
  setSession(null, 'signed-out')
  vi.unstubAllGlobals()
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('shows a code, then that the phone is connected, then what arrives', async () => {
  serveLinks()
  const { rerender } = show(control([file('old.pdf')]))
  await press('Continue on your phone')
  await screen.findByRole('img', { name: 'QR code that opens this question on your phone' })
  state.opened_at = '2026-01-01T00:00:00.000Z'
  await queryClient.invalidateQueries()
  await screen.findByText('Your phone is connected')
  rerender(control([file('old.pdf'), file('new.pdf')]))
  await screen.findByText('1 file arrived')
  await press('Done')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('offers a new code when the code has ended', async () => {
  serveLinks()
  state.is_live = false
  show(control())
  await press('Continue on your phone')
  await screen.findByText(/This code no longer works/)
  state.is_live = true
  await press('New code')
  await waitFor(() => expect(screen.queryByText(/This code no longer works/)).toBeNull())
})

it('warns when access could not be ended', async () => {
  serveLinks()
  isOffline = true
  show(control())
  await press('Continue on your phone')
  await screen.findByRole('dialog')
  await press('Stop')
  await waitFor(() => expect(toasts.error).toHaveBeenCalled())
  expect(screen.queryByRole('dialog')).toBeNull()
})
