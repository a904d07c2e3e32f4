import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { DueDateField } from './due-date-field.tsx'

afterEach(cleanup)

const TODAY = '2026-11-23'
function Due({ compact, max }: { compact?: boolean; max?: string }) {
  const [value, setValue] = useState('')
  return <DueDateField label="Due Date" value={value} onChange={setValue} today={TODAY} compact={compact} max={max} />
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const value = () => screen.getByLabelText<HTMLInputElement>('Due Date').value

it('sets usual dates with one click', async () => {
  render(<Due />)
  await userEvent.click(button('+7 days'))
  expect(value()).toBe('2026-11-30')
  await userEvent.click(button('+14 days'))
  expect(value()).toBe('2026-12-07')
  expect(button('+14 days').getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(button('End of month'))
  expect(value()).toBe('2026-11-30')
})

it('disables a date that is not allowed', () => {
  render(<Due max="2026-12-01" />)
  expect(button('+7 days').disabled).toBe(false)
  expect(button('+14 days').disabled).toBe(true)
})

it('offers the dates in the calendar when there is little room', async () => {
  render(<Due compact />)
  expect(screen.queryByRole('button', { name: '+7 days' })).toBeNull()
  await userEvent.click(button('Open calendar'))
  await screen.findByRole('dialog', { name: 'Choose a date' })
  await userEvent.click(button('+7 days'))
  expect(value()).toBe('2026-11-30')
  expect(screen.queryByRole('dialog')).toBeNull()
})
