import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Popover } from './popover.tsx'

afterEach(cleanup)

const button = () => screen.getByRole('button', { name: 'More' })

function More() {
  const [open, setOpen] = useState(false)
  const trigger = <button type="button">More</button>
  return (
    <Popover open={open} onOpenChange={setOpen} label="More of it" trigger={trigger}>
      <input aria-label="Inside" />
      <button type="button">Last</button>
    </Popover>
  )
}

function show() {
  render(
    <>
      <More />
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
