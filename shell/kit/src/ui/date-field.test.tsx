import { INCOMPLETE_DATE, INVALID_DATE } from '@portal/contract/dates'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DateField } from './date-field.tsx'

afterEach(cleanup)

const seen = vi.fn()
function Due({ initial = '', passIncomplete }: { initial?: string; passIncomplete?: boolean }) {
  const [value, setValue] = useState(initial)
  const take = (next: string) => {
    seen(next)
    setValue(next)
  }
  return <DateField label="Due Date" value={value} onChange={take} min="2026-11-20" passIncomplete={passIncomplete} />
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

describe('a date that is typed in part, or does not exist', () => {
  /** Types in part: a browser then reports an empty value and no change. */
  const typePart = (badInput = true) => {
    Object.defineProperty(control(), 'validity', { value: { badInput }, configurable: true })
    fireEvent.keyUp(control(), { key: '1' })
  }

  it('is reported when the control loses focus, and until then only passed on', () => {
    render(<Due passIncomplete />)
    typePart()
    expect(seen).toHaveBeenLastCalledWith(INCOMPLETE_DATE)
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.blur(control())
    expect(screen.getByRole('alert').textContent).toBe(INVALID_DATE)
    expect(control().getAttribute('aria-invalid')).toBe('true')
    typePart(false)
    expect(seen).toHaveBeenLastCalledWith('')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is no date to forms that require one, and is not called missing', () => {
    render(<Due initial="2026-12-01" />)
    Object.defineProperty(control(), 'validity', { value: { badInput: true }, configurable: true })
    type('')
    expect(seen.mock.calls).toEqual([['']])
    fireEvent.blur(control())
    expect(screen.getByRole('alert').textContent).toBe(INVALID_DATE)
    cleanup()
    render(<DateField label="Due Date" value="" onChange={seen} error="This field is required." />)
    typePart()
    expect(screen.getByRole('alert').textContent).toBe(INVALID_DATE)
  })

  it('is dropped when the control that held it is gone, since the new one is empty', () => {
    render(<Due initial={INCOMPLETE_DATE} passIncomplete />)
    expect(control().value).toBe('')
    expect(seen).toHaveBeenLastCalledWith('')
    fireEvent.blur(control())
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
