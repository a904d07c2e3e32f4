import type { AuditVerdict } from '@portal/contract/audit'
import type { Anchor } from '../db/writer/anchors.ts'

/**
 * Checks that the newest entry that the Writer has sealed still exists. The Writer stores its hash outside the
 * database, and keeps the missing one after new entries were sealed onto a shortened chain.
 * @param entries those with the `seq` of the anchor
 * @returns the missing entry, or undefined
 */
export function missingEnd(
  anchor: Anchor | undefined,
  entries: readonly { seq: number; hash: string | null }[],
): AuditVerdict['broken'] | undefined {
  const missing = [anchor?.missed, anchor].find(
    (place) => place && !entries.some(({ seq, hash }) => seq === place.seq && hash === place.hash),
  )
  return (
    missing && {
      number: missing.number ?? missing.seq,
      id: '',
      at: '',
      action: '',
      reason: 'It was sealed as the newest entry and is missing: the end of the audit log was cut off.',
    }
  )
}
