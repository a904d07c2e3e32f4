import { type KeyboardEvent, useId, useRef, useState } from 'react'

interface Named {
  id: string
  name: string
}

/** Returns the option that a key moves to in an open list, or undefined if it does not move. */
function targetOf(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(count - 1, active + 1)
  if (key === 'ArrowUp') return Math.max(0, active - 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Letters typed within this time, in ms, form one search text. */
const TYPE_AHEAD_MS = 700
const NOTHING_TYPED = { text: '', at: Number.NEGATIVE_INFINITY }

/** Finds options by the letters typed in quick succession. */
function useTypeAhead(options: readonly Named[]) {
  const typed = useRef(NOTHING_TYPED)
  /** Returns the matching index, -1 if there is none, or undefined if the key is not a letter. */
  const find = (event: KeyboardEvent, active: number): number | undefined => {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return undefined
    const before = timeStamp - typed.current.at < TYPE_AHEAD_MS ? typed.current.text : ''
    // A space selects, unless it continues a name.
    if (key === ' ' && !before) return undefined
    const text = before + key.toLowerCase()
    typed.current = { text, at: timeStamp }
    // Repeating one letter moves to the next match; a longer text can match the active option.
    const single = text === key.toLowerCase().repeat(text.length)
    const first = Math.max(0, single ? active + 1 : active)
    const order = options.map((_, i) => (first + i) % options.length)
    const wanted = single ? key.toLowerCase() : text
    return order.find((i) => options[i]?.name.toLowerCase().startsWith(wanted)) ?? -1
  }
  const reset = (): void => {
    typed.current = NOTHING_TYPED
  }
  return { find, reset }
}

/**
 * Implements the keys of a select-only combobox: arrows, Home, End, letters, Enter, Space and Esc.
 */
export function useSelectKeys<T extends Named>(
  options: readonly T[],
  value: string | undefined,
  onChange: (option: T) => void,
) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const typeAhead = useTypeAhead(options)
  const chosen = options.findIndex((o) => o.id === value)
  const close = (): void => {
    typeAhead.reset()
    setOpen(false)
  }
  const show = (): void => {
    setActive(Math.max(0, chosen))
    setOpen(true)
  }
  const pick = (option: T | undefined): void => {
    if (option) onChange(option)
    close()
  }
  /** Handles a key. Returns false if it means nothing here. */
  const handleKey = (event: KeyboardEvent): boolean => {
    const found = typeAhead.find(event, open ? active : chosen)
    if (found !== undefined) {
      if (found >= 0) {
        setActive(found)
        setOpen(true)
      }
      return true
    }
    const opens = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (!open) {
      if (opens) show()
      return opens
    }
    const next = targetOf(event.key, active, options.length)
    if (next !== undefined) setActive(next)
    else if (event.key === 'Enter' || event.key === ' ') pick(options[active])
    else if (event.key === 'Escape') close()
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!handleKey(event)) return
    // Esc closes only the list, not the dialog around it. Other keys must not scroll or click.
    event.preventDefault()
    event.stopPropagation()
  }
  return { id, open, active, setActive, pick, close, toggle: () => (open ? close() : show()), onKeyDown }
}
