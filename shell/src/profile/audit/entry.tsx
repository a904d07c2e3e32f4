import type { AuditEntry } from '@portal/contract/audit'
import { cx } from '@portal/kit/ui/class-names'
import { formatCount } from '@portal/kit/ui/count'
import { dateAndTime } from '@portal/kit/ui/time'
import { auditFacts, auditText } from '@portal/kit/features/audit/audit-text'

/** Shows an entry of the audit log as a sentence, with its details. */
export function Entry({ entry }: { entry: AuditEntry }) {
  const { who, what } = auditText(entry)
  const facts = auditFacts(entry)
  return (
    <li className="px-5 py-3.5 text-sm">
      <p className="wrap-anywhere">
        <span className="font-medium">{who}</span> {what}
      </p>
      <p className="mt-0.5 text-base-content/70 text-xs">
        <time dateTime={entry.at}>{dateAndTime(entry.at)}</time> · No. {formatCount(entry.number)}
        {entry.client_name && entry.by !== 'client' && !what.includes(entry.client_name)
          ? ` · ${entry.client_name}`
          : null}
      </p>
      {facts.length > 0 ? (
        <details className="mt-1.5">
          <summary className="w-fit cursor-pointer text-base-content/70 text-xs hover:text-base-content">
            Details<span className="sr-only"> of entry {entry.number}</span>
          </summary>
          <dl
            className={cx(
              'mt-2 grid gap-x-4 gap-y-1 rounded-field bg-base-200 px-3 py-2 text-xs',
              'sm:grid-cols-[max-content_minmax(0,1fr)]',
            )}
          >
            {facts.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-base-content/70">{name}</dt>
                <dd className="wrap-anywhere whitespace-pre-wrap max-sm:mb-1">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </li>
  )
}
