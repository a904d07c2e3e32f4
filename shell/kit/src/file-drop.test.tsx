import { MAX_FILE_BYTES } from '@portal/contract/limits'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FileDrop, sortFiles, UploadList } from './file-drop.tsx'

afterEach(cleanup)

const file = (name: string, size = 10) => {
  const made = new File(['x'], name)
  Object.defineProperty(made, 'size', { value: size })
  return made
}

it('refuses what the server would refuse, in the same words', () => {
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
    { name: 'f.pdf', reason: 'This field already holds the most files it takes.' },
  ])
})

it('takes files that are chosen or dropped, and none while disabled', async () => {
  const user = userEvent.setup()
  const take = vi.fn()
  const zone = (disabled: boolean) => <FileDrop label="Upload statement" accept={['.pdf']} onFiles={take} disabled={disabled} />
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

it('shows progress, and lets each file be cancelled, removed or tried again', async () => {
  const user = userEvent.setup()
  const remove = vi.fn()
  const retry = vi.fn()
  render(
    <UploadList
      onRemove={remove}
      onRetry={retry}
      items={[
        { key: '1', name: 'a.pdf', size: 2048, state: 'done' },
        { key: '2', name: 'b.pdf', size: 9, state: 'uploading', progress: 0.4 },
        { key: '3', name: 'c.pdf', size: 9, state: 'failed', error: 'The file is empty.' },
      ]}
    />,
  )
  expect(screen.getByText('2 KB')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Uploading b.pdf' }).getAttribute('value')).toBe('40')
  expect(screen.getByRole('alert').textContent).toBe('The file is empty.')
  await user.click(screen.getByRole('button', { name: 'Cancel b.pdf' }))
  await user.click(screen.getByRole('button', { name: 'Retry c.pdf' }))
  expect(remove.mock.calls[0]?.[0]).toMatchObject({ key: '2' })
  expect(retry.mock.calls[0]?.[0]).toMatchObject({ key: '3' })
})
