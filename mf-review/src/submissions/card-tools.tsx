import type { SubmissionCard } from '@portal/contract/review'
import { Button } from '@portal/kit/ui/button'
import { CheckCheck, User } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DownloadZip } from '../files/download-zip.tsx'
import { sectionFiles } from '../files/files-of.ts'
import { Part } from '../part.tsx'
import { waits } from '../queue/target.ts'
import { useHeld } from './live.ts'

const loadApproveAll = async () => (await import('../queue/approve-all-dialog.tsx')).ApproveAllDialog

export interface CardToolsProps {
  card: SubmissionCard
  client: string
  /** Shows this client's cards alone; absent where they are. */
  onOnlyClient: (() => void) | undefined
}

/** What can be done with all of a card at once, as far as there is more than one of it, and the way to all of its client. */
export function CardTools({ card, client, onOnlyClient }: CardToolsProps): ReactNode {
  const [asking, setAsking] = useState(false)
  const close = (): void => setAsking(false)
  useHeld(asking, card.workform_id, card.client_id)
  const waiting = card.sections.filter(waits).length
  const files = card.sections.reduce((n, section) => n + sectionFiles(section).length, 0)
  if (waiting < 2 && files < 2 && !asking && !onOnlyClient) return null
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      {waiting > 1 ? (
        <Button size="sm" icon={<CheckCheck className="size-4" aria-hidden />} onClick={() => setAsking(true)}>
          Approve all submitted ({waiting})
        </Button>
      ) : null}
      {files > 1 ? (
        <DownloadZip
          scope={{ workform: card.workform_id, client: card.client_id }}
          label={`Download all ${files} files (ZIP)`}
        />
      ) : null}
      {onOnlyClient ? (
        <Button size="sm" variant="quiet" icon={<User className="size-4" aria-hidden />} onClick={onOnlyClient}>
          <span className="max-w-48 truncate">All of {client}</span>
        </Button>
      ) : null}
      {asking ? <Part load={loadApproveAll} with={{ card, client, onClose: close }} onFailed={close} /> : null}
    </div>
  )
}
