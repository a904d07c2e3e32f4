import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { afterPaint } from './after-paint.tsx'
import { ConfirmDialog, Dialog, type DialogHandle } from './dialog.tsx'
import { TextField } from './fields.tsx'

afterEach(cleanup)

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

it('becomes modal after the paint, keeps the focus, and closes on Escape before that, too', async () => {
  const user = userEvent.setup()
  const modal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  render(<Opener />)
  const edit = screen.getByRole('button', { name: 'Edit' })
  fireEvent.click(edit)
  expect(modal).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByLabelText('Full Name'), { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(edit)
  await waitFor(() => expect(modal).toHaveBeenCalledOnce())
  expect(document.activeElement).toBe(screen.getByLabelText('Full Name'))
  modal.mockRestore()
})

it('hides at once and closes after the paint with `closeInstantly`', async () => {
  const close = vi.fn()
  render(
    <Dialog open closeInstantly onClose={close} title="Details">
      Text
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog')
  for (let i = 0; i < 2; i++) fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(dialog.style.display).toBe('none')
  expect(close).not.toHaveBeenCalled()
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
})

describe('a dialog that is kept mounted', () => {
  function Kept() {
    const [name, setName] = useState('')
    const frame = useRef<DialogHandle>(null)
    return (
      <>
        <button
          type="button"
          onClick={() => {
            frame.current?.show('Ada Abbott')
            afterPaint(() => setName('Ada Abbott'))
          }}
        >
          Ada
        </button>
        <Dialog
          open={name !== ''}
          keepMounted
          handle={frame}
          closeInstantly
          onClose={() => setName('')}
          title={name}
          footer={<button type="button">Close it</button>}
        >
          <p>What is known of her</p>
        </Dialog>
      </>
    )
  }

  it('shows its title at once, and is rendered open and modal after the paint', async () => {
    const modal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    render(<Kept />)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    const ada = screen.getByRole('button', { name: 'Ada' })
    ada.focus()
    fireEvent.click(ada)
    expect(screen.getByRole('dialog', { name: 'Ada Abbott' })).toBeTruthy()
    expect(screen.queryByText('What is known of her')).toBeNull()
    expect(modal).not.toHaveBeenCalled()
    await screen.findByText('What is known of her')
    expect(modal).toHaveBeenCalledOnce()
    expect(document.activeElement?.textContent).toBe('Close it')
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(document.activeElement).toBe(ada))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText('What is known of her')).toBeNull()
    fireEvent.click(ada)
    expect(screen.getByRole('dialog', { name: 'Ada Abbott' })).toBeTruthy()
    modal.mockRestore()
  })

  it('closes on Escape before it is open, and can be shown again', async () => {
    render(<Kept />)
    const ada = screen.getByRole('button', { name: 'Ada' })
    const modal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    fireEvent.click(ada)
    fireEvent.keyDown(ada, { key: 'Escape' })
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(modal).toHaveBeenCalledOnce())
    await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
    fireEvent.click(ada)
    expect(screen.getByRole('dialog', { name: 'Ada Abbott' })).toBeTruthy()
    await screen.findByText('What is known of her')
    modal.mockRestore()
  })
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
