import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

const send = vi.fn()

/** Becomes busy as late as with TanStack Query, which notifies in a timer. */
function Save({ type }: { type: 'button' | 'submit' }) {
  const [busy, setBusy] = useState(false)
  const save = (): void => {
    send()
    setTimeout(() => setBusy(true))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Button type={type} busy={busy} onClick={type === 'button' ? save : undefined}>
        Save
      </Button>
      <Button onClick={() => setBusy(false)}>Done</Button>
    </form>
  )
}

const press = (name: string, times: number) =>
  act(() => {
    for (let i = 0; i < times; i++) screen.getByRole('button', { name }).click()
  })
/** Waits until Save is busy, in the timer that follows a press. */
const untilBusy = () => waitFor(() => expect(screen.getByRole('button', { name: 'Save', busy: true })).toBeDefined())

it.each(['button', 'submit'] as const)(
  'sends once when a %s is pressed twice in one task, and again when it is no longer busy',
  async (type) => {
    send.mockClear()
    render(<Save type={type} />)
    press('Save', 2)
    await untilBusy()
    press('Save', 1)
    expect(send).toHaveBeenCalledTimes(1)
    press('Done', 1)
    press('Save', 1)
    await untilBusy()
    expect(send).toHaveBeenCalledTimes(2)
  },
)
