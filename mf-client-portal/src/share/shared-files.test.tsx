import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { serve } from '@portal/kit/testing/serve'
import { forgetSharedFiles, queryClient, sharedFilesOf } from '@portal/sdk'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { detail, SECTION_ID, show, signInClient, workform } from '../testing/fixtures.tsx'
import { type Place, uploadQueue } from '../upload/uploads.ts'
import { SharedFiles } from './shared-files.tsx'

// The store of the browser, which has tests of its own.
vi.mock('@portal/sdk/shared-files', () => ({ sharedFilesOf: vi.fn(), forgetSharedFiles: vi.fn(async () => undefined) }))

beforeEach(signInClient)
afterEach(() => {
  for (const { key } of uploadQueue().uploads()) uploadQueue().cancel(key)
  queryClient.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const pdf = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' })

/** Opens the dialog after another app has shared files, for a client with this section. */
function open(files: File[], section: Partial<PortalSectionDetail> = {}) {
  vi.mocked(sharedFilesOf).mockResolvedValue(files)
  serve(({ path }) => (path.endsWith(SECTION_ID) ? detail(section) : [500, {}]))
  const chosen: Place[] = []
  const onClose = vi.fn()
  show(<SharedFiles items={[workform()]} onChoose={(place) => chosen.push(place)} onClose={onClose} />)
  return { chosen, onClose, user: userEvent.setup() }
}
const fileField = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  type: 'file' as const,
  required: false,
  section: 'Business details',
  ...more,
})

it('sends the files to the question that is chosen, and forgets them', async () => {
  const { chosen, user } = open([pdf('May.pdf'), pdf('June.pdf')])
  const dialog = await screen.findByRole('dialog', { name: 'Add 2 shared files' })
  const list = await within(dialog).findByRole('list', { name: 'Shared files' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['May.pdf1 KB', 'June.pdf1 KB'])
  // The questions with text are not offered.
  const [question, ...others] = within(await within(dialog).findByRole('list', { name: 'Questions' })).getAllByRole(
    'button',
  )
  expect(others).toEqual([])
  expect(question?.textContent).toBe('Bank statementBusiness details · Tax onboarding 2026 · due Thu, Mar 5')
  expect(document.activeElement).toBe(question)
  await user.keyboard('{Enter}')
  const place = { assignmentId: SECTION_ID, fieldId: 'bank' }
  expect(chosen).toEqual([place])
  expect(
    uploadQueue()
      .uploads()
      .map((upload) => [upload.name, upload.place]),
  ).toEqual([
    ['May.pdf', place],
    ['June.pdf', place],
  ])
  expect(forgetSharedFiles).toHaveBeenCalledTimes(1)
})

it('offers the questions that take most of the files first, and says why others do not', async () => {
  const stored = { id: 'f1', name: 'old.pdf', size: 9, path: 'x' }
  open([pdf('May.pdf'), pdf('June.pdf')], {
    fields: [
      fileField('photo', 'Photo', { accept: ['.jpg'] }),
      fileField('lease', 'Lease', { maxFiles: 1 }),
      fileField('full', 'Passport', { maxFiles: 1 }),
      fileField('bank', 'Bank statements'),
    ],
    answers: { full: [stored] } as never,
  })
  const list = await screen.findByRole('list', { name: 'Questions' })
  const about = 'Business details · Tax onboarding 2026 · due Thu, Mar 5'
  expect(
    within(list)
      .getAllByRole('button')
      .map((b) => [b.textContent?.replace(about, ' ').trim(), b.hasAttribute('disabled')]),
  ).toEqual([
    ['Bank statements', false],
    ['Lease Takes only 1 file of 2.', false],
    ['Photo This type of file is not accepted here.', true],
    ['Passport This field already has the maximum number of files.', true],
  ])
})

it('says that nothing has arrived', async () => {
  const { onClose, user } = open([])
  const dialog = await screen.findByRole('dialog', { name: 'No files have arrived' })
  expect(dialog.textContent).toContain('Files that you share while signed out are not kept.')
  await user.click(within(dialog).getByText('Close'))
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('says when no section asks for a file, and discards the files', async () => {
  const { onClose, user } = open([pdf('May.pdf')], { fields: [] })
  expect(await screen.findByText(/None of your open sections asks for a file/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect([onClose.mock.calls.length, vi.mocked(forgetSharedFiles).mock.calls.length]).toEqual([1, 1])
})

it('says when questions are missing because a section could not be loaded', async () => {
  vi.mocked(sharedFilesOf).mockResolvedValue([pdf('May.pdf')])
  serve(() => [404, { code: 'not_found', title: 'Not found', detail: '', status: 404 }])
  show(<SharedFiles items={[workform()]} onChoose={() => undefined} onClose={() => undefined} />)
  await waitFor(() => expect(screen.getByText(/could not be loaded/)).toBeTruthy())
})
