import { cx } from '@portal/kit/ui/class-names'

/** Renders the portal's logo. index.html and public/icon.svg contain the same drawing. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cx('size-8 shrink-0 text-primary', className)}>
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <g fill="none" stroke="var(--color-primary-content)" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M10 9h8l4 4v10H10z" />
        <path d="m13 17 2.2 2.2L19.5 15" />
      </g>
    </svg>
  )
}
