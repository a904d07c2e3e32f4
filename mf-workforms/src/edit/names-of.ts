import { formatCount } from '@portal/kit/ui/count'

/** Lists some of `total` names: 'Ana', 'Ana and Bo', 'Ana, Bo and 3 more'. */
export function namesOf(names: readonly string[], total: number): string {
  const more = total - names.length
  const last = more > 0 ? `${formatCount(more)} more` : names.at(-1)
  const first = more > 0 ? names : names.slice(0, -1)
  return first.length > 0 ? `${first.join(', ')} and ${last}` : `${last}`
}
