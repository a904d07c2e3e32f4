import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { PasswordField, RadioGroup, SelectField, TextField } from './fields.tsx'
import { Switch } from './switch.tsx'
import { SearchBox } from './search-box.tsx'

afterEach(cleanup)

it('connects label, help and error with the control', () => {
  const { rerender } = render(<TextField label="Email" value="" onChange={() => undefined} help="We never share it." />)
  const input = screen.getByLabelText('Email')
  const described = () => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
  expect(described()).toBe('We never share it.')
  expect(input.getAttribute('aria-invalid')).toBeNull()
  rerender(
    <TextField
      label="Email"
      value=""
      onChange={() => undefined}
      help="We never share it."
      error="Please enter your email."
      required
    />,
  )
  expect(described()).toBe('Please enter your email.')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-required')).toBe('true')
})

it("shows and hides a password, with a button that is not found by the field's name", async () => {
  const user = userEvent.setup()
  render(<PasswordField label="Password" value="secret" onChange={() => undefined} />)
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  expect(input.type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(input.type).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(input.type).toBe('password')
})

it('chooses from a select, a radio group and a switch by their labels', async () => {
  const user = userEvent.setup()
  const select = vi.fn()
  const radio = vi.fn()
  const toggle = vi.fn()
  const options = [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ] as const
  render(
    <>
      <SelectField label="Status" value="" placeholder="Choose" onChange={select} options={options} />
      <RadioGroup label="Create as Template?" value="yes" onChange={radio} options={options} />
      <Switch label="Save as template" checked={false} onChange={toggle} />
    </>,
  )
  await user.selectOptions(screen.getByLabelText('Status'), 'No')
  expect(select).toHaveBeenCalledWith('no')
  expect(screen.getByRole('group', { name: 'Create as Template?' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'No' }))
  expect(radio).toHaveBeenCalledWith('no')
  await user.click(screen.getByRole('switch', { name: 'Save as template' }))
  expect(toggle).toHaveBeenCalledWith(true)
})

it('searches after a pause in typing, and at once when Enter is pressed or the field is cleared', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
  const search = vi.fn()
  function Box() {
    const [value, setValue] = useState('')
    const take = (next: string) => {
      search(next)
      setValue(next)
    }
    return <SearchBox placeholder="Search clients..." value={value} onChange={take} delay={200} />
  }
  render(<Box />)
  const box = screen.getByRole('searchbox', { name: 'Search clients...' })
  await user.type(box, 'pri')
  expect(search).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(250))
  expect(search.mock.calls).toEqual([['pri']])
  await user.type(box, 'ya{Enter}')
  expect(search).toHaveBeenLastCalledWith('priya')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(search).toHaveBeenLastCalledWith('')
  vi.useRealTimers()
})
