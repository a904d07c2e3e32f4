import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'
import { Popover } from './popover.tsx'
import { positionOf } from './popover-panel.tsx'

afterEach(cleanup)

const button = () => screen.getByRole('button', { name: 'More' })

function show() {
  render(
    <>
      <Popover label="More of it" trigger={<button type="button">More</button>}>
        <input aria-label="Inside" />
        <button type="button">Last</button>
      </Popover>
      <p>Elsewhere</p>
    </>,
  )
  return userEvent.setup()
}

it('opens next to its button and returns the focus on Escape', async () => {
  const user = show()
  expect(button().getAttribute('aria-expanded')).toBe('false')
  await user.click(button())
  const panel = await screen.findByRole('dialog', { name: 'More of it' })
  expect(button().getAttribute('aria-controls')).toBe(panel.id)
  expect(document.activeElement).toBe(screen.getByLabelText('Inside'))
  await user.tab({ shift: true })
  expect(document.activeElement?.textContent).toBe('Last')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByLabelText('Inside'))
  expect(panel.isConnected).toBe(true)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(button()))
})

it('closes on its button and on a press elsewhere', async () => {
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

it('shows an error when its code cannot be loaded, and tries again', async () => {
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(() => 'There')
  const Part = lazyComponent(load)
  const onMissing = vi.fn()
  const { unmount } = render(<Part.Component fallback="Loading" onError={onMissing} />)
  expect(screen.getByText('Loading')).toBeTruthy()
  await waitFor(() => expect(onMissing).toHaveBeenCalledOnce())
  unmount()
  render(<Part.Component />)
  expect(await screen.findByText('There')).toBeTruthy()
})

it('is placed on the preferred side if there is room, within the window', () => {
  const { innerWidth: width, innerHeight: height } = window
  const anchor = (left: number, top: number): DOMRect => new DOMRect(left, top, 32, 32)
  const size = { width: 200, height: 100 }
  expect(positionOf(anchor(400, 10), size, { side: 'bottom', align: 'end' })).toEqual({ left: 232, top: 48 })
  expect(positionOf(anchor(400, height - 40), size, { side: 'bottom', align: 'start' })).toEqual({
    left: 400,
    top: height - 146,
  })
  expect(positionOf(anchor(400, 10), size, { side: 'top', align: 'start' }).top).toBe(48)
  expect(positionOf(anchor(0, 10), size, { side: 'bottom', align: 'end' }).left).toBe(8)
  expect(positionOf(anchor(width - 32, 10), size, { side: 'bottom', align: 'start' }).left).toBe(width - 208)
})
