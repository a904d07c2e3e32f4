import { takeBackToast, toastSuccess, toastUndo, useFailureToast } from '@portal/sdk'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, expect, test, vi } from 'vitest'
import { followDialogs, Toasts } from './toasts.tsx'

let stop = (): void => {}
afterEach(() => {
  stop()
  cleanup()
  document.body.replaceChildren()
})

const dialog = (into: HTMLElement = document.body): HTMLDialogElement => {
  const element = document.createElement('dialog')
  into.append(element)
  return element
}
const settled = () => new Promise((done) => queueMicrotask(() => queueMicrotask(() => done(undefined))))

test('moves the toasts into the top dialog when one opens, and back when it closes', async () => {
  const host = document.createElement('div')
  stop = followDialogs(host)
  expect(host.parentElement).toBe(document.body)
  const [below, above] = [dialog(), dialog()]
  above.showModal()
  await settled()
  expect(host.parentElement).toBe(above)
  // Opened later, although it comes first in the document.
  below.showModal()
  await settled()
  expect(host.parentElement).toBe(below)
  const inner = dialog(below)
  inner.showModal()
  await settled()
  expect(host.parentElement).toBe(inner)
  // Removed as a whole, as React does.
  below.remove()
  await settled()
  expect(host.parentElement).toBe(above)
  above.close()
  await settled()
  expect(host.parentElement).toBe(document.body)
})

test('lies above what is open when the first and every later toast arrives', async () => {
  const shown = vi.spyOn(HTMLElement.prototype, 'showPopover')
  render(<Toasts />)
  for (const text of ['First', 'Second']) {
    shown.mockClear()
    toast(text)
    await screen.findByText(text)
    await waitFor(() => expect(shown).toHaveBeenCalledOnce())
  }
  shown.mockRestore()
  act(() => void toast.dismiss())
  await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toBeNull())
})

test('spreads stacked toasts out while the focus is in them, so that no button is covered', async () => {
  render(
    <>
      <button type="button">Elsewhere</button>
      <Toasts />
    </>,
  )
  toast('First')
  toast('Second')
  const [close] = await screen.findAllByRole('button', { name: 'Close toast' })
  const stacked = () => document.querySelectorAll('[data-sonner-toast][data-expanded=false]').length
  expect(stacked()).toBe(2)
  act(() => close?.focus())
  await waitFor(() => expect(stacked()).toBe(0))
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))
  await waitFor(() => expect(stacked()).toBe(2))
})

test('stacks the toasts again when they move into a dialog, and after a tap on a button', async () => {
  render(<Toasts />)
  toast('First', { duration: Number.POSITIVE_INFINITY })
  toast('Second', { duration: Number.POSITIVE_INFINITY, action: { label: 'Undo', onClick: (e) => e.preventDefault() } })
  const undo = await screen.findByRole('button', { name: 'Undo' })
  const isSpread = () => undo.closest('[data-sonner-toast]')?.getAttribute('data-expanded') === 'true'
  const spread = async (): Promise<void> => {
    fireEvent.mouseMove(undo)
    await waitFor(() => expect(isSpread()).toBe(true))
  }
  await spread()
  dialog().showModal()
  await waitFor(() => expect(isSpread()).toBe(false))
  await spread()
  fireEvent.click(undo)
  await waitFor(() => expect(isSpread()).toBe(false))
  act(() => void toast.dismiss())
  await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toBeNull())
})

function List({ error }: { error: Error | null }) {
  useFailureToast(error, 'Failed to load forms')
  return <Toasts />
}

test('takes back that loading failed when it succeeds later', async () => {
  const { rerender } = render(<List error={new Error('offline')} />)
  await screen.findByText('Failed to load forms')
  toast('Something else')
  rerender(<List error={null} />)
  await waitFor(() => expect(screen.queryByText('Failed to load forms')).toBeNull())
  expect(screen.getByText('Something else')).toBeTruthy()
})

test('replaces a toast about the same, and takes back one whose button no longer fits', async () => {
  render(<Toasts />)
  const undo = async (): Promise<void> => undefined
  toastUndo('Cleo archived', undo, undefined, 'archive cleo')
  toastUndo('Ben archived', undo, undefined, 'archive ben')
  await screen.findByText('Ben archived')
  toastSuccess('Cleo restored', undefined, 'archive cleo')
  await screen.findByText('Cleo restored')
  expect(screen.queryByText('Cleo archived')).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1)
  act(() => takeBackToast('archive ben'))
  await waitFor(() => expect(screen.queryByText('Ben archived')).toBeNull())
})
