import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Picker } from './picker.tsx'
import type { PickerOption } from './picker-options.tsx'

afterEach(cleanup)

const OPTIONS = ['Payroll', 'Tax return'].map((name) => ({ id: name.toLowerCase(), name }))

function Workforms({ first = null }: { first?: PickerOption | null | undefined }) {
  const [value, setValue] = useState(first)
  const [search, setSearch] = useState('')
  return (
    <>
      <Picker
        label="Workform"
        placeholder="Choose"
        source={{
          options: OPTIONS.filter(({ name }) => name.toLowerCase().includes(search)),
          stale: false,
          more: { hasMore: false, loading: false, onMore: () => undefined },
          search,
          onSearch: setSearch,
        }}
        value={value}
        onChange={setValue}
        renderOption={({ name }) => name}
        empty="No workforms"
      />
      <button type="button">Next</button>
    </>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Workform' })

it('searches from the first letter that is typed in the closed field', async () => {
  const user = userEvent.setup()
  render(<Workforms />)
  await user.tab()
  await user.keyboard('payr')
  expect(field().value).toBe('payr')
  // The list is searched when typing pauses.
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{Enter}')
  expect(field().value).toBe('Payroll')
})

it('searches for what is typed after a choice, and for everything when it is opened again', async () => {
  const user = userEvent.setup()
  render(<Workforms first={OPTIONS[0]} />)
  await user.tab()
  await user.keyboard('{End}tax')
  expect(field().value).toBe('tax')
  await user.keyboard('{Escape}')
  expect(field().value).toBe('Payroll')
  await user.keyboard('{ArrowDown}')
  expect(field().value).toBe('')
  expect(screen.getAllByRole('option')).toHaveLength(2)
})
