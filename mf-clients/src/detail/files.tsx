import type { ClientFile } from '@portal/contract/client-record'
import { formatSize, previewKind } from '@portal/contract/files'
import { SectionBadge } from '@portal/kit/ui/badge'
import { IconButton } from '@portal/kit/ui/button'
import { PagedList } from '@portal/kit/ui/query-view'
import { SearchBox } from '@portal/kit/ui/search-box'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { mediumDate } from '@portal/kit/ui/time'
import { downloadStoredFile, RemoteSlot } from '@portal/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, Eye, Files } from 'lucide-react'
import { useState, useTransition } from 'react'
import { filesQuery } from './record-queries.ts'

/** Shows the tab 'Files': everything that the client has submitted, and the files of the chat. */
export function ClientFiles({ clientId }: { clientId: string }) {
  const [q, setQ] = useState('')
  /** Id of the file in the preview. */
  const [shown, setShown] = useState<string>()
  const files = useInfiniteQuery(filesQuery(clientId, q))
  const hasFiles = files.data?.pages.some((page) => page.items.length > 0)
  const previews = (files.data?.pages ?? []).flatMap((page) => page.items.filter(({ name }) => previewKind(name)))
  return (
    <section aria-label="Files">
      {hasFiles || q ? (
        <SearchBox placeholder="Search files..." value={q} onChange={setQ} landmark={false} className="max-w-sm" />
      ) : null}
      <PagedList
        query={files}
        failure="The files cannot be shown"
        loading={<SkeletonRows rows={4} label="Loading files" />}
        empty={
          <EmptyState
            icon={<Files />}
            title={q ? 'No files found' : 'No files yet'}
            description={q ? 'No file name contains this text.' : 'Files that this client submits appear here.'}
          />
        }
      >
        {(items) => (
          <ul aria-label="Files" className="mt-4 divide-y divide-base-300 rounded-field border border-base-300">
            {items.map((file) => (
              <FileItem key={file.id} clientId={clientId} file={file} onPreview={() => setShown(file.id)} />
            ))}
          </ul>
        )}
      </PagedList>
      {shown ? (
        <RemoteSlot
          name="mf-review/preview"
          props={{ files: previews, fileId: shown, onClose: () => setShown(undefined) }}
        />
      ) : null}
    </section>
  )
}

function FileItem({ clientId, file, onPreview }: { clientId: string; file: ClientFile; onPreview: () => void }) {
  const [busy, start] = useTransition()
  const { name, size, section, created_at } = file
  return (
    <li className="flex items-start gap-2 py-3 pr-2 pl-4 text-sm">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium">{name}</p>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-base-content/70">
          {section ? (
            <>
              <Link
                to="/form-submissions"
                search={{ workform: section.workform_id, client: clientId }}
                className="wrap-anywhere hover:underline"
              >
                {section.section_name} · {section.workform_name}
              </Link>
              <SectionBadge status={section.status} />
            </>
          ) : (
            'Chat'
          )}
        </div>
        <p className="mt-0.5 text-base-content/70 text-xs tabular-nums">
          {formatSize(size)} · {mediumDate(created_at)}
        </p>
      </div>
      {previewKind(name) ? <IconButton label={`Preview: ${name}`} onClick={onPreview} icon={<Eye />} /> : null}
      <IconButton
        label={`Download: ${name}`}
        busy={busy}
        onClick={() => start(() => downloadStoredFile(file))}
        icon={<Download />}
      />
    </li>
  )
}
