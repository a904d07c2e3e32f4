import { problem, serve } from '@portal/kit/testing/serve'
import { toasts } from '@portal/kit/testing/toaster'
import { uuid } from '@portal/kit/testing/uuid'
import { queryClient, setSession } from '@portal/sdk'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SECTION_ID, show, signInClient } from '../testing/fixtures.tsx'
import { DelegationOffer } from './delegation-offer.tsx'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))

const AT = '2026-01-01T12:00:00.000Z'
const LINK = { id: uuid(1), name: 'Ben', created_at: AT, opened_at: null, last_used_at: null, expires_at: AT }
let items = [LINK]
let isFull = false

beforeEach(() => {
  vi.clearAllMocks()
  items = [LINK]
  isFull = false
  signInClient()
  serve(({ method }) => {
    if (method === 'DELETE') items = []
    if (method === 'POST')
      return isFull ? problem(409, 'too_many_links') : [201, { id: uuid(2), token: 'abc', expires_at: AT }]
    return method === 'DELETE' ? { ok: true } : { items }
  })
})
afterEach(() => {
  queryClient.clear()
  setSession(null, 'signed-out')
  vi.unstubAllGlobals()
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const open = async () => {
  show(<DelegationOffer assignmentId={SECTION_ID} sectionName="Bank details" />)
  await press('Ask someone else to fill this in')
}

it('makes a link for a person who has a name, and shows it once', async () => {
  await open()
  await press('Create link')
  await screen.findByText('Please enter a name.')
  await userEvent.type(screen.getByLabelText(/Their name/), 'Cleo')
  await press('Create link')
  await waitFor(() => expect(screen.getByLabelText('Link')).toHaveProperty('value', `${location.origin}/guest#abc`))
  await press('Done')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says when the section has too many links', async () => {
  isFull = true
  await open()
  await userEvent.type(await screen.findByLabelText(/Their name/), 'Cleo')
  await press('Create link')
  await waitFor(() => expect(toasts.error).toHaveBeenCalled())
  expect(screen.queryByLabelText('Link')).toBeNull()
})

it('revokes a link after asking', async () => {
  await open()
  await screen.findByText(/not opened yet/)
  await press('Revoke the link of Ben')
  await press('Revoke')
  await waitFor(() => expect(screen.queryByText('Active links')).toBeNull())
})
