import type { TimePerSide } from '@portal/contract/review'
import { countOfDays } from '../ui/count.tsx'

/** Returns how long a section has been with each side, in words for the bookkeeper. Omits a side without a day. */
export function describeTimePerSide({ client, bookkeeper }: TimePerSide): string {
  const sides = [
    ...(client > 0 ? [`${countOfDays(client)} with the client`] : []),
    ...(bookkeeper > 0 ? [`${countOfDays(bookkeeper)} with you`] : []),
  ]
  return sides.length > 0 ? sides.join(', ') : 'less than a day in total'
}
