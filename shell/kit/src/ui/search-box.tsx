import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { cx } from './class-names.tsx'
import { ONE_LINE } from './field-layout.tsx'

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
  ref?: Ref<HTMLInputElement | null> | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
}

/** What is typed, and passed on when the typing pauses. The box itself holds it: a letter shows without anything being rendered. */
function useSearchText({ value, onChange, delay = 250 }: Pick<SearchBoxProps, 'value' | 'onChange' | 'delay'>) {
  const input = useRef<HTMLInputElement>(null)
  const known = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The caller may change it too, as when filters are reset.
  useLayoutEffect(() => {
    if (value === known.current) return
    known.current = value
    clearTimeout(timer.current)
    if (input.current) input.current.value = value
  }, [value])
  const pass = (next: string): void => {
    clearTimeout(timer.current)
    known.current = next
    onChange(next)
  }
  const type = (next: string): void => {
    clearTimeout(timer.current)
    if (next === '') pass(next)
    else timer.current = setTimeout(() => pass(next), delay)
  }
  return { input, pass, type }
}

/** A search text that is passed on when the typing pauses. */
export function SearchBox({
  placeholder,
  className,
  landmark = true,
  shortcut,
  ref,
  onKeyDown,
  ...search
}: SearchBoxProps) {
  const { input, pass, type } = useSearchText(search)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current, [input])
  return (
    <div role={landmark ? 'search' : undefined} className={cx(ONE_LINE, className)}>
      <Search className="size-4 shrink-0 text-base-content/60" aria-hidden />
      <input
        ref={input}
        type="search"
        aria-keyshortcuts={shortcut}
        aria-label={placeholder}
        placeholder={placeholder}
        defaultValue={search.value}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') pass(event.currentTarget.value)
          onKeyDown?.(event)
        }}
        className="peer grow [&::-webkit-search-cancel-button]:hidden"
      />
      {shortcut ? (
        <kbd
          className="kbd kbd-sm text-base-content/70 peer-[:not(:placeholder-shown)]:hidden pointer-coarse:hidden"
          aria-hidden
        >
          {shortcut}
        </kbd>
      ) : null}
      <Clear
        onClick={() => {
          if (!input.current) return
          input.current.value = ''
          type('')
          // The button goes with the text.
          input.current.focus()
        }}
      />
    </div>
  )
}

/** Only where there is something to clear. */
function Clear({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label="Clear search"
      className="-mr-1 peer-placeholder-shown:hidden cursor-pointer rounded-field p-1 text-base-content/70 hover:text-base-content"
      onClick={onClick}
    >
      <X className="size-4" aria-hidden />
    </button>
  )
}
