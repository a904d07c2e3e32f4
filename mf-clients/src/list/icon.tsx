/**
 * Renders a lucide icon as a single path. The list has many icons, so fewer elements keep dialogs
 * fast.
 */
export const Icon = ({ path, className, opacity }: { path: string; className: string; opacity?: number }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    className={className}
    opacity={opacity}
    aria-hidden
  >
    <path d={path} />
  </svg>
)
