import { type KeyboardEvent, useId, useRef, useState } from 'react'

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

/** How long letters typed one after the other count as one text, in milliseconds. */
const TYPE_AHEAD_MS = 700
const NOTHING_TYPED = { text: '', at: Number.NEGATIVE_INFINITY }

/** Collects letters typed in quick succession and finds the option whose name starts with them. */
function useTypeAhead(options: readonly Named[]) {
  const typed = useRef(NOTHING_TYPED)
  /** Returns the index of the option found, -1 where there is none, or `undefined` where the key is not a letter typed here. */
  const find = (event: KeyboardEvent, active: number): number | undefined => {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return undefined
    const before = timeStamp - typed.current.at < TYPE_AHEAD_MS ? typed.current.text : ''
    // A space picks, unless it continues a name.
    if (key === ' ' && !before) return undefined
    const text = before + key.toLowerCase()
    typed.current = { text, at: timeStamp }
    // One letter, however often, goes on to the next option; a longer text may keep the present one.
    const single = text === key.toLowerCase().repeat(text.length)
    const first = Math.max(0, single ? active + 1 : active)
    const order = options.map((_, i) => (first + i) % options.length)
    const wanted = single ? key.toLowerCase() : text
    return order.find((i) => options[i]?.name.toLowerCase().startsWith(wanted)) ?? -1
  }
  const forget = (): void => {
    typed.current = NOTHING_TYPED
  }
  return { find, forget }
}

/** Behaviour of a select-only combobox: arrows, Home, End, first letters, Enter, Space and Esc. */
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
    typeAhead.forget()
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
  /** Whether the key meant something here. */
  const take = (event: KeyboardEvent): boolean => {
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
