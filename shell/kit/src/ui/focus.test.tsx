import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useRef, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Button } from './button.tsx'
import { ConfirmDialog } from './dialog.tsx'

afterEach(cleanup)

const user = userEvent.setup()
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const expectFocus = (name: string, role = 'button') =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })))

function List({ ask = false }: { ask?: boolean }) {
  const [names, setNames] = useState(['A', 'B', 'C'])
  const [asked, setAsked] = useState<string>()
  const remove = (name: string | undefined): void => setNames(names.filter((n) => n !== name))
  return (
    <main>
      <h1>Names</h1>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <Button onClick={() => (ask ? setAsked(name) : remove(name))}>{name}</Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          remove(asked)
          setAsked(undefined)
        }}
        title="Delete"
        message="Are you sure?"
        confirmLabel="Delete it"
      />
    </main>
  )
}

it('focuses the next row, else the previous one, else the heading when the focused row is removed', async () => {
  render(<List />)
  await press('B')
  await expectFocus('C')
  await press('C')
  await expectFocus('A')
  await press('A')
  await expectFocus('Names', 'heading')
})

it('focuses the next row when a dialog closes and the row that opened it is gone', async () => {
  render(<List ask />)
  await press('A')
  await press('Delete it')
  await expectFocus('B')
})

it('focuses what is nearest in the same card when a button is removed, but never the start of a list', async () => {
  function Card() {
    const [retried, setRetried] = useState(false)
    return (
      <main>
        <h1>Page</h1>
        <a href="/elsewhere">Elsewhere</a>
        <section>
          {retried ? null : <Button onClick={() => setRetried(true)}>Retry</Button>}
          <input type="file" />
          <input aria-label="Name" />
        </section>
      </main>
    )
  }
  render(<Card />)
  await press('Retry')
  await expectFocus('Name', 'textbox')
})

it('leaves the focus where a component has moved it', async () => {
  function Next() {
    const input = useRef<HTMLInputElement>(null)
    useEffect(() => input.current?.focus(), [])
    return (
      <>
        <input aria-label="First" />
        <input aria-label="Own" ref={input} />
      </>
    )
  }
  function Steps() {
    const [next, setNext] = useState(false)
    return <main>{next ? <Next /> : <Button onClick={() => setNext(true)}>Next</Button>}</main>
  }
  render(<Steps />)
  await press('Next')
  await expectFocus('Own', 'textbox')
})
