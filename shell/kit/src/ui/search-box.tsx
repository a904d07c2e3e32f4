import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
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

/** Holds the text as typed, and passes it on when typing pauses. */
export function useSearchText({ value, onChange, delay = 250 }: Pick<SearchBoxProps, 'value' | 'onChange' | 'delay'>) {
  const [text, setText] = useState(value)
  const [passed, setPassed] = useState(value)
  const [received, setReceived] = useState(value)
  if (value !== received) {
    setReceived(value)
    // The caller may change the value too, such as when filters are reset.
    if (value !== passed) {
      setPassed(value)
      setText(value)
    }
  }
  const pass = (next: string): void => {
    setText(next)
    setPassed(next)
    onChange(next)
  }
  const onPause = useEffectEvent(() => pass(text))
  useEffect(() => {
    if (text === passed) return undefined
    const timer = setTimeout(() => onPause(), delay)
    return () => clearTimeout(timer)
  }, [text, passed, delay])
  return { text, pass, type: (next: string) => (next === '' ? pass('') : setText(next)) }
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
  const { text, pass, type } = useSearchText(search)
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current)
  return (
    <div role={landmark ? 'search' : undefined} className={cx(SINGLE_LINE, className)}>
      <Search className="size-4 shrink-0 text-base-content/60" aria-hidden />
      <input
        ref={input}
        type="search"
        aria-keyshortcuts={shortcut}
        aria-label={placeholder}
        placeholder={placeholder}
        value={text}
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
          pass('')
          // The button disappears with the text.
          input.current?.focus()
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
