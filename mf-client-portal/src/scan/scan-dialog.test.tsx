import { waitFor } from '@portal/contract/testing/wait-for'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { show, signInClient } from '../testing/fixtures.tsx'
import { WHOLE } from './image/geometry.ts'
import { ScanDialog } from './scan-dialog.tsx'
import type { ScanEngine } from './scan-engine.ts'
import type { Picture } from './scan-page.ts'

const picture = (text: string): Picture => ({ blob: new Blob([text]), width: 3, height: 4 })
const photo = (name: string) => new File([name], name, { type: 'image/jpeg' })

/** Stands for the worker, which needs a canvas: a photo becomes a text that says what was done with it. */
function fakeEngine(more: Partial<ScanEngine> = {}): ScanEngine {
  return {
    readPhoto: async (file) => {
      if (file.name.startsWith('bad')) throw new Error('not a photo')
      return { photo: picture(file.name), found: file.name.startsWith('unclear') ? undefined : WHOLE }
    },
    renderPage: async (blob, { turns, look }) => picture(`${await blob.text()} ${turns} ${look}`),
    combinePages: async (pages) => new Blob([(await Promise.all(pages.map((p) => p.text()))).join('\n')]),
    close: vi.fn(),
    ...more,
  }
}

beforeEach(() => signInClient())

function open(more: Partial<ScanEngine> = {}) {
  const engine = fakeEngine(more)
  const [onClose, onScanned] = [vi.fn(), vi.fn<(pdf: File) => void>()]
  const place = { assignmentId: 'a', fieldId: 'f' }
  const start = () => engine
  show(<ScanDialog {...{ place, onClose, onScanned }} question="Bank statement" startEngine={start} />)
  return { user: userEvent.setup({ applyAccept: false }), onClose, onScanned }
}
const press = (name: string) => screen.findByRole('button', { name })
const choose = (user: ReturnType<typeof userEvent.setup>, ...names: string[]) =>
  user.upload(screen.getByLabelText('Choose photos from this device'), names.map(photo))

it('combines the pages in their order, as they were changed', async () => {
  const { user, onClose, onScanned } = open()
  expect(await press('Upload as PDF')).toHaveProperty('disabled', true)
  await choose(user, 'a', 'b', 'c')
  await user.click(await press('Move page 3 earlier'))
  await user.click(await press('Edit page 1'))
  expect(screen.getByText('Page 1 of 3')).toBeDefined()
  await user.click(await press('Rotate left'))
  await user.click(await press('Original'))
  await user.click(await press('Black and white'))
  await user.click(await press('Undo'))
  await user.click(await press('All pages'))
  await waitFor(async () => expect(await press('Upload 3 pages as PDF')).toHaveProperty('disabled', false))
  await user.click(await press('Upload 3 pages as PDF'))
  await waitFor(() => expect(onScanned).toHaveBeenCalledOnce())
  const pdf = onScanned.mock.calls[0]?.[0]
  expect(pdf?.name).toMatch(/^Scan .*\.pdf$/)
  expect(await pdf?.text()).toBe('a 3 original\nc 0 enhanced\nb 0 enhanced')
  expect(onClose).toHaveBeenCalledOnce()
})

it('retakes the photo of a page, and undoes that', async () => {
  const { user, onScanned } = open()
  await choose(user, 'first')
  await user.click(await press('Edit page 1'))
  await user.upload(screen.getByLabelText('Replace photo from this device'), photo('second'))
  await waitFor(async () => expect(await press('Undo')).toHaveProperty('disabled', false))
  await user.click(await press('Undo'))
  expect(await press('Undo')).toHaveProperty('disabled', true)
  await user.upload(screen.getByLabelText('Retake with the camera'), photo('third'))
  await waitFor(async () => expect(await press('Undo')).toHaveProperty('disabled', false))
  await user.click(await press('All pages'))
  await waitFor(async () => expect(await press('Upload 1 page as PDF')).toHaveProperty('disabled', false))
  await user.click(await press('Upload 1 page as PDF'))
  await waitFor(() => expect(onScanned).toHaveBeenCalledOnce())
  expect(await onScanned.mock.calls[0]?.[0].text()).toBe('third 0 enhanced')
})

it('names photos that cannot be read, and pages whose corners were not found', async () => {
  const { user } = open()
  await choose(user, 'bad.txt', 'unclear')
  expect((await screen.findByRole('alert')).textContent).toBe('bad.txt cannot be read as a photo.')
  expect(await screen.findByText('Check its corners')).toBeDefined()
})

it('asks before pages are discarded, and keeps them when the PDF cannot be made', async () => {
  const combinePages = vi.fn(async () => new Blob())
  combinePages.mockRejectedValueOnce(new Error('no memory'))
  const { user, onClose, onScanned } = open({ combinePages })
  await choose(user, 'a')
  await waitFor(async () => expect(await press('Upload 1 page as PDF')).toHaveProperty('disabled', false))
  await user.click(await press('Upload 1 page as PDF'))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The PDF could not be made/)
  expect(onScanned).not.toHaveBeenCalled()
  await user.click(await press('Close'))
  const question = await screen.findByRole('alertdialog', { name: 'Discard the scanned pages?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect(onClose).not.toHaveBeenCalled()
  await user.click(await press('Cancel'))
  await user.click(await press('Discard'))
  expect(onClose).toHaveBeenCalledOnce()
})
