import { fireEvent, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resetScreen } from '../../testing/reset-screen.tsx'
import { signInBookkeeper } from '../../testing/sign-in.tsx'
import { useDraft } from './use-draft.tsx'

beforeEach(signInBookkeeper)
afterEach(resetScreen)

class Boundary extends Component<{ children: ReactNode }, { thrown: boolean }> {
  override state = { thrown: false }
  static getDerivedStateFromError() {
    return { thrown: true }
  }
  override render() {
    return this.state.thrown ? null : this.props.children
  }
}

function Form({ breaks }: { breaks: boolean }) {
  const draft = useDraft('notes', { text: '' })
  const { value, onChange } = draft.field('text')
  if (breaks && value.includes('pasted')) throw new Error('broken by its text')
  return <input aria-label="Notes" value={value} onChange={(event) => onChange(event.target.value)} />
}

it('keeps the text on which a form breaks', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { unmount } = render(
    <Boundary>
      <Form breaks />
    </Boundary>,
  )
  const change = (value: string) => fireEvent.change(screen.getByLabelText('Notes'), { target: { value } })
  change('typed')
  change('typed, pasted')
  expect(screen.queryByLabelText('Notes')).toBeNull()
  unmount()
  render(<Form breaks={false} />)
  expect(screen.getByLabelText<HTMLInputElement>('Notes').value).toBe('typed, pasted')
})
