import { CLIENT_FILE_EXTENSIONS } from '@portal/contract/files'
import { MAX_FILE_BYTES } from '@portal/contract/limits'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FileDrop } from './file-drop.tsx'
import { type Refusal, sortFiles } from './sort-files.tsx'
import { UploadList } from './upload-list.tsx'

afterEach(cleanup)

const file = (name: string, size = 10) => {
  const made = new File(['x'], name)
  Object.defineProperty(made, 'size', { value: size })
  return made
}

it('refuses what the server would refuse, with the same texts', () => {
  const { good, refused } = sortFiles(
    [file('a.PDF'), file('b.exe'), file('c.pdf', 0), file('d.pdf', MAX_FILE_BYTES + 1), file('e.pdf'), file('f.pdf')],
    ['.pdf'],
    2,
  )
  expect(good.map((f) => f.name)).toEqual(['a.PDF', 'e.pdf'])
  expect(refused).toEqual([
    { name: 'b.exe', reason: 'This type of file is not accepted here.' },
    { name: 'c.pdf', reason: 'The file is empty.' },
    { name: 'd.pdf', reason: 'The file is larger than 50 MB.' },
    { name: 'f.pdf', reason: 'This field already has the maximum number of files.' },
  ])
})

it('accepts chosen or dropped files, and none while disabled', async () => {
  const user = userEvent.setup()
  const take = vi.fn()
  const zone = (disabled: boolean) => (
    <FileDrop label="Upload statement" accept={['.pdf']} onFiles={take} disabled={disabled} />
  )
  const { rerender } = render(zone(false))
  await user.upload(screen.getByLabelText('Upload statement'), file('a.pdf'))
  expect(take).toHaveBeenCalledTimes(1)
  const drop = () => fireEvent.drop(screen.getByText(/or drop/), { dataTransfer: { files: [file('b.pdf')] } })
  drop()
  expect(take).toHaveBeenCalledTimes(2)
  rerender(zone(true))
  drop()
  expect(take).toHaveBeenCalledTimes(2)
})

it('gives photos with generic names unique names, also those chosen at the same moment', () => {
  const take = vi.fn<(files: File[]) => void>()
  render(<FileDrop label="Upload statement" accept={['.png', '.jpg']} onFiles={take} />)
  const paste = (...names: string[]) =>
    fireEvent.paste(screen.getByText(/or drop/), { clipboardData: { files: names.map((name) => file(name)) } })
  vi.useFakeTimers({ toFake: ['Date'] })
  paste('image.jpg', 'image.jpg', 'image.jpg', 'scan.jpg')
  paste('image.png')
  paste('image.png')
  vi.useRealTimers()
  const names = take.mock.calls.flatMap(([files]) => files.map(({ name }) => name))
  expect(new Set(names).size).toBe(6)
  for (const name of names.filter((n) => n !== 'scan.jpg'))
    expect(name).toMatch(/^Picture \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.\d{3}\.(jpg|png)$/)
})

it('shows and sends files under safe names', () => {
  const take = vi.fn<(files: File[]) => void>()
  const refuse = vi.fn<(refused: Refusal[]) => void>()
  render(<FileDrop label="Upload statement" accept={['.pdf']} onFiles={take} onRefused={refuse} />)
  // The first would read as "invoicetxt.pdf".
  const files = [file('invoice\u202Efdp.txt.pdf'), file('a/b.pdf'), file('exe\u202Efdp.exe')]
  fireEvent.paste(screen.getByText(/or drop/), { clipboardData: { files } })
  expect(take.mock.calls[0]?.[0].map(({ name }) => name)).toEqual(['invoice_fdp.txt.pdf', 'a_b.pdf'])
  expect(refuse.mock.calls[0]?.[0].map(({ name }) => name)).toEqual(['exe_fdp.exe'])
})

it('accepts and offers other spellings of an accepted extension', () => {
  const { good, refused } = sortFiles([file('scan.TIF'), file('photo.jfif')], ['.tiff', '.jpg'], 2)
  expect([good.map(({ name }) => name), refused]).toEqual([['scan.TIF', 'photo.jfif'], []])
  render(<FileDrop label="Upload scan" accept={['.pdf', '.tiff']} onFiles={vi.fn()} />)
  expect(screen.getByLabelText<HTMLInputElement>('Upload scan').accept).toBe('.pdf,.tiff,.tif')
})

it('says what it accepts, and why it accepts no more', () => {
  const zone = (room: number) => (
    <FileDrop
      label="Upload statement"
      accept={CLIENT_FILE_EXTENSIONS}
      remaining={room}
      maxFiles={20}
      onFiles={vi.fn()}
    />
  )
  const { rerender } = render(zone(20))
  const words = 'PDF, Word, plain text or pictures (JPG, PNG, GIF, BMP, TIFF) · up to 20 files of 50 MB each'
  expect(screen.getByText(words)).toBeTruthy()
  rerender(zone(0))
  const reason = screen.getByText('This field takes 20 files. Remove one to send another.')
  const button = screen.getByRole('button', { name: 'Choose files' })
  expect(button.getAttribute('aria-describedby')).toBe(reason.id)
  expect((button as HTMLButtonElement).disabled).toBe(true)
})

it('offers the camera when photos are accepted', () => {
  const { rerender } = render(<FileDrop label="Upload passport" accept={['.pdf', '.jpg']} onFiles={vi.fn()} />)
  expect(screen.getByLabelText('Take a photo: Upload passport').getAttribute('capture')).toBe('environment')
  rerender(<FileDrop label="Upload table" accept={['.xlsx']} onFiles={vi.fn()} />)
  expect(screen.queryByRole('button', { name: 'Take photo' })).toBeNull()
})

it('keeps the page when a file is dropped outside the zone', () => {
  const { unmount } = render(<FileDrop label="Upload statement" accept={['.pdf']} onFiles={vi.fn()} />)
  const drop = () => fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [file('a.pdf')] } })
  expect(drop()).toBe(false)
  unmount()
  expect(drop()).toBe(true)
})

it('gives advice on photos that are not accepted', () => {
  const { refused } = sortFiles([file('IMG_1.HEIC')], ['.jpg'], 2)
  expect(refused[0]?.reason).toMatch(/Please send the photo as JPG/)
  const scan = (accept: string[]) => sortFiles([file('scan.tif')], accept, 2).refused[0]?.reason
  expect(scan(['.tiff'])).toBeUndefined()
  expect(scan(['.pdf', '.jpg'])).toMatch(/save the scan as PDF/)
})

it('shows progress, and cancels, removes or retries each file', async () => {
  const user = userEvent.setup()
  const remove = vi.fn()
  const retry = vi.fn()
  const [confirm, download] = [vi.fn(), vi.fn()]
  render(
    <UploadList
      onRemove={remove}
      onRetry={retry}
      items={[
        { key: '1', name: 'a.pdf', size: 2048, state: 'done' },
        { key: '2', name: 'b.pdf', size: 9, state: 'uploading', progress: 0.4 },
        { key: '3', name: 'c.pdf', size: 9, state: 'failed', error: 'The file is empty.' },
        { key: '4', name: 'd.pdf', size: 2048, state: 'waiting' },
        { key: '5', name: 'e.pdf', size: 9, state: 'asking', warnings: ['It is tiny.'] },
        { key: '6', name: 'f.pdf', size: 9, state: 'refused', error: 'No.' },
      ]}
      onConfirm={confirm}
      onDownload={download}
    />,
  )
  expect(screen.getByText('2 KB')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Uploading b.pdf' }).getAttribute('value')).toBe('40')
  expect(screen.getAllByRole('alert').map((a) => a.textContent)).toEqual(['The file is empty.', 'It is tiny.', 'No.'])
  expect(screen.getByText('Waiting · 2 KB')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry f.pdf' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send anyway: e.pdf' }))
  expect(confirm.mock.calls[0]?.[0]).toMatchObject({ key: '5' })
  await user.click(screen.getByRole('button', { name: 'Download a.pdf' }))
  expect(download.mock.calls[0]?.[0]).toMatchObject({ key: '1' })
  await user.click(screen.getByRole('button', { name: 'Cancel b.pdf' }))
  await user.click(screen.getByRole('button', { name: 'Retry c.pdf' }))
  expect(remove.mock.calls[0]?.[0]).toMatchObject({ key: '2' })
  expect(retry.mock.calls[0]?.[0]).toMatchObject({ key: '3' })
})
