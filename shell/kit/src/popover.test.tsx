import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { late } from './late.tsx'
import { Popover } from './popover.tsx'

afterEach(cleanup)

const button = () => screen.getByRole('button', { name: 'More' })

function show() {
  render(
    <>
      <Popover label="More of it" trigger={<button type="button">More</button>}>
        <input aria-label="Inside" />
      </Popover>
      <p>Elsewhere</p>
    </>,
  )
  return userEvent.setup()
}

it('opens beside its button, which says so, and gives the focus back with Escape', async () => {
  const user = show()
  expect(button().getAttribute('aria-expanded')).toBe('false')
  await user.click(button())
  const panel = await screen.findByRole('dialog', { name: 'More of it' })
  expect(button().getAttribute('aria-controls')).toBe(panel.id)
  expect(panel.contains(document.activeElement)).toBe(true)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(button()))
})

it('closes by its button, and by a press elsewhere', async () => {
  const user = show()
  await user.click(button())
  await screen.findByRole('dialog')
  await user.click(button())
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(button())
  await screen.findByRole('dialog')
  await user.click(screen.getByText('Elsewhere'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('of which the code cannot be had is told, and tried again', async () => {
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(() => 'There')
  const Part = late(load)
  const onMissing = vi.fn()
  const { unmount } = render(<Part.Show meanwhile="Loading" onMissing={onMissing} />)
  expect(screen.getByText('Loading')).toBeTruthy()
  await waitFor(() => expect(onMissing).toHaveBeenCalledOnce())
  unmount()
  render(<Part.Show />)
  expect(await screen.findByText('There')).toBeTruthy()
})
