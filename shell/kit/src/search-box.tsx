import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
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
  /** The search of a page is a landmark of it; that of a list to choose from is none. */
  landmark?: boolean | undefined
  /** The key that leads here, shown in the empty box; whoever names it sees to it. */
  shortcut?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
}

/** What is typed, and passed on when the typing pauses. */
function useSearchText({ value, onChange, delay = 250 }: Pick<SearchBoxProps, 'value' | 'onChange' | 'delay'>) {
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
  return { text, pass, type }
}

/** A search text that is passed on when the typing pauses. */
export function SearchBox({ placeholder, className, landmark = true, shortcut, ref, onKeyDown, ...search }: SearchBoxProps) {
  const { text, pass, type } = useSearchText(search)
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div ref={frame} role={landmark ? 'search' : undefined} className={cx('input', CONTROL, className)}>
      <Search className="size-4 shrink-0 text-base-content/60" aria-hidden />
      <input
        ref={ref}
        type="search"
        aria-keyshortcuts={shortcut}
        aria-label={placeholder}
        placeholder={placeholder}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') pass(text)
          onKeyDown?.(event)
        }}
        className="grow [&::-webkit-search-cancel-button]:hidden"
      />
      {shortcut && !text ? (
        <kbd className="kbd kbd-sm text-base-content/70 pointer-coarse:hidden" aria-hidden>
          {shortcut}
        </kbd>
      ) : null}
      {text ? (
        <Clear
          onClick={() => {
            type('')
            // The button goes with the text.
            frame.current?.querySelector('input')?.focus()
          }}
        />
      ) : null}
    </div>
  )
}

function Clear({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label="Clear search"
      className="-mr-1 cursor-pointer rounded-field p-1 text-base-content/70 hover:text-base-content"
      onClick={onClick}
    >
      <X className="size-4" aria-hidden />
    </button>
  )
}
