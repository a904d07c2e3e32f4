import { cx } from '@portal/kit/ui/class-names'

/** Skips the navigation. It is the first stop of the Tab key. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className={cx(
        'sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-field',
        'focus:bg-primary focus:px-4 focus:py-2 focus:font-medium focus:text-primary-content focus:text-sm',
      )}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
    >
      Skip to content
    </a>
  )
}
