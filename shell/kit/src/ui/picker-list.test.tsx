import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { PickerList } from './picker-list.tsx'

afterEach(cleanup)

const OPTIONS = ['Anna', 'Bert', 'Carla'].map((name) => ({ id: name.toLowerCase(), name }))
const SOURCE = {
  options: OPTIONS,
  stale: false,
  more: { hasMore: false, loading: false, onMore: vi.fn() },
  search: '',
  onSearch: vi.fn(),
}

function Clients({ disabled }: { disabled?: boolean }) {
  const [picked, setPicked] = useState<readonly string[]>([])
  return (
    <PickerList
      label="Clients"
      placeholder="Search"
      source={SOURCE}
      multiple
      disabled={disabled}
      isPicked={({ id }) => picked.includes(id)}
      onPick={({ id }) => setPicked((ids) => (ids.includes(id) ? ids.filter((p) => p !== id) : [...ids, id]))}
      renderOption={({ name }) => name}
      empty="No clients"
    />
  )
}

const pickedNames = () => screen.queryAllByRole('option', { selected: true }).map((o) => o.textContent)
const option = (name: string) => screen.getByRole('option', { name })

it('picks both options when two clicks are rendered together', () => {
  render(<Clients />)
  act(() => {
    fireEvent.click(option('Anna'))
    fireEvent.mouseMove(option('Bert'))
    fireEvent.click(option('Bert'))
    fireEvent.mouseMove(option('Carla'))
  })
  expect(pickedNames()).toEqual(['Anna', 'Bert'])
})

it('picks and removes the highlighted option when Enter is pressed, and stays on it', () => {
  render(<Clients />)
  const field = screen.getByRole('combobox', { name: 'Clients' })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(pickedNames()).toEqual(['Bert'])
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(pickedNames()).toEqual([])
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(pickedNames()).toEqual(['Carla'])
})

it('picks nothing when it is disabled', () => {
  render(<Clients disabled />)
  fireEvent.click(option('Anna'))
  expect(pickedNames()).toEqual([])
})

it('lets Escape close the dialog around the list', () => {
  render(<Clients />)
  const field = screen.getByRole('combobox', { name: 'Clients' })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  const escape = createEvent.keyDown(field, { key: 'Escape' })
  fireEvent(field, escape)
  expect(escape.defaultPrevented).toBe(false)
})
