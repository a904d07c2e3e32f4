import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

const connection = vi.spyOn(navigator, 'onLine', 'get')
beforeEach(() => connection.mockReturnValue(true))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const Greeting = ({ name }: { name: string; onClose?: () => void }) => <p>Hello {name}</p>
const whenOnline = async () => {
  if (!navigator.onLine) throw new Error('ChunkLoadError')
  return { Greeting }
}
const goOnline = () =>
  act(async () => {
    connection.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
  })

it('shows a part that was opened without a connection as soon as it is back', async () => {
  connection.mockReturnValue(false)
  const Lazy = lazyComponent(whenOnline, 'Greeting')
  render(<Lazy name="Ada" fallback="Loading" />)
  expect(screen.getByText('Loading')).toBeDefined()
  expect(await screen.findByText('Not available offline')).toBeDefined()
  await goOnline()
  expect(await screen.findByText('Hello Ada')).toBeDefined()
})

it('says in a dialog what a press waits for, and can be left', async () => {
  connection.mockReturnValue(false)
  const Lazy = lazyDialog(whenOnline, 'Greeting')
  const onClose = vi.fn<() => void>()
  render(<Lazy name="Ada" onClose={onClose} />)
  expect(await screen.findByRole('dialog', { name: 'Not available offline' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
  await goOnline()
  expect(await screen.findByText('Hello Ada')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('offers to try again what fails with a connection', async () => {
  vi.useFakeTimers()
  let works = false
  const Lazy = lazyComponent(async () => {
    if (!works) throw new Error('ChunkLoadError')
    return { Greeting }
  }, 'Greeting')
  render(<Lazy name="Ada" />)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  works = true
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByText('Hello Ada')).toBeDefined()
})
