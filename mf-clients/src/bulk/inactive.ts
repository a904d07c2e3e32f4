import { cx } from '@portal/kit/ui/class-names'

/** Returns props of a button that does nothing while a change runs. A disabled button would lose the focus. */
export const inactiveWhile = (busy: boolean) => ({
  'aria-disabled': busy || undefined,
  className: cx(busy && 'cursor-not-allowed opacity-50'),
})
