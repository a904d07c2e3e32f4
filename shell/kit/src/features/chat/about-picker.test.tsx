import type { ChatAbout } from '@portal/contract/chat'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { AboutPicker } from './about-picker.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const section = (workform_name: string, section_name: string): ChatAbout => ({
  assignment_id: `${workform_name} ${section_name}`,
  workform_id: workform_name,
  workform_name,
  section_name,
})

it('finds sections by words of their name and workform, whatever their case and accents', async () => {
  const user = userEvent.setup()
  const sections = [section('Umsätze', 'Erklärung'), section('O’Brien Trust', 'Bank'), section('Payroll', 'Über uns')]
  render(<AboutPicker chosen={null} load={() => Promise.resolve(sections)} onChoose={vi.fn()} />)
  await user.click(screen.getByRole('button', { name: 'Link a section' }))
  const search = await screen.findByRole('searchbox')
  expect(await screen.findByText('Erklärung')).toBeDefined()
  const found = () => within(screen.getByRole('list')).queryAllByRole('button')
  for (const [text, name] of [
    ['erklarung umsatze', 'Erklärung'],
    ["o'brien", 'Bank'],
    ['U\u0308BER', 'Über uns'],
  ] as const) {
    await user.clear(search)
    await user.type(search, text)
    expect(found()).toHaveLength(1)
    expect(found()[0]?.textContent).toContain(name)
  }
  await user.type(search, ' nothing')
  expect(screen.getByText('No sections found')).toBeDefined()
})

it('loads the sections when the connection is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<AboutPicker chosen={null} load={() => Promise.resolve([section('Payroll', 'Bank')])} onChoose={vi.fn()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Link a section' }))
  expect(await screen.findByText('Not available offline')).toBeDefined()
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Bank')).toBeDefined()
  expect(screen.queryByText('Not available offline')).toBeNull()
})
