import type { SubmissionCard } from '@portal/contract/review'
import { Button } from '@portal/kit/ui/button'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { CheckCheck, User } from 'lucide-react'
import { useState } from 'react'
import { DownloadZip } from '../files/download-zip.tsx'
import { sectionFiles } from '../files/section-files.ts'
import { toastLoadError } from '../load-error.ts'
import { isWaiting } from '../queue/target.ts'
import { usePinnedCard } from './live.ts'

const ApproveAllDialog = lazyComponent(async () => (await import('../queue/approve-all-dialog.tsx')).ApproveAllDialog)

export interface CardToolsProps {
  card: SubmissionCard
  client: string
  /** Filters by this client; absent if already filtered. */
  onOnlyClient: (() => void) | undefined
}

/** Renders actions on all sections or files of a card, and the filter for its client. */
export function CardTools({ card, client, onOnlyClient }: CardToolsProps) {
  const [asking, setAsking] = useState(false)
  const close = (): void => setAsking(false)
  const onLoadError = (): void => {
    close()
    toastLoadError()
  }
  usePinnedCard(asking, card.workform_id, card.client_id)
  const waiting = card.sections.filter(isWaiting).length
  const files = card.sections.reduce((n, section) => n + sectionFiles(section).length, 0)
  if (waiting < 2 && files < 2 && !asking && !onOnlyClient) return null
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      {waiting > 1 ? (
        <Button size="sm" icon={<CheckCheck />} onClick={() => setAsking(true)}>
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
        <Button size="sm" variant="quiet" icon={<User />} onClick={onOnlyClient}>
          <span className="max-w-48 truncate">All of {client}</span>
        </Button>
      ) : null}
      {asking ? <ApproveAllDialog.Component card={card} client={client} onClose={close} onError={onLoadError} /> : null}
    </div>
  )
}
