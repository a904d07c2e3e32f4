import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { useSubmit } from './use-submit.tsx'

/** A form that refuses an empty name, at once or after it was sent. */
function Form() {
  const [problem, setProblem] = useState(false)
  const [busy, setBusy] = useState(false)
  const [checked, setChecked] = useState(false)
  const submit = useSubmit((event) => {
    event.preventDefault()
    if (checked) setBusy(true)
    else setProblem(true)
  }, busy)
  const answer = (): void => {
    setBusy(false)
    setProblem(true)
  }
  return (
    <form onSubmit={submit}>
      <input aria-label="Name" aria-invalid={problem} />
      <input type="checkbox" aria-label="Send" checked={checked} onChange={() => setChecked(!checked)} />
      <button type="submit">Save</button>
      <button type="button" onClick={answer}>
        Answer
      </button>
    </form>
  )
}

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

it('gives the focus to the first invalid field after each refusal, and to nothing else later', async () => {
  render(<Form />)
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  for (const _ of ['first', 'second']) {
    await press('Save')
    expect(focused()).toBe('Name')
  }
  await userEvent.click(screen.getByRole('checkbox'))
  expect(focused()).toBe('Send')
})

it('gives the focus to the first invalid field when the answer has come', async () => {
  render(<Form />)
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(focused()).toBe('Save')
  await userEvent.click(screen.getByRole('button', { name: 'Answer' }))
  expect(focused()).toBe('Name')
})
