import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { DateField } from './date-field.tsx'

afterEach(cleanup)

const seen = vi.fn()
function Due({ initial = '' }: { initial?: string }) {
  const [value, setValue] = useState(initial)
  const take = (next: string) => {
    seen(next)
    setValue(next)
  }
  return <DateField label="Due Date" value={value} onChange={take} min="2026-11-20" />
}
const control = () => screen.getByLabelText<HTMLInputElement>('Due Date')
const type = (value: string) => fireEvent.change(control(), { target: { value } })

afterEach(() => seen.mockReset())

it('passes on a date that was typed', () => {
  render(<Due />)
  type('2026-12-01')
  expect(seen).toHaveBeenLastCalledWith('2026-12-01')
})

it('shows a date before the first allowed one as wrong, keeps it in sight, and passes nothing on', () => {
  render(<Due initial="2026-12-01" />)
  type('2026-11-19')
  expect(seen).toHaveBeenLastCalledWith('')
  expect(control().value).toBe('2026-11-19')
  expect(control().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toContain('or later')
  type('2026-11-20')
  expect(seen).toHaveBeenLastCalledWith('2026-11-20')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('picks from the calendar, where days that are not allowed cannot be chosen, and gives the focus back', {
  timeout: 20_000,
}, async () => {
  const user = userEvent.setup()
  render(<Due initial="2026-11-25" />)
  await user.click(screen.getByRole('button', { name: 'Open calendar' }))
  await screen.findByRole('dialog', { name: 'Choose a date' }, { timeout: 10_000 })
  expect(screen.getByRole('button', { name: /^19 November 2026, Thursday/ })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: /^27 November 2026, Friday/ }))
  expect(seen).toHaveBeenLastCalledWith('2026-11-27')
  expect(control().value).toBe('2026-11-27')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open calendar' }))
})

it('closes the calendar on Esc and nothing around it', { timeout: 20_000 }, async () => {
  const user = userEvent.setup()
  const outer = vi.fn()
  render(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for whatever listens further out
    <div onKeyDown={outer}>
      <Due />
    </div>,
  )
  await user.click(screen.getByRole('button', { name: 'Open calendar' }))
  await screen.findByRole('dialog', {}, { timeout: 10_000 })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(outer).not.toHaveBeenCalled()
})

it('follows a value that changes from outside', () => {
  const { rerender } = render(<DateField label="Due Date" value="2026-12-01" onChange={seen} />)
  rerender(<DateField label="Due Date" value="2026-12-24" onChange={seen} />)
  expect(control().value).toBe('2026-12-24')
})
