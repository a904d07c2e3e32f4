import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cx } from './class-names.tsx'
import { CONTROL } from './field-frame.tsx'

export interface SearchBoxProps {
  /** Stands in the empty box and is its accessible name, such as 'Search clients...'. */
  placeholder: string
  value: string
  /** Called when the typing pauses, at once on Enter or when emptied. */
  onChange: (value: string) => void
  /** Pause in ms. */
  delay?: number | undefined
  className?: string | undefined
}

/** A search text that is passed on when the typing pauses. */
export function SearchBox({ placeholder, value, onChange, delay = 250, className }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The caller may change it too, as when filters are reset.
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  const pass = (next: string): void => {
    clearTimeout(timer.current)
    setKnown(next)
    onChange(next)
  }
  const type = (next: string): void => {
    setText(next)
    clearTimeout(timer.current)
    if (next === '') pass(next)
    else timer.current = setTimeout(() => pass(next), delay)
  }
  return (
    <div role="search" className={cx('input', CONTROL, className)}>
      <Search className="size-4 shrink-0 text-base-content/60" aria-hidden />
      <input
        type="search"
        aria-label={placeholder}
        placeholder={placeholder}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') pass(text)
        }}
        className="grow placeholder:text-base-content/70 [&::-webkit-search-cancel-button]:hidden"
      />
      {text ? (
        <button
          type="button"
          aria-label="Clear search"
          className="-mr-1 cursor-pointer rounded-field p-1 text-base-content/60 hover:text-base-content"
          onClick={() => type('')}
        >
          <X className="size-4" aria-hidden />
        </button>
      ) : null}
    </div>
  )
}
