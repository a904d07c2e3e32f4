import type { FieldProblem } from './validate.ts'

export interface ErrorSummaryProps {
  problems: readonly FieldProblem[]
  onFocus: (fieldId: string) => void
}

/** Lists the problems above the form; each entry focuses its field. */
export function ErrorSummary({ problems, onFocus }: ErrorSummaryProps) {
  if (problems.length === 0) return null
  return (
    <div role="alert" className="rounded-field border border-error/50 bg-error/8 px-4 py-3 text-sm">
      <p className="font-medium">
        {problems.length === 1 ? 'One field needs your attention' : `${problems.length} fields need your attention`}
      </p>
      <ul className="mt-1">
        {problems.map(({ field, message, missing }) => (
          // The padding makes the links easy to tap, and keeps the lines of one problem together.
          <li key={field.id} className="py-2">
            <button
              type="button"
              className="-my-2 inline cursor-pointer py-2 text-left underline underline-offset-2 hover:no-underline"
              onClick={() => onFocus(field.id)}
            >
              {field.name}
            </button>
            {missing ? null : <span>: {message}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
