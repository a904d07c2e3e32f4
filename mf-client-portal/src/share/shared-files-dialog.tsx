import { formatSize } from '@portal/contract/files'
import { withUniqueName } from '@portal/kit/features/uploads/unique-name'
import { countOf } from '@portal/kit/ui/count'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { currentSession, forgetSharedFiles, sharedFilesOf, toastUploadFailure } from '@portal/sdk'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { PORTAL_KEY, sectionQuery } from '../dashboard/queries.ts'
import { BlobImage } from '../scan/blob-image.tsx'
import { type Place, uploadQueue } from '../upload/uploads.ts'
import { type FileQuestion, fileQuestionsOf } from './file-questions.ts'
import { QuestionList } from './question-list.tsx'

export interface SharedFilesDialogProps {
  /** Assignment ids of the sections that can be filled in, the most urgent ones first. */
  sections: readonly string[]
  /** Called with the question that the files are being sent to. */
  onChoose: (place: Place) => void
  /** Called when the files are not wanted. */
  onClose: () => void
}

const sharedQuery = queryOptions({
  queryKey: [...PORTAL_KEY, 'shared'] as const,
  queryFn: async () => {
    const session = currentSession()
    return session ? (await sharedFilesOf(session)).map(withUniqueName) : []
  },
  gcTime: 0,
  networkMode: 'always',
})

function forget(): void {
  const session = currentSession()
  if (session) void forgetSharedFiles(session).catch(() => undefined)
}

/** Asks which question the files answer that another app has shared, and sends them. Mount it to open it. */
export function SharedFilesDialog({ sections, onChoose, onClose }: SharedFilesDialogProps) {
  const { data: files } = useQuery(sharedQuery)
  const details = useQueries({ queries: sections.map((id) => sectionQuery(id)) })
  const isLoading = details.some(({ isLoading: waits }) => waits)
  const choose = ({ place, good, refused }: FileQuestion): void => {
    uploadQueue().add(place, good)
    for (const { name, reason } of refused) toastUploadFailure(name, reason)
    forget()
    onChoose(place)
  }
  return (
    <Dialog
      open
      size="sm"
      inAddress
      title={titleOf(files)}
      description={files?.length ? `Which question ${files.length === 1 ? 'does it' : 'do they'} answer?` : undefined}
      onClose={() => {
        forget()
        onClose()
      }}
      footer={<CancelButton>{files?.length ? 'Discard' : 'Close'}</CancelButton>}
    >
      {files?.length === 0 ? (
        <p className="text-sm">
          Please share them again from the other app. Files that you share while signed out are not kept.
        </p>
      ) : files === undefined || isLoading ? (
        <SkeletonGroup label="Loading the questions" items={['h-12 w-full', 'h-16 w-full', 'h-16 w-full']} />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <FileList files={files} />
          <QuestionList
            questions={fileQuestionsOf(
              details.flatMap(({ data }) => data ?? []),
              files,
              uploadQueue().uploads(),
            )}
            hasMissing={details.some(({ data }) => data === undefined)}
            onChoose={choose}
          />
        </div>
      )}
    </Dialog>
  )
}

function titleOf(files: readonly File[] | undefined): string {
  if (files === undefined) return 'Add shared files'
  return files.length === 0 ? 'No files have arrived' : `Add ${countOf(files.length, 'shared file')}`
}

/** Pictures that every browser can show. */
const isPicture = ({ type }: File): boolean => /^image\/(?:jpeg|png|gif|webp|bmp)$/.test(type)

function FileList({ files }: { files: readonly File[] }) {
  return (
    <ul aria-label="Shared files" className="grid grid-cols-1 gap-2 rounded-field bg-base-200 p-3">
      {files.map((file, i) => (
        <li key={`${i} ${file.name}`} className="flex items-center gap-3">
          {isPicture(file) ? (
            <BlobImage blob={file} alt="" className="size-10 shrink-0 rounded-field object-cover" />
          ) : (
            <FileText className="size-4 shrink-0 text-base-content/60" aria-hidden />
          )}
          <span className="line-clamp-2 min-w-0 flex-1 text-sm wrap-anywhere">{file.name}</span>
          <span className="text-base-content/70 text-xs tabular-nums">{formatSize(file.size)}</span>
        </li>
      ))}
    </ul>
  )
}
