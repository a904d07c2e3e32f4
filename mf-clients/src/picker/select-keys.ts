import { type KeyboardEvent, useId, useState } from 'react'

interface Named {
  id: string
  name: string
}

/** Where a key moves to in an open list of `count` options; `undefined`: nowhere. */
function moved(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(count - 1, active + 1)
  if (key === 'ArrowUp') return Math.max(0, active - 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** The next option after `active` whose name starts with the letter that was typed. */
function startingWith({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, active: number, options: readonly Named[]): number | undefined {
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined
  const after = options.map((_, i) => (active + 1 + i) % options.length)
  return after.find((i) => options[i]?.name.toLowerCase().startsWith(key.toLowerCase()))
}

/** Behaviour of a select-only combobox: arrows, Home, End, first letters, Enter, Space and Esc. */
export function useSelectKeys<T extends Named>(options: readonly T[], value: string | undefined, onChange: (option: T) => void) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const close = (): void => setOpen(false)
  const show = (): void => {
    setActive(
      Math.max(
        0,
        options.findIndex((o) => o.id === value),
      ),
    )
    setOpen(true)
  }
  const pick = (option: T | undefined): void => {
    if (option) onChange(option)
    close()
  }
  /** Whether the key meant something here. */
  const take = (event: KeyboardEvent): boolean => {
    const found = startingWith(event, active, options)
    if (found !== undefined) {
      setActive(found)
      setOpen(true)
      return true
    }
    const opens = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (!open) {
      if (opens) show()
      return opens
    }
    const next = moved(event.key, active, options.length)
    if (next !== undefined) setActive(next)
    else if (event.key === 'Enter' || event.key === ' ') pick(options[active])
    else if (event.key === 'Escape') close()
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!take(event)) return
    // Esc closes the list only, not the dialog around it; the others neither scroll nor press.
    event.preventDefault()
    event.stopPropagation()
  }
  return { id, open, active, setActive, pick, close, toggle: () => (open ? close() : show()), onKeyDown }
}
