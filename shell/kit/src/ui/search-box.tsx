import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { cx } from './class-names.tsx'
import { SINGLE_LINE } from './field-layout.tsx'

export interface SearchBoxProps {
  /** Placeholder and accessible name, such as 'Search clients...'. */
  placeholder: string
  value: string
  /** Called when typing pauses, and immediately on Enter or when emptied. */
  onChange: (value: string) => void
  /** Length of the pause, in ms. */
  delay?: number | undefined
  className?: string | undefined
  /** Makes the box a search landmark. True for the search of a page, false for filtering a list of options. */
  landmark?: boolean | undefined
  /** The key that focuses the box, shown while it is empty. The caller handles the key. */
  shortcut?: string | undefined
  ref?: Ref<HTMLInputElement | null> | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
}

/** Passes on the text when typing pauses. The input is uncontrolled, so that typing renders nothing. */
function useSearchText({ value, onChange, delay = 250 }: Pick<SearchBoxProps, 'value' | 'onChange' | 'delay'>) {
  const input = useRef<HTMLInputElement>(null)
  const known = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The caller may change the value too, such as when filters are reset.
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

/** Renders a search field that passes on its text when typing pauses. */
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
    <div role={landmark ? 'search' : undefined} className={cx(SINGLE_LINE, className)}>
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
          // The button disappears with the text.
          input.current.focus()
        }}
      />
    </div>
  )
}

/** Renders the button that clears the text; hidden while there is none. */
function Clear({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label="Clear search"
      className={cx(
        '-mr-1 peer-placeholder-shown:hidden cursor-pointer rounded-field p-1',
        'text-base-content/70 hover:text-base-content',
      )}
      onClick={onClick}
    >
      <X className="size-4" aria-hidden />
    </button>
  )
}
