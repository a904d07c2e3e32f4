import type { FileAnswer, WorkformField } from '@portal/contract/fields'
import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from '@portal/contract/limits'
import { realPng } from '@portal/contract/testing/real-files'
import { serve } from '@portal/kit/testing/serve'
import { toasts } from '@portal/kit/testing/toaster'
import { uuid } from '@portal/kit/testing/uuid'
import { ApiError, queryClient } from '@portal/sdk'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sectionQuery } from '../dashboard/queries.ts'
import { detail, SECTION_ID, show } from '../testing/fixtures.tsx'
import { FilesControl } from './files-control.tsx'
import { uploadQueue } from './uploads.ts'

const sdk = vi.hoisted(() => ({
  uploadFile: vi.fn(),
  fetchBlob: vi.fn(),
}))
vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))
vi.mock('@portal/sdk', async (original) => ({ ...(await original<typeof import('@portal/sdk')>()), ...sdk }))

beforeEach(() => {
  vi.clearAllMocks()
  serve(() => NO_DUPLICATES)
})
afterEach(() => {
  act(() => {
    for (const { key } of uploadQueue().uploads()) uploadQueue().cancel(key)
  })
  queryClient.clear()
  vi.unstubAllGlobals()
})

const field: WorkformField = { id: 'bank', name: 'Bank statement', type: 'file', required: true, section: 'S' }
const stored: FileAnswer = { id: 'file-1', name: 'old.pdf', path: 'p', size: 8, type: 'application/pdf' }
const pdf = (name: string, content = '%PDF-1.7\n%%EOF') => new File([content], name)
const NO_DUPLICATES: [number, unknown] = [200, { items: [] }]
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Upload files for Bank statement'), { target: { files } })
const control = (files: FileAnswer[] = [], more: Partial<WorkformField> = {}) => (
  <FilesControl assignmentId={SECTION_ID} field={{ ...field, ...more }} files={files} />
)

function sized(name: string, size: number): File {
  const file = pdf(name)
  Object.defineProperty(file, 'size', { value: size })
  return file
}

it.each([
  ['an empty file', () => pdf('a.pdf', ''), 'The file is empty.'],
  ['a file over 50 MB', () => sized('a.pdf', MAX_FILE_BYTES + 1), 'The file is larger than 50 MB.'],
  ['a type that is not accepted', () => pdf('a.exe'), 'This type of file is not accepted here.'],
  ['a page called .pdf', () => pdf('a.pdf', '<!doctype html>'), 'The content of the file does not match its type.'],
])('refuses %s at once and sends nothing', async (_, make, reason) => {
  show(control())
  const file = make()
  choose(file)
  expect(await screen.findByText(reason)).toBeDefined()
  expect(toasts.error).toHaveBeenCalledWith('Upload failed', `Failed to upload ${file.name}: ${reason}`)
  expect(sdk.uploadFile).not.toHaveBeenCalled()
})

it('names refused files and uploads the others', async () => {
  sdk.uploadFile.mockImplementation(() => new Promise(() => undefined))
  show(control())
  choose(pdf('empty.pdf', ''), pdf('good.pdf'), pdf('setup.exe'))
  await screen.findByRole('progressbar', { name: 'Uploading good.pdf' })
  expect(screen.getAllByRole('alert').map((a) => a.textContent)).toEqual([
    'The file is empty.',
    'This type of file is not accepted here.',
  ])
})

it('shows progress and announces completion once when several files are uploaded', async () => {
  const ends: (() => void)[] = []
  sdk.uploadFile.mockImplementation(
    (_path: string, file: File, options: { onProgress: (p: { sent: number; total: number }) => void }) => {
      options.onProgress({ sent: 1, total: 4 })
      return new Promise((resolve) => ends.push(() => resolve({ ...stored, id: file.name, name: file.name })))
    },
  )
  show(control())
  choose(pdf('a.pdf'), pdf('b c.pdf', '%PDF-1.7 another\n%%EOF'))
  const bar = await screen.findByRole('progressbar', { name: 'Uploading a.pdf' })
  await waitFor(() => expect(bar).toHaveProperty('value', 25))
  await waitFor(() => expect(ends).toHaveLength(2))
  expect(sdk.uploadFile.mock.calls[1]?.[0]).toBe(`/api/portal/sections/${SECTION_ID}/files?field=bank&name=b+c.pdf`)
  for (const end of ends) end()
  await waitFor(() => expect(toasts.success).toHaveBeenCalledExactlyOnceWith('Files uploaded', expect.anything()))
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('retries a failed upload and cancels a running one', async () => {
  sdk.uploadFile.mockRejectedValueOnce(
    new ApiError({ code: 'busy', title: 'Busy', detail: 'The portal is busy.', status: 503 }),
  )
  sdk.uploadFile.mockImplementation(() => new Promise(() => undefined))
  show(control())
  choose(pdf('a.pdf'))
  expect(await screen.findByText('The portal is busy.')).toBeDefined()
  expect(toasts.error).toHaveBeenCalledWith('Upload failed', 'Failed to upload a.pdf: The portal is busy.')
  await userEvent.click(screen.getByRole('button', { name: 'Retry a.pdf' }))
  await screen.findByRole('progressbar', { name: 'Uploading a.pdf' })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel a.pdf' }))
  expect(screen.queryByText('a.pdf')).toBeNull()
})

it('cancels a large upload on the server, too', async () => {
  const id = uuid(7)
  const sent = serve(({ method, path }) =>
    method === 'POST' && path.endsWith('/uploads')
      ? [200, { id, size: 2 * UPLOAD_PART_BYTES, part_size: UPLOAD_PART_BYTES, parts: [] }]
      : method === 'DELETE'
        ? [200, { ok: true }]
        : NO_DUPLICATES,
  )
  sdk.uploadFile.mockImplementation(() => new Promise(() => undefined))
  show(control())
  choose(pdf('a.pdf', `%PDF-1.7\n${' '.repeat(UPLOAD_PART_BYTES)}\n%%EOF`))
  await waitFor(() => expect(sdk.uploadFile).toHaveBeenCalled())
  await userEvent.click(screen.getByRole('button', { name: 'Cancel a.pdf' }))
  expect(screen.queryByText('a.pdf')).toBeNull()
  await waitFor(() => expect(sent.map(({ route }) => route)).toContain(`DELETE /api/uploads/${id}`))
})

it('warns of a duplicate anywhere in the workform, and sends it once confirmed', async () => {
  const asked = serve(({ path }) =>
    path.endsWith('/duplicates')
      ? [200, { items: [{ sha256: 'x', name: 'old.pdf', section_name: 'Taxes', field_id: 'elsewhere' }] }]
      : [500, {}],
  )
  sdk.uploadFile.mockImplementation(() => new Promise(() => undefined))
  show(control([stored]))
  choose(pdf('new.pdf'))
  expect(await screen.findByText('The same file is already in "Taxes", as old.pdf.')).toBeDefined()
  expect(asked[0]?.path).toBe(`/api/portal/sections/${SECTION_ID}/duplicates`)
  expect(sdk.uploadFile).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Send anyway: new.pdf' }))
  await waitFor(() => expect(sdk.uploadFile).toHaveBeenCalledOnce())
  choose(pdf('again.pdf'))
  expect(await screen.findByText('The same file is already on its way, as new.pdf.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel again.pdf' }))
  expect(screen.queryByText('again.pdf')).toBeNull()
})

it('asks before removing a file', async () => {
  const sent = serve(() => [200, { ok: true }])
  show(control([stored]))
  await userEvent.click(screen.getByRole('button', { name: 'Remove old.pdf' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Remove old.pdf' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('File removed', 'old.pdf'))
  expect(sent[0]).toMatchObject({ method: 'DELETE', path: '/api/portal/files/file-1' })
})

it('accepts no more files when the field is full', () => {
  show(control([stored], { maxFiles: 1 }))
  expect(screen.getByRole('button', { name: /Choose/ })).toHaveProperty('disabled', true)
})

it('offers the template of a download-reupload field', async () => {
  const sent = serve(() => [200, {}])
  const templateFile = {
    name: 'form.pdf',
    path: 'bookkeeper/u/templates/1_form.pdf',
    size: 2048,
    type: 'application/pdf',
  }
  show(control([], { type: 'download-reupload', templateFile }))
  await userEvent.click(screen.getByRole('button', { name: /Download Template/ }))
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('Download started', 'form.pdf'))
  expect(sent[0]).toMatchObject({ method: 'GET', path: '/api/files/bookkeeper%2Fu%2Ftemplates%2F1_form.pdf' })
})

it('renames a picture of another format when its sender confirms', async () => {
  sdk.uploadFile.mockImplementation(() => new Promise(() => undefined))
  show(control())
  choose(new File([realPng()], 'scan.jpg'))
  expect(await screen.findByText('scan.jpg is really a PNG picture. It will be sent as scan.png.')).toBeDefined()
  expect(sdk.uploadFile).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Send anyway: scan.png' }))
  await waitFor(() => expect(sdk.uploadFile).toHaveBeenCalledOnce())
  expect(sdk.uploadFile.mock.calls[0]?.[0]).toContain('name=scan.png')
})

it('asks before the unchanged template is sent as the signed copy', async () => {
  const templateFile = { name: 'form.pdf', path: 'templates/form.pdf', size: 15, type: 'application/pdf' }
  const form: WorkformField = { ...field, type: 'download-reupload', templateFile }
  queryClient.setQueryData(sectionQuery(SECTION_ID).queryKey, detail({ fields: [form] }))
  sdk.fetchBlob.mockImplementation(async () => pdf('form.pdf'))
  sdk.uploadFile.mockImplementation(() => new Promise(() => undefined))
  show(control([], form))
  choose(pdf('my form.pdf'))
  expect(
    await screen.findByText('This is the template as you downloaded it, with nothing filled in or signed.'),
  ).toBeDefined()
  expect(sdk.uploadFile).not.toHaveBeenCalled()
  choose(pdf('signed.pdf', '%PDF-1.7\nJane\n%%EOF'))
  await waitFor(() => expect(sdk.uploadFile).toHaveBeenCalledOnce())
})
