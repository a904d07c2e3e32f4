import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { SectionBadge, StatusBadge } from './badge.tsx'
import { Collapsible } from './collapsible.tsx'

afterEach(cleanup)

it.each([
  ['assigned', 'badge-info'],
  ['in_progress', 'badge-warning'],
  ['completed', 'badge-success'],
  ['approved', 'badge-accent'],
  ['rejected', 'badge-error'],
  ['constructor', 'badge-neutral'],
])('gives %s its color', (status, look) => {
  const { container } = render(<StatusBadge status={status} />)
  expect(container.firstElementChild?.className).toContain(look)
  expect(container.textContent).toBe(status.replaceAll('_', ' '))
})

it('says Pending Review when a section waits for review', () => {
  render(<SectionBadge status="pending_review" />)
  expect(screen.getByText('Pending Review')).toBeTruthy()
})

it('opens and closes a card, but not a locked one', async () => {
  const user = userEvent.setup()
  const toggle = vi.fn()
  const card = (locked: boolean) => (
    <Collapsible title="Identity" open={false} onToggle={toggle} locked={locked}>
      inside
    </Collapsible>
  )
  const { rerender } = render(card(false))
  await user.click(screen.getByText('Identity'))
  expect(toggle).toHaveBeenCalledWith(true)
  toggle.mockReset()
  rerender(card(true))
  await user.click(screen.getByText('Identity'))
  expect(toggle).not.toHaveBeenCalled()
  expect(screen.queryByText('inside')).toBeNull()
})
