import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, use, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { TextField } from './fields.tsx'

afterEach(cleanup)

const never = new Promise<never>(() => undefined)
const NextPage = () => use(never)

function Opener({ busy = false }: { busy?: boolean }) {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Edit Client" busy={busy}>
        <TextField label="Full Name" value={name} onChange={setName} />
      </Dialog>
    </>
  )
}

it('moves the focus to the first field, and back when closed', async () => {
  const user = userEvent.setup()
  render(<Opener />)
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  expect(screen.getByRole('dialog', { name: 'Edit Client' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Full Name'))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }))
})

it('closes on Escape, but not while busy', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Opener busy />)
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const esc = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  esc()
  expect(screen.queryByRole('dialog')).not.toBeNull()
  rerender(<Opener />)
  esc()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('is modal and has the focus at once', () => {
  const modal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  render(<Opener />)
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
  expect(modal).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(screen.getByLabelText('Full Name'))
  modal.mockRestore()
})

it('stays open until its owner decides when the browser closes it', async () => {
  const close = vi.fn()
  render(
    <Dialog open onClose={close} title="Details">
      Text
    </Dialog>,
  )
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  dialog.close()
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(dialog.open).toBe(true)
})

it('does not report that it was closed when its page is hidden while the next one loads', async () => {
  const close = vi.fn()
  const page = (isLoading: boolean) => (
    <Suspense fallback="Loading...">
      <Dialog open onClose={close} title="Details">
        Some text
      </Dialog>
      {isLoading ? <NextPage /> : null}
    </Suspense>
  )
  const { rerender } = render(page(false))
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  const closed = new Promise((resolve) => dialog.addEventListener('close', resolve))
  await act(async () => rerender(page(true)))
  await closed
  expect(close).not.toHaveBeenCalled()
  expect(dialog.open).toBe(false)
  rerender(page(false))
  expect(dialog.open).toBe(true)
})

it('asks before it discards unsaved work, and then returns the focus to its opener', async () => {
  const user = userEvent.setup()
  const discard = vi.fn()
  function Editor() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Edit
        </button>
        <Dialog open={open} onClose={() => setOpen(false)} title="Edit Client" unsaved={{ changed: true, discard }}>
          <input aria-label="Name" />
        </Dialog>
      </>
    )
  }
  render(<Editor />)
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(document.activeElement?.textContent).toBe('Keep editing')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(discard).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }))
})

it('starts fresh at every opening', async () => {
  const user = userEvent.setup()
  function Fresh() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Dialog open={open} onClose={() => setOpen(false)} title="T">
          <input aria-label="Inner" defaultValue="" />
        </Dialog>
      </>
    )
  }
  render(<Fresh />)
  await user.click(screen.getByText('Open'))
  await user.type(screen.getByLabelText('Inner'), 'typed')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByText('Open'))
  expect(screen.getByLabelText<HTMLInputElement>('Inner').value).toBe('')
})

it('focuses Cancel when the action is destructive, and confirms once while busy', async () => {
  const user = userEvent.setup()
  const confirm = vi.fn()
  const dialog = (busy: boolean) => (
    <ConfirmDialog
      open
      danger
      busy={busy}
      onClose={() => undefined}
      onConfirm={confirm}
      title="Delete Client"
      message="Are you sure?"
      confirmLabel="Delete"
      busyLabel="Deleting..."
    />
  )
  const { rerender } = render(dialog(false))
  expect(document.activeElement?.textContent).toBe('Cancel')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  rerender(dialog(true))
  await user.click(screen.getByRole('button', { name: 'Deleting...' }))
  expect(confirm).toHaveBeenCalledTimes(1)
})
