import { characters, cleanLine } from '@portal/contract/text'
import { cx } from './class-names.tsx'

/** Returns the first letter of a name or email address in upper case, or '?' if there is none. */
export function initialOf(name: string): string {
  return characters(cleanLine(name))[0]?.toLocaleUpperCase() ?? '?'
}

const SIZES = { sm: 'size-7 text-xs', md: 'size-9 text-sm', lg: 'size-14 text-xl' } as const

/** Shows a person's initial in a circle. Hidden from screen readers, since the name is next to it. */
export function Avatar({
  name,
  size = 'md',
  className,
}: {
  name: string
  size?: keyof typeof SIZES
  className?: string | undefined
}) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 select-none place-items-center rounded-full bg-primary/12 font-semibold text-primary',
        SIZES[size],
        className,
      )}
    >
      {initialOf(name)}
    </span>
  )
}
