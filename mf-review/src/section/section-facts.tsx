import type { ReviewSection } from '@portal/contract/review'
import { dateAndTime } from '@portal/kit/ui/time'
import { DownloadZip } from '../files/download-zip.tsx'
import { sectionFiles } from './content.ts'

/** Offers all files of a section in one download. */
export function SectionFiles({ section }: { section: ReviewSection }) {
  const count = sectionFiles(section).length
  if (count < 2) return null
  return (
    <div>
      <DownloadZip scope={{ assignment: section.assignment_id }} label={`Download all ${count} files (ZIP)`} />
    </div>
  )
}

/** Says when a section was submitted and approved. */
export function Dates({ section: { submitted_at, approved_at } }: { section: ReviewSection }) {
  const dates = [
    ...(submitted_at ? [`Submitted ${dateAndTime(submitted_at)}`] : []),
    ...(approved_at ? [`Approved ${dateAndTime(approved_at)}`] : []),
  ]
  return dates.length > 0 ? <p className="text-base-content/70 text-xs">{dates.join(' · ')}</p> : null
}
