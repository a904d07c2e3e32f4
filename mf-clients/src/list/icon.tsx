/** One of lucide's icons, drawn as one path: the list has many, and whatever opens or closes a dialog has the browser look at every element. */
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
