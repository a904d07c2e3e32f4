import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
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

it('passes on a typed date', () => {
  render(<Due />)
  type('2026-12-01')
  expect(seen).toHaveBeenLastCalledWith('2026-12-01')
})

it('shows an error and passes nothing on when a date is too early', () => {
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

it('picks an allowed day from the calendar and returns the focus', async () => {
  const user = userEvent.setup()
  render(<Due initial="2026-11-25" />)
  await user.click(screen.getByRole('button', { name: 'Open calendar' }))
  await screen.findByRole('dialog', { name: 'Choose a date' })
  expect(screen.getByRole('button', { name: /^19 November 2026, Thursday/ })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: /^27 November 2026, Friday/ }))
  expect(seen).toHaveBeenLastCalledWith('2026-11-27')
  expect(control().value).toBe('2026-11-27')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open calendar' })))
})

it('closes the calendar on Escape', async () => {
  const user = userEvent.setup()
  render(<Due />)
  await user.click(screen.getByRole('button', { name: 'Open calendar' }))
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open calendar' }))
})

it('follows a value that changes from outside', () => {
  const { rerender } = render(<DateField label="Due Date" value="2026-12-01" onChange={seen} />)
  rerender(<DateField label="Due Date" value="2026-12-24" onChange={seen} />)
  expect(control().value).toBe('2026-12-24')
})
