import type { RemoteHealth } from '@portal/contract/delivery'
import { countOf } from '@portal/kit/ui/count'
import { longDay } from '@portal/kit/ui/time'
import { VersionName } from '../version-name.tsx'
import { worstErrors } from './series.ts'

type PageError = RemoteHealth['errors'][number]

function ErrorRow({ error: { version, kind, frames, count, last_day } }: { error: PageError }) {
  return (
    <li className="py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{kind}</span>
        <span className="text-base-content/70">
          {countOf(count, 'time')} in <VersionName version={version} />, last on {longDay(last_day)}
        </span>
      </p>
      {frames.length > 0 ? (
        <ol className="mt-1 grid gap-0.5 text-base-content/70 text-xs">
          {frames.map((frame, i) => (
            <li key={i} className="wrap-anywhere font-mono">
              {frame}
            </li>
          ))}
        </ol>
      ) : null}
    </li>
  )
}

/** Lists the most frequent errors: their class and place in the build. */
export function ErrorList({ health }: { health: RemoteHealth }) {
  const errors = worstErrors(health)
  if (errors.length === 0) return null
  return (
    <section aria-label="Frequent errors" className="mt-6 border-base-300 border-t pt-5">
      <h3 className="font-semibold text-sm">Frequent errors since {longDay(health.since.slice(0, 10))}</h3>
      <ul className="mt-1 divide-y divide-base-300">
        {errors.map((error) => (
          <ErrorRow key={`${error.version} ${error.kind} ${error.frames.join()}`} error={error} />
        ))}
      </ul>
    </section>
  )
}
